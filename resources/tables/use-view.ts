import { useEffect, useRef, useState } from 'react'
import { SORTS_MAX } from '#contract/core/limits.ts'
import type { Column } from '#contract/tables/columns.ts'
import type { Question } from '#contract/tables/question.ts'
import { type DataTable, tables, type ViewState } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import type { Asked, TableAddress } from './address.ts'

/** How long a look at a table lasts before it is kept, in ms (our choice). */
const KEEP_MS = 800

/**
 * A question without columns that are not there, and for an earlier moment without what can't be asked of one: groups and
 * rules.
 */
function askable({ filter, sort, q, groupBy }: Asked, columns: readonly Column[], isPast: boolean): Asked {
  const ids = new Set(columns.map(({ id }) => id))
  const groups = filter.map(({ match, conditions }) => ({
    match,
    conditions: conditions.filter(({ column, operator }) => ids.has(column) && !(isPast && operator === 'broken')),
  }))
  return {
    filter: groups.filter(({ conditions }) => conditions.length > 0),
    sort: sort.filter(({ column }) => ids.has(column)),
    q,
    groupBy: isPast || groupBy === null || !ids.has(groupBy) ? null : groupBy,
  }
}

/**
 * The current view of the table: the question is in the address, so that Back works; everything is stored for the next
 * visit. A table that `isPast` is asked only what can be asked of an earlier moment, and how its columns are looked at is
 * that of today until it is changed, which is forgotten with the moment.
 */
export function useView(table: DataTable, address: TableAddress, isPast: boolean) {
  const { spaceId, id } = table
  const [state, setState] = useState<ViewState>(table.view)
  const [then, setThen] = useState<Partial<ViewState>>({})
  useEffect(() => (isPast ? () => setThen({}) : undefined), [isPast])
  const kept = useRef(state)
  const own: Asked = { filter: state.filter, sort: state.sort, q: '', groupBy: state.groupBy }
  const wanted = address.question ?? own
  const asked = askable(wanted, table.columnList, isPast)
  const { groupBy, ...question } = asked
  // Of a column that went, what was asked is kept: it may come back.
  const { q, ...keepable } = isPast ? asked : wanted
  const looked = JSON.stringify({ ...state, ...keepable })
  useEffect(() => {
    if (isPast || looked === JSON.stringify(kept.current)) return
    const timer = setTimeout(() => {
      const next: ViewState = JSON.parse(looked)
      kept.current = next
      // The view is saved in the background; if that fails, the next visit starts with the previous one.
      call(tables.setView, { spaceId, id, state: next }, { quiet: true, stays: true }).catch(() => {})
    }, KEEP_MS)
    return () => clearTimeout(timer)
  }, [looked, spaceId, id, isPast])

  const { sort } = question
  const order = sort.find(({ column }) => column === groupBy)?.order ?? 'asc'
  const others = sort.filter(({ column }) => column !== groupBy).slice(0, SORTS_MAX - 1)
  const shown: Question = groupBy === null ? question : { ...question, sort: [{ column: groupBy, order }, ...others] }

  const look = (over: Partial<ViewState>) =>
    isPast ? setThen((now) => ({ ...now, ...over })) : setState((now) => ({ ...now, ...over }))
  const ask = (over: Partial<Asked>) => address.ask((now) => ({ ...(now ?? own), ...over }), { replace: 'q' in over })
  /** Shows a saved view. */
  function show(next: ViewState) {
    setState(next)
    address.ask(() => ({ filter: next.filter, sort: next.sort, q: '', groupBy: next.groupBy }))
  }
  return {
    state: { ...state, ...keepable, ...(isPast && { ...then, aggregates: {} }) },
    question,
    asked,
    groupBy,
    /** The question with the order of the groups. */
    shown,
    look,
    ask,
    show,
  }
}
export type View = ReturnType<typeof useView>
