import { DeleteOutlined, MoreOutlined, PlusOutlined } from '@ant-design/icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { can } from '#contract/core/policy.ts'
import type { Space } from '#contract/spaces.ts'
import { type TableRecord, tables } from '#contract/tables.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { useResourceRenewal } from '#providers/lists.ts'
import { onRealtime } from '#providers/live.ts'
import { actorOf, useUser } from '#providers/session.ts'
import { Empty } from '../../src/widgets/Empty.tsx'
import { formatBytes, formatDateTime } from '../../src/widgets/format.ts'
import { RecordList } from '../../src/widgets/RecordList.tsx'
import { SearchField } from '../../src/widgets/SearchField.tsx'
import { type TableAddress, tablePath } from './address.ts'
import { TableDrawer, type TablePanel } from './form.tsx'
import { ImportButton, ImportDrawer, type ImportFile } from './import.tsx'
import { Lists } from './lists.tsx'
import { useTableMenu } from './table-menu.ts'

type Props = { space: Space; address: TableAddress }

/** The tables of a space, by name. */
export function TableList({ space, address }: Props) {
  const { t } = useTranslation()
  const [file, setFile] = useImported(address)
  const actor = actorOf(useUser())
  const [q, setQ] = useState('')
  const [panel, setPanel] = useState<TablePanel | null>(null)
  const query = useInfiniteQuery({
    queryKey: ['tables', space.id, 'list', q],
    ...byPages((after) => call(tables.list, { spaceId: space.id, ...(q && { q }), ...after }, { quiet: true })),
  })
  useListNews(space.id)
  const columns = useColumns(space, setPanel)
  const rows = query.data?.pages.flatMap((page) => page.list) ?? []
  const mayCreate = can(actor, 'table.create', space)
  const create = mayCreate && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setPanel({ kind: 'create' })}>
      {t('tables.create')}
    </Button>
  )
  const empty = (
    <Empty title={t(q ? 'tables.noHit' : 'tables.none')} hint={q ? undefined : t('tables.noneHint')}>
      {!q && create}
    </Empty>
  )
  return (
    <section className="tables-page" aria-label={t('tables.title')}>
      <div className="tables-head">
        <Lists space={space} value="tables" />
        <SearchField label={t('tables.search')} q={q} onSearch={setQ} />
        <Button type="text" icon={<DeleteOutlined />} onClick={() => address.showTrash(true)}>
          {t('tables.trash')}
        </Button>
        <span className="space" />
        {mayCreate && <ImportButton space={space} onOpen={(id) => address.open(id)} />}
        {rows.length > 0 && create}
      </div>
      <RecordList
        query={query}
        label={t('tables.title')}
        rows={rows}
        keyOf={({ id }) => id}
        columns={columns}
        card={(one) => (
          <div className="record-card">
            <Link className="records-open" to={tablePath(space.id, one.id)}>
              {one.name}
            </Link>
            <small>{t('tables.size', { count: one.rows, columns: one.columns })}</small>
          </div>
        )}
        empty={empty}
      />
      {mayCreate && file && (
        <ImportDrawer space={space} file={file} onOpen={(id) => address.open(id)} onClose={() => setFile(null)} />
      )}
      <TableDrawer space={space} panel={panel} onClose={() => setPanel(null)} onMade={(id) => address.open(id)} />
    </section>
  )
}

/** The file that the address asks to import, once: reloading the page doesn't ask again. */
function useImported({ imported, importedName, forgetImport }: TableAddress) {
  const [file, setFile] = useState<ImportFile | null>(null)
  useEffect(() => {
    if (!imported) return
    setFile({ source: { from: 'file', hash: imported }, name: importedName })
    forgetImport()
  }, [imported, importedName, forgetImport])
  return [file, setFile] as const
}

/** Reloads lists when somebody created, renamed or deleted a table. */
function useListNews(spaceId: string) {
  const renew = useResourceRenewal('tables')
  useEffect(
    () =>
      onRealtime((event) => {
        if (event.mark === 'table_refresh' && event.spaceId === spaceId && event.tableId === undefined) renew()
      }),
    [spaceId, renew],
  )
}

function useColumns(space: Space, onPanel: (panel: TablePanel) => void) {
  const { t, i18n } = useTranslation()
  return [
    {
      key: 'name',
      label: t('tables.name.label'),
      render: (table: TableRecord) => (
        <span className="record-two">
          <Link className="records-open" to={tablePath(space.id, table.id)}>
            {table.name}
          </Link>
          {table.description && <small title={table.description}>{table.description}</small>}
        </span>
      ),
    },
    {
      key: 'size',
      label: t('tables.sizeTitle'),
      isNumeric: true,
      render: ({ rows, columns }: TableRecord) => t('tables.size', { count: rows, columns }),
    },
    { key: 'bytes', label: t('tables.bytes'), isNumeric: true, render: ({ bytes }: TableRecord) => formatBytes(bytes) },
    { key: 'maker', label: t('tables.maker'), render: ({ maker }: TableRecord) => maker.personName },
    {
      key: 'visible',
      label: t('tables.visibility'),
      render: ({ isShared }: TableRecord) => (
        <span className="tag">{t(isShared ? 'tables.shared' : 'tables.private')}</span>
      ),
    },
    {
      key: 'changed',
      label: t('tables.changedAt'),
      isNumeric: true,
      render: ({ changedAt }: TableRecord) => formatDateTime(changedAt, i18n.language),
    },
    {
      key: 'menu',
      label: '',
      render: (table: TableRecord) => <RowMenu space={space} table={table} onPanel={onPanel} />,
    },
  ]
}

function RowMenu({
  space,
  table,
  onPanel,
}: {
  space: Space
  table: TableRecord
  onPanel: (panel: TablePanel) => void
}) {
  const { t } = useTranslation()
  const menu = useTableMenu(space, table, onPanel)
  return (
    <Dropdown menu={menu} trigger={['click']}>
      <Button
        className="over-link"
        type="text"
        size="small"
        icon={<MoreOutlined />}
        aria-label={t('tables.more', { name: table.name })}
      />
    </Dropdown>
  )
}
