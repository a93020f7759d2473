import type { Cell, ColumnDraft } from '#contract/tables/columns.ts'
import { recordAt } from '#server/modules/journal/index.ts'
import type { Tx } from '#server/storage/database.ts'
import { sqlTableCatalogue } from './catalogue-store.ts'
import { sqlChanges } from './change-store.ts'
import { filled, newColumns } from './doing.ts'
import { measureTable } from './measure-store.ts'
import { makePhysical } from './physical-store.ts'
import { byId } from './question-store.ts'
import { addRows, roomBehind } from './row-store.ts'

/** Rows that one statement adds. */
const ROWS_AT_ONCE = 1000

export type PlacedTable = {
  id: string
  spaceId: string
  name: string
  description: string
  maker: { id: string; name: string }
  columns: readonly ColumnDraft[]
  rows: readonly (readonly Cell[])[]
}

/** Makes a table with its rows as at a past time, with entries in its history and in the journal. */
export async function placeTable(tx: Tx, placed: PlacedTable, at: Date): Promise<void> {
  const { id, spaceId, name, description, maker, columns, rows } = placed
  const [catalogue, changes] = [sqlTableCatalogue(tx), sqlChanges(tx)]
  const next = columns.length + 1
  const counts = { next_column: next, next_physical: next }
  const row = {
    id,
    space_id: spaceId,
    name,
    description,
    is_shared: true,
    maker_id: maker.id,
    created_at: at,
    ...counts,
  }
  await catalogue.insert(tx, row)
  const fresh = { id, next_column: 1, next_physical: 1 }
  const { made, effects } = newColumns({ table: fresh, columns: new Map() }, columns, undefined)
  await makePhysical(tx, id, made)
  await catalogue.writeColumns(tx, id, { gone: [], rows: effects.flatMap(({ after }) => (after ? [after] : [])) })
  const target = { tx, tableId: id, changeId: await changes.nextId(tx) }
  const all = filled(byId(made))
  const people = made.filter(({ formula }) => formula === null)
  for (let first = 0; first < rows.length; first += ROWS_AT_ONCE) {
    const part = rows.slice(first, first + ROWS_AT_ONCE)
    const place = await roomBehind(target, undefined, part.length)
    if (place) await addRows(target, { columns: people, rows: part, all, place })
  }
  const nothing = { details: {}, columns: [], physical: [], ofId: null, isMirror: false }
  const traces = { kind: 'addRows', touched: rows.length, ...nothing } as const
  await changes.record(tx, { tableId: id, at }, [{ id: target.changeId, personId: maker.id, traces }], false)
  await catalogue.placeRows(tx, id, { more: rows.length, changeId: target.changeId })
  await measureTable(tx, id, { isBound: false })
  const doer = { ...maker, channel: 'web' } as const
  await recordAt(tx, [{ spaceId, action: 'tableMade', doer, item: { id, name } }], at)
}
