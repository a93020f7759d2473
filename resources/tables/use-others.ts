import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import type { Other } from '../../src/grid/types.ts'
import { toneOfPerson } from '../../src/widgets/PeopleHere.tsx'
import type { TableContext } from './context.ts'
import type { PresentInTable } from './use-table-presence.ts'

/** Those of the others whose cell is among the visible rows; `last` is included. */
function othersIn(
  present: readonly PresentInTable[],
  { first, last }: { first: number; last: number },
  { rows, columns }: Pick<TableContext, 'rows' | 'columns'>,
): Other[] {
  if (present.length === 0) return []
  const places = new Map<number, number>()
  for (let row = first; row <= last; row += 1) {
    const id = rows.pages.rowAt(row)?.id
    if (id !== undefined) places.set(id, row)
  }
  return present.flatMap(({ pageId, personId, personName, cell }) => {
    const row = cell ? places.get(cell.row) : undefined
    const column = cell ? columns.findIndex(({ id }) => id === cell.column) : -1
    if (row === undefined || column < 0) return []
    const isTyping = cell?.isTyping ?? false
    return [{ id: pageId, name: personName, tone: toneOfPerson(personId), place: { row, column }, isTyping }]
  })
}

const none = () => 0

/**
 * Other users whose cells are visible; `onView` is called with the visible rows. While nobody else is viewing the
 * table, scrolling redraws only the grid.
 */
export function useOthers(context: TableContext, present: readonly PresentInTable[]) {
  const { pages } = context.rows
  const lines = useRef({ first: 0, last: 0 })
  const [seen, setSeen] = useState(lines.current)
  const hasOthers = present.length > 0
  useEffect(() => {
    if (hasOthers) setSeen(lines.current)
  }, [hasOthers])
  // The rows of other users may be loaded later.
  useSyncExternalStore(pages.subscribe, hasOthers ? pages.version : none)
  const onView = (first: number, last: number) => {
    lines.current = { first, last }
    if (hasOthers) setSeen((now) => (now.first === first && now.last === last ? now : lines.current))
  }
  return { others: othersIn(present, seen, context), onView }
}
