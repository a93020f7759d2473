import type { JournalAction } from '#contract/journal.ts'
import type { Doer, Journal } from '#server/modules/journal/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { handsOutRows, type TableRow } from './catalogue-store.ts'

type Told = Pick<TableRow, 'id' | 'space_id' | 'name' | 'is_shared' | 'maker_id'>
type What = { tableId?: string; change?: number; hasComments?: true; hasViews?: true }
type Entry = { action: JournalAction; doer: Doer; details?: string }

/**
 * Events of tables: of a shared one to everyone in its space, of a private one only to its creator. Others are told, without
 * saying of which table, when rows may have changed that views hand out.
 */
export function tableNews({ db, bus, journal }: { db: Db; bus: Bus; journal: Journal }) {
  /** Notifies pages that a table changed, or without `tableId` the list of tables. */
  async function publish({ space_id: spaceId, is_shared, maker_id }: Told, what: What, tx?: Tx): Promise<void> {
    const event = { mark: 'table_refresh' as const, spaceId, ...what }
    if (is_shared) return bus.publish('realtime', { spaceId, event }, tx)
    await bus.publish('realtime', { to: [maker_id], event }, tx)
    if (!what.tableId || what.hasComments || what.hasViews || !(await handsOutRows(tx ?? db, spaceId))) return
    const ofViews = { mark: 'space' as const, type: 'views' as const, spaceId, folders: [] }
    await bus.publish('realtime', { spaceId, event: ofViews }, tx)
  }

  /** Writes to the journal, which all members read: nothing of a table that is not shared. */
  async function note(
    db: Db | Tx,
    { id, space_id, name, is_shared }: Told,
    { details, ...entry }: Entry,
  ): Promise<void> {
    if (!is_shared) return
    const item = { id, name }
    await journal.record(db, [{ spaceId: space_id, item, ...entry, ...(details && { details: { from: details } }) }])
  }

  return { publish, note }
}
export type TableNews = ReturnType<typeof tableNews>
