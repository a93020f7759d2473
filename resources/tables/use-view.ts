import { useEffect, useRef, useState } from 'react'
import { SORTS_MAX } from '#contract/core/limits.ts'
import type { Question } from '#contract/tables/question.ts'
import { type DataTable, tables, type ViewState } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import type { Asked, TableAddress } from './address.ts'

/** How long a look at a table lasts before it is kept, in ms (our choice). */
const KEEP_MS = 800

/**
 * The current view of the table: the question is in the address, so that Back works; everything is stored for the next
 * visit.
 */
export function useView(table: DataTable, address: TableAddress) {
  const { spaceId, id } = table
  const [state, setState] = useState<ViewState>(table.view)
  const kept = useRef(state)
  const asked: Asked = address.question ?? { filter: state.filter, sort: state.sort, q: '', groupBy: state.groupBy }
  const { groupBy, ...question } = asked
  const { filter, sort } = question
  const looked = JSON.stringify({ ...state, filter, sort, groupBy })
  useEffect(() => {
    if (looked === JSON.stringify(kept.current)) return
    const timer = setTimeout(() => {
      const next: ViewState = JSON.parse(looked)
      kept.current = next
      // The view is saved in the background; if that fails, the next visit starts with the previous one.
      call(tables.setView, { spaceId, id, state: next }, { quiet: true, stays: true }).catch(() => {})
    }, KEEP_MS)
    return () => clearTimeout(timer)
  }, [looked, spaceId, id])

  const isGrouped = table.columnList.some((column) => column.id === groupBy)
  const grouped = groupBy !== null && isGrouped
  const order = sort.find(({ column }) => column === groupBy)?.order ?? 'asc'
  const others = sort.filter(({ column }) => column !== groupBy).slice(0, SORTS_MAX - 1)
  const shown: Question = grouped ? { ...question, sort: [{ column: groupBy, order }, ...others] } : question

  const look = (over: Partial<ViewState>) => setState((now) => ({ ...now, ...over }))
  const ask = (over: Partial<Asked>) => address.ask({ ...asked, ...over }, { replace: 'q' in over })
  /** Shows a saved view. */
  function show(next: ViewState) {
    setState(next)
    address.ask({ filter: next.filter, sort: next.sort, q: '', groupBy: next.groupBy })
  }
  return {
    state: { ...state, filter, sort, groupBy },
    question,
    groupBy: isGrouped ? groupBy : null,
    /** The question with the order of the groups. */
    shown,
    look,
    ask,
    show,
  }
}
export type View = ReturnType<typeof useView>
