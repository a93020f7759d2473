import { useEffect, useRef, useState } from 'react'
import type { Question } from '#contract/tables/question.ts'
import { type DataTable, tables, type ViewState } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import type { TableAddress } from './address.ts'

/** How long a look at a table lasts before it is kept, in ms (our choice). */
const KEEP_MS = 800

/**
 * How the table is looked at: the question stands in the address, so that Back works; all of it is kept for the next
 * time.
 */
export function useView(table: DataTable, address: TableAddress) {
  const { spaceId, id } = table
  const [state, setState] = useState<ViewState>(table.view)
  const kept = useRef(state)
  const question: Question = address.question ?? { filter: state.filter, sort: state.sort, q: '' }
  const { filter, sort } = question
  const looked = JSON.stringify({ ...state, filter, sort })
  useEffect(() => {
    if (looked === JSON.stringify(kept.current)) return
    const timer = setTimeout(() => {
      const next: ViewState = JSON.parse(looked)
      kept.current = next
      // The look is kept on the way; if that fails, the table looks as before the next time.
      call(tables.setView, { spaceId, id, state: next }, { quiet: true, stays: true }).catch(() => {})
    }, KEEP_MS)
    return () => clearTimeout(timer)
  }, [looked, spaceId, id])

  const look = (over: Partial<ViewState>) => setState((now) => ({ ...now, ...over }))
  const ask = (over: Partial<Question>) => address.ask({ ...question, ...over }, { replace: 'q' in over })
  /** Shows a saved view. */
  function show(next: ViewState) {
    setState(next)
    address.ask({ filter: next.filter, sort: next.sort, q: '' })
  }
  return { state: { ...state, filter, sort }, question, look, ask, show }
}
export type View = ReturnType<typeof useView>
