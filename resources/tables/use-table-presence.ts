import type { Presence } from '#contract/core/events.ts'
import { type DataTable, tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { type Present, usePresence } from '#providers/use-presence.ts'

/** Another page that looks at the table. */
export type PresentInTable = Present<Presence>

/** Tells the others at which cell of a shared table this page is, and who else looks at it; nobody who looks at an earlier moment of it. */
export function useTablePresence(
  { spaceId, id, isShared }: DataTable,
  cell: Presence['cell'],
  isPast: boolean,
): readonly PresentInTable[] {
  return usePresence<Presence>({
    id,
    isShared: isShared && !isPast,
    at: cell && `${cell.row} ${cell.column} ${cell.isTyping}`,
    tell: (look) => call(tables.look, { spaceId, id, ...look, cell: look.isHere ? cell : null }, { quiet: true }),
    newsOf: (event) => (event.mark === 'table_refresh' && event.tableId === id ? (event.presence ?? null) : null),
  })
}
