import { type RawBuilder, sql } from 'kysely'
import { sides, touchedOf, valueIn, type Work } from './effect-store.ts'
import { cell, columnName, effectsOf, keyOf, type Physical, PLACE, rowsOf } from './physical-store.ts'

/** Rows of a change that are added, removed or modified when it is undone or redone. */
export type Judged = { isExact: boolean; back: number; gone: number; changed: number }

/** Whether a cell of `t` has the value of an effect; `otherwise` if the effect does not contain it. */
function isAs(effect: RawBuilder<unknown>, otherwise: (present: RawBuilder<unknown>) => RawBuilder<unknown>) {
  return (column: Physical): RawBuilder<unknown> => {
    const present = cell(column.physical)
    return sql`case when ${effect} ? ${keyOf(column.physical)} then ${present} is not distinct from ${valueIn(column, effect)}
      else ${otherwise(present)} end`
  }
}
const every = (conditions: readonly RawBuilder<unknown>[]) =>
  conditions.length ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`

/** Checks in one pass whether all rows are still as the change left them, so its effects can be read backwards. */
export async function judge(work: Work): Promise<Judged> {
  const { tx, tableId, of, all } = work
  const { wanted, expected } = sides(work)
  const cells = touchedOf(work).map(isAs(expected, () => sql`true`))
  const whole = [PLACE, ...all].map(isAs(expected, (present) => sql`${present} is null`))
  const { rows } = await sql<Judged>`
    select count(*) filter (where ${expected} is null) as back, count(*) filter (where ${wanted} is null) as gone,
      count(*) filter (where ${wanted} is not null and ${expected} is not null) as changed,
      coalesce(bool_and(case when ${expected} is null then t.id is null when t.id is null then false
        when ${wanted} is null then ${every(whole)} else ${every(cells)} end), true) as "isExact"
    from ${effectsOf(tableId)} e left join ${rowsOf(tableId)} t on t.id = e.row_id
    where e.change_id = ${of}`.execute(tx)
  return rows[0] ?? { isExact: true, back: 0, gone: 0, changed: 0 }
}

/** Reverses a change, or does it again, where `judge` found every row as the change left it; leaves no effects. */
export async function applyExactly(work: Work, judged: Judged): Promise<{ touched: number; more: number }> {
  const { tx, tableId, of, all } = work
  const { wanted, expected } = sides(work)
  const [rows, effects] = [rowsOf(tableId), effectsOf(tableId)]
  const { back, gone, changed } = judged
  if (gone)
    await sql`delete from ${rows} t using ${effects} e
      where e.change_id = ${of} and ${wanted} is null and t.id = e.row_id`.execute(tx)
  if (back) {
    const names = [PLACE, ...all].map(({ physical }) => columnName(physical))
    const values = [PLACE, ...all].map((column) => valueIn(column, wanted))
    await sql`insert into ${rows} (id, ${sql.join(names)}) select e.row_id, ${sql.join(values)} from ${effects} e
      where e.change_id = ${of} and ${expected} is null order by e.row_id`.execute(tx)
  }
  if (changed) {
    const sets = touchedOf(work).map((column) => {
      const { physical } = column
      return sql`${columnName(physical)} = case when ${wanted} ? ${keyOf(physical)} then ${valueIn(column, wanted)} else ${cell(physical)} end`
    })
    await sql`update ${rows} t set ${sql.join(sets)} from ${effects} e
      where e.change_id = ${of} and e.before is not null and e.after is not null and t.id = e.row_id`.execute(tx)
  }
  return { touched: gone + back + changed, more: back - gone }
}
