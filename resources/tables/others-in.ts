import type { Other } from '../../src/grid/types.ts'
import { toneOfPerson } from '../../src/widgets/PeopleHere.tsx'
import type { TableContext } from './context.ts'
import type { PresentInTable } from './use-table-presence.ts'

/** Those of the others whose cell is among the visible rows; `last` is included. */
export function othersIn(
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
    return [{ id: pageId, name: personName, tone: toneOfPerson(personId), place: { row, column }, isTyping: false }]
  })
}
