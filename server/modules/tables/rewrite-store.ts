import { type RawBuilder, sql } from 'kysely'
import { TABLE_TEXT_MAX } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'
import type { Tx } from '#server/storage/database.ts'
import { cell, columnName, effectsOf, keyOf, type Physical, rowsOf } from './physical-store.ts'

/** A table that a change writes; effects are left under its number. */
export type Target = { tx: Tx; tableId: string; changeId: number }
/** A column, and its new value in each row `t`. */
export type Write = { column: Physical; value: RawBuilder<unknown> }
/** Which rows `t`; `from` joins what the values and the condition need, at most one row for each. */
export type Which = { from?: RawBuilder<unknown>; where?: RawBuilder<unknown> | null }
/** Rows that several changes write; `change` is the number of the change that writes a row. */
type Shared = Which & { change: RawBuilder<unknown> }

const present = (at: number) => sql.raw(`w.p${at}`)
const wanted = (at: number) => sql.raw(`w.v${at}`)
const differs = (at: number) => sql`${present(at)} is distinct from ${wanted(at)}`

/** The JSON of an effect: only cells that become another. */
function changed(writes: readonly Write[], side: (at: number) => RawBuilder<unknown>): RawBuilder<unknown> {
  const one = ({ column }: Write, at: number) => sql`jsonb_build_object(${keyOf(column.physical)}::text, ${side(at)})`
  if (writes.length === 1) return sql.join(writes.map(one))
  const parts = writes.map((write, at) => sql`case when ${differs(at)} then ${one(write, at)} else '{}'::jsonb end`)
  return sql`(${sql.join(parts, sql` || `)})`
}

/** PostgreSQL: a statement took longer than it may, an invalid regular expression. */
const refusals: Record<string, 'tablePatternSlow' | 'tablePatternInvalid'> = {
  '57014': 'tablePatternSlow',
  '2201B': 'tablePatternInvalid',
}
/** Runs statements with a pattern that people wrote, each for some seconds at most. Throws tablePatternInvalid, tablePatternSlow. */
export async function withPattern<T>(tx: Tx, run: () => Promise<T>, seconds = 30): Promise<T> {
  await sql`set local statement_timeout = ${sql.lit(`${seconds}s`)}`.execute(tx)
  try {
    const answer = await run()
    await sql`set local statement_timeout = 0`.execute(tx)
    return answer
  } catch (cause) {
    const refusal = refusals[(cause as { code?: string }).code ?? '']
    throw refusal ? new Failure(refusal, { cause }) : cause
  }
}

/** A statement selects at most 1,664 columns; these are two for each. */
const COLUMNS_A_STATEMENT = 400

/**
 * Writes columns of locked rows: only cells whose value changes, each with its effect. Returns the number of changed
 * rows. Throws tableTextTooLong.
 */
export async function writeRows(
  { changeId, ...target }: Target,
  writes: readonly Write[],
  which: Which,
): Promise<number> {
  const touched = await writeShared(target, writes, { ...which, change: sql`${changeId}::bigint` })
  return touched.get(changeId) ?? 0
}

/** The same for several changes at once; answers how many rows each of them changed. */
export async function writeShared(
  target: Omit<Target, 'changeId'>,
  writes: readonly Write[],
  which: Shared,
): Promise<Map<number, number>> {
  const starts = Array.from(
    { length: Math.ceil(writes.length / COLUMNS_A_STATEMENT) },
    (_, n) => n * COLUMNS_A_STATEMENT,
  )
  const parts = await Promise.all(
    starts.map((at) => writeSome(target, writes.slice(at, at + COLUMNS_A_STATEMENT), which)),
  )
  if (parts.length < 2) return new Map(parts.flat().map(({ change, touched }) => [change, touched]))
  const changes = [...new Set(parts.flat().map(({ change }) => change))]
  const { rows } = await sql<Touched>`
    select change_id as change, count(*) as touched from ${effectsOf(target.tableId)}
    where change_id = any(${changes}::bigint[]) and before is not null and after is not null group by 1`.execute(
    target.tx,
  )
  return new Map(rows.map(({ change, touched }) => [change, touched]))
}
type Touched = { change: number; touched: number }

/** `offset 0` makes the database compute each new value only once. */
async function writeSome(
  { tx, tableId }: Omit<Target, 'changeId'>,
  writes: readonly Write[],
  { from, where, change }: Shared,
): Promise<Touched[]> {
  const values = writes.map(
    ({ column, value }, at) =>
      sql`, ${cell(column.physical)} as ${sql.raw(`p${at}`)}, ${value} as ${sql.raw(`v${at}`)}`,
  )
  const sets = writes.map(({ column }, at) => sql`${columnName(column.physical)} = ${wanted(at)}`)
  const becomesAnother = sql.join(
    writes.map((_, at) => differs(at)),
    sql` or `,
  )
  const { rows } = await sql<Touched & { longest: number }>`
    with w as (
      select t.ctid as place, ${change} as change${sql.join(values, sql``)} from ${rowsOf(tableId)} t ${from ?? sql``}
      ${where ? sql`where ${where}` : sql``} offset 0),
    done as (
      update ${rowsOf(tableId)} t set ${sql.join(sets)} from w where t.ctid = w.place and (${becomesAnother})
      returning t.id, w.change, ${changed(writes, present)} as before, ${changed(writes, wanted)} as after,
        ${longestOf(writes)} as longest),
    noted as (
      insert into ${effectsOf(tableId)} as h (change_id, row_id, before, after)
      select change, id, before, after from done
      on conflict (change_id, row_id) do update set before = h.before || excluded.before, after = h.after || excluded.after)
    select change, count(*) as touched, max(longest) as longest from done group by change`.execute(tx)
  if (rows.some(({ longest }) => longest > TABLE_TEXT_MAX)) throw new Failure('tableTextTooLong')
  return rows
}

/** The length of the longest text that is written to a row. */
function longestOf(writes: readonly Write[]): RawBuilder<unknown> {
  const texts = writes.flatMap(({ column: { type } }, at) =>
    type === 'text' || type === 'choice' ? [sql`length(${wanted(at)})`] : [],
  )
  const parts: RawBuilder<unknown>[] = []
  for (let at = 0; at < texts.length; at += 90) parts.push(sql`greatest(${sql.join(texts.slice(at, at + 90))})`)
  return parts.length ? sql`greatest(${sql.join(parts)})` : sql`0`
}

/** How many rows writing columns would change. */
export async function countChanged(
  { tx, tableId }: Pick<Target, 'tx' | 'tableId'>,
  writes: readonly Write[],
  { from, where }: Which,
): Promise<number> {
  const becomesAnother = writes.map(({ column, value }) => sql`${cell(column.physical)} is distinct from ${value}`)
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ${rowsOf(tableId)} t ${from ?? sql``}
    where ${where ? sql`(${where}) and` : sql``} (${sql.join(becomesAnother, sql` or `)})`.execute(tx)
  return rows[0]?.count ?? 0
}

/** The value of a column in every row: rows that do not fit the condition keep theirs. */
export const inEveryRow = <W extends Write>({ value, ...write }: W, where: Which['where']) => ({
  ...write,
  value: where ? sql`case when ${where} then ${value} else ${cell(write.column.physical)} end` : value,
})

/**
 * Fills new columns; that they were empty before needs no effect. `from` joins what the values need, exactly one row for
 * each. Throws tableTextTooLong.
 */
export async function fillNew(
  { tx, tableId }: Omit<Target, 'changeId'>,
  writes: readonly Write[],
  from?: RawBuilder<unknown>,
): Promise<void> {
  const setsOf = (made: (write: Write, at: number) => RawBuilder<unknown>) =>
    sql.join(writes.map((write, at) => sql`${columnName(write.column.physical)} = ${made(write, at)}`))
  if (from) {
    const values = writes.map(({ value }, at) => sql`, ${value} as ${sql.raw(`v${at}`)}`)
    await sql`
      with w as (select t.ctid as place${sql.join(values, sql``)} from ${rowsOf(tableId)} t ${from})
      update ${rowsOf(tableId)} t set ${setsOf((_, at) => wanted(at))} from w where t.ctid = w.place`.execute(tx)
  } else await sql`update ${rowsOf(tableId)} t set ${setsOf(({ value }) => value)}`.execute(tx)
  const texts = writes.flatMap(({ column: { physical, type } }) =>
    type === 'text' || type === 'choice' ? [sql`length(${cell(physical)}) > ${TABLE_TEXT_MAX}`] : [],
  )
  if (!texts.length) return
  const { rows } = await sql`
    select 1 from ${rowsOf(tableId)} t where ${sql.join(texts, sql` or `)} limit 1`.execute(tx)
  if (rows.length) throw new Failure('tableTextTooLong')
}
