import { EditOutlined, FilterOutlined, MoreOutlined, ReloadOutlined } from '@ant-design/icons'
import { Button, Dropdown, Tooltip } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dataViews, type ViewDetails } from '#contract/data-views.ts'
import type { AnswerColumn, AnswerPage } from '#contract/queries/answer.ts'
import type { Look, Query } from '#contract/queries/query.ts'
import type { Space } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { newRequestId } from '#providers/request-id.ts'
import { NotLoaded } from '../../../src/widgets/NotLoaded.tsx'
import { GridSkeleton } from '../../../src/widgets/Skeleton.tsx'
import { useTitle } from '../../../src/widgets/use-title.ts'
import { BackTitle } from '../back-title.tsx'
import { FilterChips } from '../filter-chips.tsx'
import { FilterEditor } from '../filter-editor.tsx'
import { operatorsOfAnswer } from '../operators.ts'
import type { ViewAddress } from './address.ts'
import { AnswerGrid, type ReadPart } from './answer-grid.tsx'
import { AnswerStatus } from './answer-status.tsx'
import { asColumn, byKey, byPlace } from './columns.ts'
import { ViewExport } from './export.tsx'
import { visibilityOf } from './list.tsx'
import { useViewMenu } from './menu.tsx'
import { valuesOfQuery } from './offered-values.ts'
import { Problems } from './problems.tsx'
import { QueryProgress } from './query-progress.tsx'
import { useSavedView } from './use-saved-view.tsx'

type Props = { space: Space; viewId: string; address: ViewAddress }

/** A data view: its rows in a grid, or the reasons why it can't be read. */
export function ViewPage({ space, viewId, address }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch, progress } = useSavedView(space.id, viewId)
  useTitle(data ? data.name : null)
  if (data) return <Loaded space={space} view={data} address={address} onRenew={() => void refetch()} />
  if (!error)
    return (
      <>
        {progress}
        <GridSkeleton />
      </>
    )
  return (
    <NotLoaded error={error} onRetry={refetch}>
      <Button onClick={() => address.open(null)}>{t('dataViews.all')}</Button>
    </NotLoaded>
  )
}

/** A query for the rows of a view, with its columns. */
const rowsOf = ({ id, columns }: ViewDetails): Pick<Query, 'base' | 'joins' | 'fields'> => ({
  base: { kind: 'view', id },
  joins: [],
  fields: columns.map(({ key, name }) => ({
    key,
    name,
    from: { kind: 'column', source: 0, column: key },
    isHidden: false,
  })),
})

type LoadedProps = { space: Space; view: ViewDetails; address: ViewAddress; onRenew: () => void }

function Loaded({ space, view, address, onRenew }: LoadedProps) {
  const { t } = useTranslation()
  const { look } = address
  const [round, setRound] = useState(0)
  const [requestId] = useState(newRequestId)
  const [filtering, setFiltering] = useState<{ column?: AnswerColumn } | null>(null)
  const [page, setPage] = useState<AnswerPage>()
  // What is chosen in the conditions is added, until an answer has its name.
  const names = useMemo(() => new Map(Object.entries(page?.names ?? {})), [page])
  const asked = JSON.stringify(look)
  const { spaceId, id, columns, version } = view
  // biome-ignore lint/correctness/useExhaustiveDependencies: another round reads the same anew
  const read: ReadPart = useCallback(
    (part, signal) =>
      call(
        dataViews.rows,
        { spaceId, id, ...(JSON.parse(asked) as Look), ...part },
        { quiet: true, signal, requestId },
      ),
    [spaceId, id, asked, version, round, requestId],
  )
  const known = columns.map(asColumn)
  const isBroken = view.problems.length > 0
  return (
    <section className="table-page" aria-label={view.name}>
      <ViewHead
        space={space}
        view={view}
        address={address}
        onRead={() => {
          onRenew()
          setRound(round + 1)
        }}
      />
      {!isBroken && (
        <div className="view-bar">
          <Button type="text" icon={<FilterOutlined />} onClick={() => setFiltering({})}>
            {t('tables.filter.title')}
          </Button>
          <FilterChips
            columns={known}
            names={names}
            filter={byPlace(look.filter, columns)}
            onChange={(filter) => address.ask({ ...look, filter: byKey(filter, columns) })}
          />
        </div>
      )}
      {!isBroken && (
        <AnswerGrid
          key={`${asked} ${version} ${round}`}
          label={view.name}
          spaceId={spaceId}
          columns={columns}
          look={look}
          onLook={address.ask}
          onFilter={(column) => setFiltering({ column })}
          read={read}
          onPage={setPage}
          footer={(answered) => (
            <>
              {!answered && <QueryProgress reqId={requestId} />}
              <AnswerStatus answered={answered} columns={columns.length} />
            </>
          )}
        />
      )}
      {filtering && (
        <FilterEditor
          spaceId={spaceId}
          names={names}
          columns={known}
          operators={operatorsOfAnswer}
          values={valuesOfQuery(spaceId, rowsOf(view), columns)}
          filter={byPlace(look.filter, columns)}
          column={known.find((_, at) => columns[at]?.key === filtering.column?.key)}
          onApply={(filter) => address.ask({ ...look, filter: byKey(filter, columns) })}
          onClose={() => setFiltering(null)}
        />
      )}
    </section>
  )
}
type HeadProps = { space: Space; view: ViewDetails; address: ViewAddress; onRead: () => void }

/** The name of a view, the link back to the list, and the actions on the view. */
function ViewHead({ space, view, address, onRead }: HeadProps) {
  const { t } = useTranslation()
  const { menu, drawer, mayEdit } = useViewMenu(space, view, () => address.open(null))
  const isBroken = view.problems.length > 0
  return (
    <>
      <header className="table-head">
        <BackTitle name={view.name} list={t('dataViews.all')} onBack={() => address.open(null)} />
        <span className="tag">{t(`dataViews.visible.${visibilityOf(view)}`)}</span>
        {view.description && (
          <span className="table-about" title={view.description}>
            {view.description}
          </span>
        )}
        <span className="space" />
        {!isBroken && <ViewExport space={space} view={view} look={address.look} />}
        <Tooltip title={t('dataViews.read')}>
          <Button type="text" icon={<ReloadOutlined />} aria-label={t('dataViews.read')} onClick={onRead} />
        </Tooltip>
        {mayEdit && !isBroken && (
          <Button icon={<EditOutlined />} onClick={() => address.edit(true)}>
            {t('dataViews.edit')}
          </Button>
        )}
        <Dropdown menu={menu} trigger={['click']}>
          <Button type="text" icon={<MoreOutlined />} aria-label={t('tables.more', { name: view.name })} />
        </Dropdown>
        {drawer}
      </header>
      <Problems problems={view.problems}>
        {mayEdit && <Button onClick={() => address.edit(true)}>{t('dataViews.repair')}</Button>}
      </Problems>
    </>
  )
}
