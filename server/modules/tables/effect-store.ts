import { type RawBuilder, sql } from 'kysely'
import type { CellConflict } from '#contract/tables/changes.ts'
import type { Cell, CellType } from '#contract/tables/columns.ts'
import type { Tx } from '#server/storage/database.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { converted } from './conversion-store.ts'
import {
  cell,
  columnName,
  effectsOf,
  everyEffect,
  fromEffect,
  keyOf,
  onWire,
  type Physical,
  PLACE,
  rowsOf,
  wholeRow,
} from './physical-store.ts'
import { writeRows } from './rewrite-store.ts'

const typesByName: Record<string, CellType> = {
  text: 'text',
  numeric: 'number',
  date: 'date',
  'timestamp with time zone': 'datetime',
  boolean: 'boolean',
  'text[]': 'choices',
  uuid: 'file',
}

/** The physical columns that people fill in, those that the catalogue no longer names too. */
export async function filledColumns(tx: Tx, tableId: string): Promise<Physical[]> {
  const { rows } = await sql<{ physical: number; type: string }>`
    select substr(attname, 2)::int as physical, format_type(atttypid, atttypmod) as type from pg_attribute
    where attrelid = ${`tables.t_${tableId.toLowerCase().replaceAll('-', '')}`}::regclass and attnum > 0
      and not attisdropped and attgenerated = '' and attname ~ '^c[0-9]+$' order by 1`.execute(tx)
  return rows.map(({ physical, type }) => ({ physical, type: typesByName[type] ?? 'text' }))
}

/** A column whose type was changed after a change: as it was just after that change, and now. */
export type Retyped = { from: ColumnRow; to: ColumnRow }
/** A change to reverse or to do again; `touched` are the physical columns that it wrote. */
export type Work = {
  tx: Tx
  tableId: string
  spaceId: string
  of: number
  way: 'undo' | 'redo'
  all: readonly Physical[]
  touched: readonly number[]
  /** When the change was done last, by its person or by doing it again. */
  since: number
  /** Physical columns that changes since wrote. */
  written: readonly number[]
  retyped: readonly Retyped[]
  /** Where the values of physical columns were moved, with the same type: the column now shows another one. */
  moved: ReadonlyMap<number, number>
}
export type Clash = { row: number; physical: number; wanted: Cell; present: Cell }

/** How a change is reversed or done again: what each of its rows should be, and what it is expected to be now. */
export function sides({ way }: Work) {
  const [wanted, expected] = way === 'undo' ? ['before', 'after'] : ['after', 'before']
  return { wanted: sql.raw(`e.${wanted}`), expected: sql.raw(`e.${expected}`) }
}
export const valueIn = ({ physical, type }: Physical, effect: RawBuilder<unknown>) => fromEffect(type, physical, effect)

/** The columns that a change touched; of one whose values went to another of them since, that which people saw then. */
export function touchedOf({ all, touched, moved }: Work): Physical[] {
  const hidden = new Set([...moved].flatMap(([from, to]) => (touched.includes(from) ? [to] : [])))
  return [PLACE, ...all].filter(({ physical }) => touched.includes(physical) && !hidden.has(physical))
}

/** The column that holds what people see of a column that a change touched. */
const nowIn = ({ moved }: Pick<Work, 'moved'>, { physical, type }: Physical): Physical => ({
  physical: moved.get(physical) ?? physical,
  type,
})

/** Cells that are neither as the change left them nor as wanted: they were edited since. */
function isClash(work: Work, column: Physical): RawBuilder<unknown> {
  const { wanted, expected } = sides(work)
  const present = cell(nowIn(work, column).physical)
  return sql`(${expected} ? ${keyOf(column.physical)}
    and ${present} is distinct from ${valueIn(column, expected)}
    and (${wanted} is null or ${present} is distinct from ${valueIn(column, wanted)}))`
}
/** Whether a cell of a row `t` was edited since: it has a value, and one that differs from before. */
export function isWrittenSince(
  { tableId, since }: Pick<Work, 'tableId' | 'since'>,
  { physical, type }: Physical,
): RawBuilder<unknown> {
  const key = keyOf(physical)
  return sql`(${cell(physical)} is not null and coalesce((
    select ${cell(physical)} is distinct from ${fromEffect(type, physical, sql`w.before`)} from ${everyEffect(tableId, sql`t.id`)} w
    where w.row_id = t.id and w.change_id > ${since} and (w.before ? ${key} or w.after ? ${key})
    order by w.change_id limit 1), false))`
}
/** Rows that would be removed, with cells edited since in columns that the change doesn't include. */
const filledSince = (work: Work): RawBuilder<unknown>[] => {
  const { wanted, expected } = sides(work)
  return work.all
    .filter(({ physical }) => work.written.includes(physical))
    .map(
      (column) =>
        sql`(${wanted} is null and not ${expected} ? ${keyOf(column.physical)} and ${isWrittenSince(work, column)})`,
    )
}
const anyClash = (work: Work) => {
  const parts = [...touchedOf(work).map((column) => isClash(work, column)), ...filledSince(work)]
  return parts.length ? sql`(${sql.join(parts, sql` or `)})` : sql`false`
}

/** The first cells that somebody changed since, and the number of such rows; missing rows count, too. */
export async function clashes(work: Work, most: number): Promise<{ first: Clash[]; count: number }> {
  const { wanted, expected } = sides(work)
  const from = sql`${effectsOf(work.tableId)} e left join ${rowsOf(work.tableId)} t on t.id = e.row_id`
  const where = sql`e.change_id = ${work.of} and ${expected} is not null
    and case when t.id is null then ${wanted} is not null else ${anyClash(work)} end`
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${from} where ${where}`.execute(work.tx)
  const count = rows[0]?.count ?? 0
  if (!count) return { first: [], count }
  const each = touchedOf(work)
    .filter(({ physical }) => physical !== PLACE.physical)
    .slice(0, 50)
    .map((column) => {
      const { physical } = nowIn(work, column)
      return sql`
        select e.row_id as row, ${physical}::int as physical, to_jsonb(${onWire(column.type, valueIn(column, wanted))}) as wanted,
          to_jsonb(${onWire(column.type, cell(physical))}) as present
        from ${from} where ${where} and (t.id is null or ${isClash(work, column)})`
    })
  if (!each.length) return { first: [], count }
  const { rows: first } = await sql<Clash>`
    select * from (${sql.join(each, sql` union all `)}) as c order by row, physical limit ${most}`.execute(work.tx)
  return { first, count }
}

/** Cells edited since in a column that would be removed: the first, and how many. */
export async function lostWith(
  work: Work,
  { id, ...column }: ColumnRow,
  most: number,
): Promise<{ first: CellConflict[]; count: number }> {
  const { tx, tableId, written } = work
  if (!written.includes(column.physical)) return { first: [], count: 0 }
  const { rows } = await sql<CellConflict & { count: number }>`
    select t.id as row, ${id}::integer as column, null::jsonb as wanted,
      to_jsonb(${onWire(column.type, cell(column.physical))}) as present, count(*) over () as count
    from ${rowsOf(tableId)} t where ${isWrittenSince(work, column)} order by t.id limit ${most}`.execute(tx)
  return { first: rows.map(({ count: _, ...one }) => one), count: rows[0]?.count ?? 0 }
}

/** Who changed cells last, by their rows and present columns, and the cells of their rows in another column. */
export async function lastWriters(
  { tx, tableId }: Pick<Work, 'tx' | 'tableId'>,
  cells: readonly { row: number; physical: number }[],
  titles: Physical | undefined,
): Promise<{ personName: string | null; rowTitle: Cell }[]> {
  const title = titles ? sql`to_jsonb(${onWire(titles.type, cell(titles.physical))})` : sql`null::jsonb`
  const [rows, keys] = [cells.map(({ row }) => row), cells.map(({ physical }) => String(physical))]
  const { rows: found } = await sql<{ personName: string | null; rowTitle: Cell }>`
    select p.name as "personName", ${title} as "rowTitle"
    from unnest(${rows}::bigint[], ${keys}::text[]) with ordinality as c (row, key, n)
      left join lateral (
        select h.person_id from ${everyEffect(tableId, sql`c.row`)} e join table_change h on h.id = e.change_id
        where e.row_id = c.row and (e.after is null or e.before ? c.key or e.after ? c.key)
        order by e.change_id desc limit 1) as w on true
      left join person p on p.id = w.person_id left join ${rowsOf(tableId)} t on t.id = c.row
    order by c.n`.execute(tx)
  return found
}

/** A restored value: as the row had it, converted if the type of its column has changed since. */
function valueBack(work: Work, column: Physical): RawBuilder<unknown> {
  const { wanted } = sides(work)
  const retyped = work.retyped.find(({ to }) => to.physical === column.physical)
  if (!retyped) return valueIn(column, wanted)
  const { from, to } = retyped
  const offset = to.format.offsetMinutes ?? from.format.offsetMinutes ?? 0
  return converted(from.type, to.type, valueIn(from, wanted), { spaceId: work.spaceId, offset })
}

/**
 * Restores the rows of a change to their state before or after it, and records the effects under `changeId`. Rows with
 * clashes are not changed. Returns the number of changed rows, and by how many the number of rows grew.
 */
export async function applyEffects(work: Work, changeId: number): Promise<{ touched: number; more: number }> {
  const { tx, tableId, of, all } = work
  const { wanted, expected } = sides(work)
  const every = all.map(({ physical }) => physical)
  const names = all.map(({ physical }) => sql`, ${columnName(physical)}`)
  const values = all.map((column) => sql`, ${valueBack(work, column)}`)
  const { rows } = await sql<{ gone: number; back: number }>`
    with gone as (
      delete from ${rowsOf(tableId)} t using ${effectsOf(tableId)} e
      where e.change_id = ${of} and ${wanted} is null and t.id = e.row_id and not ${anyClash(work)}
      returning t.id, ${wholeRow(every)} as before),
    back as (
      insert into ${rowsOf(tableId)} as t (id, ord${sql.join(names, sql``)})
      select e.row_id, ${valueIn(PLACE, wanted)}${sql.join(values, sql``)} from ${effectsOf(tableId)} e
      where e.change_id = ${of} and ${expected} is null and ${wanted} is not null
      on conflict (id) do nothing returning t.id, ${wholeRow(every)} as after),
    noted as (
      insert into ${effectsOf(tableId)} (change_id, row_id, before, after)
      select ${changeId}::bigint, id, before, null::jsonb from gone
      union all select ${changeId}::bigint, id, null, after from back)
    select (select count(*) from gone) as gone, (select count(*) from back) as back`.execute(tx)
  const { gone, back } = rows[0] ?? { gone: 0, back: 0 }
  return { touched: gone + back + (await applyUpdates(work, changeId)), more: back - gone }
}

function applyUpdates(work: Work, changeId: number): Promise<number> | number {
  const { tx, tableId, of } = work
  const columns = touchedOf(work)
  if (!columns.length) return 0
  const { wanted } = sides(work)
  const writes = columns.map((column) => {
    const now = nowIn(work, column)
    return {
      column: now,
      value: sql`case when ${wanted} ? ${keyOf(column.physical)} then ${valueIn(column, wanted)} else ${cell(now.physical)} end`,
    }
  })
  const from = sql`join ${effectsOf(tableId)} e on e.row_id = t.id and e.change_id = ${of}
    and e.before is not null and e.after is not null`
  return writeRows({ tx, tableId, changeId }, writes, { from, where: sql`not ${anyClash(work)}` })
}
