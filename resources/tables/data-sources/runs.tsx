import { CaretRightOutlined, MoreOutlined } from '@ant-design/icons'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { Button, Drawer, Dropdown, Switch } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { type SourceImport, sourceImports } from '#contract/source-imports.ts'
import type { Space } from '#contract/spaces.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { MoreButton } from '../../../src/widgets/MoreButton.tsx'
import { NotLoaded } from '../../../src/widgets/NotLoaded.tsx'
import { Property } from '../../../src/widgets/Property.tsx'
import { LinesSkeleton } from '../../../src/widgets/Skeleton.tsx'
import { tablePath } from '../address.ts'
import { useImportActions } from './import-actions.ts'
import { RunRow } from './run.tsx'
import { isOpen, POLL_MS } from './run-state.tsx'
import { isOver } from './schedule.ts'
import { WhenText } from './when.tsx'

type Props = {
  space: Space
  importId: string | null
  onEdit: (record: SourceImport) => void
  onClose: () => void
}

/** One import above the list: what it does, and its runs. */
export function ImportRuns({ space, importId, onEdit, onClose }: Props) {
  const { t } = useTranslation()
  const query = useQuery({
    queryKey: ['sourceImports', space.id, 'one', importId],
    queryFn: () => call(sourceImports.show, { spaceId: space.id, id: importId ?? '' }, { quiet: true, aside: true }),
    enabled: importId !== null,
    refetchInterval: ({ state }) => (state.data?.last && isOpen(state.data.last.state) ? POLL_MS : false),
  })
  return (
    <Drawer
      open={importId !== null}
      title={query.data?.title ?? t('sourceImports.heading')}
      size={680}
      onClose={onClose}
      destroyOnHidden
    >
      {query.data ? (
        <Loaded space={space} record={query.data} onEdit={onEdit} onClose={onClose} />
      ) : query.error ? (
        <NotLoaded error={query.error} onRetry={query.refetch} />
      ) : (
        <LinesSkeleton rows={5} />
      )}
    </Drawer>
  )
}

type LoadedProps = Omit<Props, 'importId'> & { record: SourceImport }

function Loaded({ space, record, onEdit, onClose }: LoadedProps) {
  const { t } = useTranslation()
  const { items, mayChange, isRunning, run, setOn } = useImportActions({ space, record, onEdit, onGone: onClose })
  const { target, source, schema, table, mode, conditions, watermark, reached, schedule, maker } = record
  return (
    <div className="source-runs">
      <dl className="record-properties">
        <Property label={t('sourceImports.from')}>{`${source.name} · ${schema}.${table}`}</Property>
        <Property label={t('sourceImports.into')}>
          {target.isThere ? (
            <Link to={tablePath(space.id, target.id)}>{target.name}</Link>
          ) : (
            t('sourceImports.targetGone', { name: target.name })
          )}
        </Property>
        <Property label={t('tableFiles.import.mode')}>{t(`sourceImports.modes.${mode}`)}</Property>
        <Property label={t('sourceImports.maker')}>{maker.personName}</Property>
        {watermark && (
          <Property label={t('sourceImports.watermark.label')}>
            {reached === null ? watermark : t('sourceImports.watermark.reached', { column: watermark, value: reached })}
          </Property>
        )}
        {conditions.length > 0 && (
          <Property label={t('sourceImports.conditions.label')}>
            {t('sourceImports.conditions.count', { count: conditions.length })}
          </Property>
        )}
        <Property label={t('sourceImports.when')} isWide>
          <span className="source-when">
            <WhenText record={record} />
            {schedule && !isOver(schedule) && (
              <Switch
                checked={record.isOn}
                disabled={!mayChange}
                aria-label={t('sourceImports.schedule.label')}
                onChange={setOn}
              />
            )}
          </span>
        </Property>
      </dl>
      <div className="source-runs-head">
        <h3>{t('sourceImports.runs')}</h3>
        <span className="space" />
        {mayChange && (
          <Button
            type="primary"
            icon={<CaretRightOutlined />}
            disabled={isRunning || !target.isThere}
            onClick={() => run(false)}
          >
            {t('sourceImports.run')}
          </Button>
        )}
        <Dropdown menu={{ items }} trigger={['click']}>
          <Button type="text" icon={<MoreOutlined />} aria-label={t('tables.more', { name: record.title })} />
        </Dropdown>
      </div>
      <Runs space={space} record={record} />
    </div>
  )
}

/** The runs of an import, newest first. */
function Runs({ space, record: { id, last } }: { space: Space; record: SourceImport }) {
  const { t } = useTranslation()
  const query = useInfiniteQuery({
    // A new run is another list.
    queryKey: ['sourceImports', space.id, 'runs', id, last?.taskId],
    ...byPages((after) => call(sourceImports.runs, { spaceId: space.id, id, ...after }, { quiet: true })),
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.list.some((run) => isOpen(run.state)) ? POLL_MS : false),
  })
  const list = query.data?.pages.flatMap((page) => page.list) ?? []
  if (query.isLoading) return <LinesSkeleton rows={3} />
  if (query.error && !list.length) return <NotLoaded error={query.error} onRetry={query.refetch} isInline />
  if (!list.length) return <p className="soft">{t('sourceImports.noRuns')}</p>
  return (
    <>
      <ul className="source-run-list">
        {list.map((run, at) => (
          <RunRow key={run.taskId} run={run} isLast={at === 0} />
        ))}
      </ul>
      <MoreButton query={query} />
    </>
  )
}
