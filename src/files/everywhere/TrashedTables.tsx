import { TableOutlined } from '@ant-design/icons'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { spacePath } from '#contract/pages/paths.ts'
import { type TrashedTable, tables } from '#contract/tables.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'
import { useTrashedTables } from '#providers/use-trashed-tables.ts'
import { formatBytes, formatDateTime } from '../../widgets/format.ts'
import { MoreButton } from '../../widgets/MoreButton.tsx'
import { NotLoaded } from '../../widgets/NotLoaded.tsx'

/** Tables that are shown at once: files come after them (our choice). */
const SHOWN = 5

/** The deleted tables of all spaces, the latest first. */
export function useTrashedEverywhere() {
  const query = useInfiniteQuery({
    queryKey: ['tables', 'trashed'],
    ...byPages((after) => call(tables.trashed, { size: SHOWN, ...after }, { quiet: true })),
    staleTime: 0,
  })
  return { query, list: query.data?.pages.flatMap((page) => page.list) ?? [] }
}

/** The rows of these tables, and the heading of the files below them; nothing when there are none. */
export function TrashedTables({ query, list }: ReturnType<typeof useTrashedEverywhere>) {
  const { t } = useTranslation()
  if (query.isError && !list.length) return <NotLoaded error={query.error} onRetry={query.refetch} />
  if (!list.length) return null
  return (
    <section aria-labelledby="trash-tables">
      <h2 id="trash-tables" className="trash-kind">
        {t('trash.tables')}
      </h2>
      <ul>
        {list.map((table) => (
          <Row key={table.id} table={table} />
        ))}
      </ul>
      {query.hasNextPage && (
        <div className="results-more">
          <MoreButton query={query} label={t('trash.tablesMore')} size="middle" />
        </div>
      )}
      <h2 className="trash-kind">{t('trash.files')}</h2>
    </section>
  )
}

function Row({ table }: { table: TrashedTable }) {
  const { t, i18n } = useTranslation()
  const { restore, purge, daysLeft } = useTrashedTables()
  const { name, space, rows, columns, bytes, trashedAt, mayRestore } = table
  const one = { ...table, spaceId: space.id }
  return (
    <li>
      <TableOutlined />
      <span className="trash-properties">
        <b>{name}</b>
        <small className="num">
          <Link to={`${spacePath(space.id, 'form')}?trash=1`}>{space.name}</Link> ·{' '}
          {t('tables.size', { count: rows, columns })} · {formatBytes(bytes)} ·{' '}
          {t('trash.tableWhen', {
            count: daysLeft(trashedAt),
            time: trashedAt && formatDateTime(trashedAt, i18n.language),
          })}
        </small>
      </span>
      <Button size="small" disabled={!mayRestore} onClick={() => void restore(one).catch(() => undefined)}>
        {t('trash.restore')}
      </Button>
      <Button size="small" type="text" danger disabled={!mayRestore} onClick={() => purge(one)}>
        {t('trash.purge')}
      </Button>
    </li>
  )
}
