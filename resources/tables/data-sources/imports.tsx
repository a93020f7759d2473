import { MoreOutlined } from '@ant-design/icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import type { DataSource } from '#contract/data-sources.ts'
import { type SourceImport, sourceImports } from '#contract/source-imports.ts'
import type { Space } from '#contract/spaces.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { Empty } from '../../../src/widgets/Empty.tsx'
import { formatDateTime } from '../../../src/widgets/format.ts'
import { Dash } from '../../../src/widgets/Property.tsx'
import { RecordList } from '../../../src/widgets/RecordList.tsx'
import { tablePath } from '../address.ts'
import { importPath, type SourceAddress } from './address.ts'
import { useImportActions } from './import-actions.ts'
import { ImportDrawer } from './import-drawer.tsx'
import { isOpen, POLL_MS, RunState } from './run-state.tsx'
import { ImportRuns } from './runs.tsx'
import { WhenText } from './when.tsx'

type Props = { space: Space; source: DataSource; address: SourceAddress }

/** The imports from a data source, newest first, with their last runs. */
export function SourceImports({ space, source, address }: Props) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<SourceImport | null>(null)
  const query = useInfiniteQuery({
    queryKey: ['sourceImports', space.id, 'list', source.id],
    ...byPages((after) =>
      call(sourceImports.list, { spaceId: space.id, sourceId: source.id, ...after }, { quiet: true }),
    ),
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ list }) => list.some(({ last }) => last && isOpen(last.state))) ? POLL_MS : false,
  })
  const rows = query.data?.pages.flatMap((page) => page.list) ?? []
  const columns = useColumns(space, setEdited)
  return (
    <div className="source-imports">
      <RecordList
        query={query}
        label={t('sourceImports.heading')}
        rows={rows}
        keyOf={({ id }) => id}
        columns={columns}
        card={(one) => <ImportCard space={space} record={one} onEdit={setEdited} />}
        openKey={address.importId ?? undefined}
        empty={
          <Empty title={t('sourceImports.none')} hint={t('sourceImports.noneHint')}>
            <Button type="primary" onClick={() => address.show('tables')}>
              {t('sourceImports.choose')}
            </Button>
          </Empty>
        }
      />
      <ImportRuns
        space={space}
        importId={address.importId}
        onEdit={setEdited}
        onClose={() => address.openImport(null)}
      />
      {edited && (
        <ImportDrawer
          space={space}
          source={source}
          asked={{ at: { schema: edited.schema, table: edited.table }, record: edited }}
          onClose={() => setEdited(null)}
        />
      )}
    </div>
  )
}

function LastRun({ record: { last } }: { record: SourceImport }) {
  const { t, i18n } = useTranslation()
  if (!last) return <Dash />
  return (
    <span className="source-last num">
      <RunState state={last.state} />
      <small className="soft">
        {isOpen(last.state)
          ? t('tableFiles.import.running', { count: last.read })
          : formatDateTime(last.at, i18n.language)}
      </small>
    </span>
  )
}

function Target({ space, record: { target } }: { space: Space; record: SourceImport }) {
  const { t } = useTranslation()
  if (!target.isThere) return <span className="soft">{t('sourceImports.targetGone', { name: target.name })}</span>
  return (
    <Link className="over-link" to={tablePath(space.id, target.id)} title={target.name}>
      {target.name}
    </Link>
  )
}

type OnEdit = (record: SourceImport) => void

function useColumns(space: Space, onEdit: OnEdit) {
  const { t } = useTranslation()
  return [
    {
      key: 'title',
      label: t('sourceImports.title.label'),
      render: (one: SourceImport) => (
        <span className="record-two">
          <Link className="records-open" to={importPath(space.id, one.source.id, one.id)} title={one.title}>
            {one.title}
          </Link>
          <small title={`${one.schema}.${one.table}`}>{`${one.schema}.${one.table}`}</small>
        </span>
      ),
    },
    {
      key: 'target',
      label: t('sourceImports.into'),
      render: (one: SourceImport) => <Target space={space} record={one} />,
    },
    {
      key: 'mode',
      label: t('tableFiles.import.mode'),
      render: (one: SourceImport) => t(`sourceImports.modes.${one.mode}`),
    },
    { key: 'when', label: t('sourceImports.when'), render: (one: SourceImport) => <WhenText record={one} /> },
    { key: 'last', label: t('sourceImports.last'), render: (one: SourceImport) => <LastRun record={one} /> },
    {
      key: 'menu',
      label: '',
      render: (one: SourceImport) => <ImportMenu space={space} record={one} onEdit={onEdit} />,
    },
  ]
}

type RowProps = { space: Space; record: SourceImport; onEdit: OnEdit }

function ImportMenu({ space, record, onEdit }: RowProps) {
  const { t } = useTranslation()
  const { items } = useImportActions({ space, record, onEdit })
  return (
    <Dropdown menu={{ items }} trigger={['click']}>
      <Button
        className="over-link"
        type="text"
        size="small"
        icon={<MoreOutlined />}
        aria-label={t('tables.more', { name: record.title })}
      />
    </Dropdown>
  )
}

function ImportCard({ space, record, onEdit }: RowProps) {
  return (
    <div className="record-card source-import-card">
      <Link className="records-open" to={importPath(space.id, record.source.id, record.id)}>
        {record.title}
      </Link>
      <small>{`${record.schema}.${record.table} → ${record.target.name}`}</small>
      <p>
        <LastRun record={record} />
        <WhenText record={record} />
      </p>
      <ImportMenu space={space} record={record} onEdit={onEdit} />
    </div>
  )
}
