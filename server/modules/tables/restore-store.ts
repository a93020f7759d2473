import { sql } from 'kysely'
import { changedSince, type Moment, valueThen } from './past-store.ts'
import { columnName, effectsOf, fromEffect, type Physical, PLACE, rowsOf, wholeRow } from './physical-store.ts'
import { type Target, writeRows } from './rewrite-store.ts'

/** Restores all rows to a point in time. Returns how many it changed, and the difference of the row count. */
export async function restoreRows(
  target: Target,
  moment: Moment,
  all: readonly Physical[],
): Promise<{ touched: number; more: number }> {
  const { tx, tableId, changeId } = target
  const [rows, effects, past] = [rowsOf(tableId), effectsOf(tableId), changedSince({ ...moment, until: changeId })]
  const every = all.map(({ physical }) => physical)
  const gone = await sql`
    with gone as (
      delete from ${rows} t using ${past} as p where t.id = p.row_id and p.is_new
      returning t.id, ${wholeRow(every)} as before)
    insert into ${effects} (change_id, row_id, before) select ${changeId}, id, before from gone`.execute(tx)
  const names = [PLACE, ...all].map(({ physical }) => columnName(physical))
  const values = [PLACE, ...all].map(({ physical, type }) => fromEffect(type, physical, sql`p.cells`))
  const back = await sql`
    with back as (
      insert into ${rows} as t (id, ${sql.join(names)}) select p.row_id, ${sql.join(values)} from ${past} as p
      where not p.is_new and not exists (select 1 from ${rows} t where t.id = p.row_id)
      returning t.id, ${wholeRow(every)} as after)
    insert into ${effects} (change_id, row_id, after) select ${changeId}, id, after from back`.execute(tx)
  const { rows: found } = await sql<{ physical: number[] | null }>`
    select array_agg(distinct p) as physical from table_change h, unnest(h.physical) as p
    where h.table_id = ${tableId}::uuid and h.id > ${moment.at}`.execute(tx)
  const writes = [PLACE, ...all]
    .filter(({ physical }) => found[0]?.physical?.includes(physical))
    .map((column) => ({ column, value: valueThen(column) }))
  const from = sql`join ${past} as p on p.row_id = t.id and not p.is_new`
  const changed = writes.length ? await writeRows(target, writes, { from }) : 0
  const [removed, added] = [Number(gone.numAffectedRows ?? 0), Number(back.numAffectedRows ?? 0)]
  return { touched: removed + added + changed, more: added - removed }
}
