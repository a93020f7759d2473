import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { can } from '#contract/core/policy.ts'
import type { Space } from '#contract/spaces.ts'
import type { Column } from '#contract/tables/columns.ts'
import type { DataTable } from '#contract/tables.ts'
import { sentenceOf } from '#providers/failures.ts'
import { actorOf, useUser } from '#providers/session.ts'
import type { Selected } from '../../src/grid/types.ts'
import { NotLoaded } from '../../src/widgets/NotLoaded.tsx'
import { GridSkeleton } from '../../src/widgets/Skeleton.tsx'
import { useTitle } from '../../src/widgets/use-title.ts'
import { useNarrow } from '../../src/widgets/viewport.ts'
import type { TableAddress } from './address.ts'
import { TableCards } from './cards.tsx'
import { CommentsDrawer } from './comments.tsx'
import type { TableContext } from './context.ts'
import { TableDrawer, type TablePanel } from './form.tsx'
import { TableHistory } from './history.tsx'
import type { HistoryOf } from './history-of.ts'
import { PastBar, timeOf, useMoment } from './past.tsx'
import { RowDrawer } from './row-drawer.tsx'
import { RowsProgress } from './rows-progress.tsx'
import { StatusBar } from './status-bar.tsx'
import { TableGrid } from './table-grid.tsx'
import { TableHead } from './table-head.tsx'
import { useChanges } from './use-changes.tsx'
import { useCommented } from './use-comments.ts'
import { useGroups } from './use-groups.ts'
import { type Rows, useRows } from './use-rows.ts'
import { useTable, useTableNews } from './use-table.ts'
import { useTablePresence } from './use-table-presence.ts'
import { useTerms } from './use-terms.ts'
import { useView } from './use-view.ts'
import { ViewBar } from './view-bar.tsx'
import { waitingReads } from './waiting-reads.ts'

type Props = { space: Space; tableId: string; address: TableAddress }

/** One table: its rows in the grid, or as cards on narrow screens. */
export function TablePage({ space, tableId, address }: Props) {
  const { t } = useTranslation()
  const query = useTable(space.id, tableId)
  const { error, refetch } = query
  const data = useTerms(query.data)
  useTitle(data ? data.name : null)
  if (data) return <Loaded space={space} table={data} address={address} />
  if (!error) return <GridSkeleton />
  return (
    <NotLoaded error={error} onRetry={refetch}>
      <Button onClick={() => address.open(null)}>{t('tables.all')}</Button>
    </NotLoaded>
  )
}

/** The selected cell as other users see it; group headings are not reported. */
function cellOf(selected: Selected | null, columns: readonly Column[], rows: Rows, isTyping: boolean) {
  const at = selected?.spot?.cell
  const row = at && rows.pages.rowAt(at.row)
  const column = at && columns[at.column]?.id
  return row && row.heading === undefined && column !== undefined ? { row: row.id, column, isTyping } : null
}

function Loaded({ space, table: now, address }: { space: Space; table: DataTable; address: TableAddress }) {
  const { t, i18n } = useTranslation()
  const actor = actorOf(useUser())
  const isNarrow = useNarrow()
  const past = useMoment(now, address)
  const isPast = past !== null
  const moment = past?.data ?? null
  const then = useMemo(() => (moment ? { ...now, ...moment, lock: null } : undefined), [now, moment])
  const table = useTerms(then) ?? now
  const view = useView(table, address, isPast)
  const [waiting] = useState(waitingReads)
  const hidden = new Set(view.state.hidden)
  const columns = table.columnList.filter(({ id }) => !hidden.has(id))
  const { groups, error: ungrouped } = useGroups({ table, view, waiting })
  const spans = isNarrow ? null : (groups?.spans ?? null)
  const rows = useRows(table, view.shown, columns, { spans, at: moment?.change, waiting })
  for (const [id, name] of Object.entries(groups?.names ?? {})) rows.names.set(id, name)
  const changes = useChanges(now, rows)
  const [selected, setSelected] = useState<Selected | null>(null)
  const [isTyping, setTyping] = useState(false)
  const [panel, setPanel] = useState<TablePanel | null>(null)
  const [history, showHistory] = useState<HistoryOf | null>(null)
  useTableNews(now, changes.refresh)
  const commented = useCommented(now)
  const present = useTablePresence(now, isPast ? null : cellOf(selected, columns, rows, isTyping), isPast)
  const mayEditNow = can(actor, 'table.edit', space) && now.lock === null
  const context: TableContext = {
    space,
    table,
    address,
    view,
    rows,
    waiting,
    groups: isNarrow ? null : groups,
    changes,
    columns,
    isPast,
    mayEdit: mayEditNow && !isPast,
    mayComment: can(actor, 'table.comment', space),
    commented,
    showHistory,
  }
  const contextNow = { ...context, table: now, mayEdit: mayEditNow }
  return (
    <section className="table-page" aria-label={table.name}>
      <TableHead
        context={context}
        present={present}
        onPanel={setPanel}
        onHistory={() => showHistory(history ? null : {})}
      />
      <p className="sr-only" role="status">
        {moment && t('tables.past.viewing', { at: timeOf(moment, past?.until ?? null, i18n.language) })}
      </p>
      {moment && <PastBar context={contextNow} moment={moment} until={past?.until ?? null} />}
      <ViewBar context={context} />
      {table.lock && (
        <p className="table-lock" role="status">
          {t('tables.locked', { name: table.lock.personName })}
          {table.lock.total !== null && ` ${t('tables.lockDone', { count: table.lock.done, total: table.lock.total })}`}
        </p>
      )}
      {ungrouped !== null && (
        <p className="table-lock" role="alert">
          {sentenceOf(ungrouped)}
        </p>
      )}
      {past && !moment ? (
        <Awaited {...past} onLeave={() => address.look(null)} />
      ) : isNarrow ? (
        <TableCards key={moment?.change ?? 'now'} context={context} />
      ) : (
        <TableGrid
          key={moment?.change ?? 'now'}
          context={context}
          present={present}
          onSelect={setSelected}
          onWriting={setTyping}
        />
      )}
      <RowsProgress context={context} />
      <StatusBar context={context} selected={selected} />
      <RowDrawer context={context} />
      {address.comments && <CommentsDrawer context={context} of={address.comments} />}
      {history && (
        <TableHistory
          key={JSON.stringify(history)}
          context={contextNow}
          of={history}
          onAll={() => showHistory({})}
          onClose={() => showHistory(null)}
        />
      )}
      <TableDrawer space={space} panel={panel} onClose={() => setPanel(null)} onMade={(id) => address.open(id)} />
    </section>
  )
}

type AwaitedProps = Pick<NonNullable<ReturnType<typeof useMoment>>, 'error' | 'retry'> & { onLeave: () => void }
/** In place of the rows of a moment that is not known yet. */
function Awaited({ error, retry, onLeave }: AwaitedProps) {
  const { t } = useTranslation()
  if (!error) return <GridSkeleton />
  return (
    <NotLoaded error={error} onRetry={retry}>
      <Button onClick={onLeave}>{t('tables.past.leave')}</Button>
    </NotLoaded>
  )
}
