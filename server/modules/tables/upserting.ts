import { Failure } from '#server/failure.ts'
import { type Doer, demandFit, filled } from './doing.ts'
import { columnIn } from './question-store.ts'
import { demandFew, demandRoomForRows, namesOf } from './row-changes.ts'
import { addRows, roomBehind, rowsByKeys, writeCells } from './row-store.ts'

/** Rows change those of the table that have their keys, the others are added at the end, in one step. */
export const upsertOf: Doer<'upsert'> = async (doing, { columns: ids, keys: keyIds, rows }) => {
  demandFew(ids.length * rows.length)
  const columns = ids.map((id) => columnIn(doing.columns, id))
  demandFit(columns, rows)
  const places = keyIds.map((id) => ids.indexOf(id))
  if (places.includes(-1)) throw new Failure('invalid')
  const keys = places.flatMap((place) => columns[place] ?? [])
  const found = await rowsByKeys(
    doing,
    keys,
    rows.map((row) => places.map((place) => row[place] ?? null)),
  )
  const repeated = found.find(({ isRepeated }) => isRepeated)
  if (repeated) throw new Failure('tableKeyRepeated', { values: { row: repeated.key + 1 } })
  const present = found.flatMap(({ key, ids: of }) =>
    of.map((id) => ({ id, values: rows[key] ?? [], changeId: doing.changeId })),
  )
  const known = new Set(found.flatMap(({ key, ids: of }) => (of.length ? [key] : [])))
  const added = rows.filter((_, at) => !known.has(at))
  demandRoomForRows(doing, added.length)
  const changed = present.length ? ((await writeCells(doing, columns, present)).get(doing.changeId) ?? 0) : 0
  const place = await roomBehind(doing, undefined, added.length)
  const all = filled(doing.columns)
  const made = place && added.length ? await addRows(doing, { columns, rows: added, all, place }) : []
  return {
    touched: changed + made.length,
    rows: made,
    more: made.length,
    physical: made.length ? all : columns.map(({ physical }) => physical),
    details: { columns: namesOf(columns) },
  }
}
