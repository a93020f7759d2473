import { type RawBuilder, sql } from 'kysely'
import { fitsType } from '#contract/tables/values.ts'
import { Failure, orRefusal } from '#server/failure.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import type { ColumnRow } from './catalogue-store.ts'
import type { ColumnEffect, RowRange } from './change-store.ts'
import type { Doing } from './doing.ts'
import { asText, cell, effectsOf, keyOf, rowsOf } from './physical-store.ts'
import { withPattern } from './rewrite-store.ts'
import { breaksRules, isBroken, wholly } from './rule-store.ts'

/** How long the pages that people look at wait for patterns (our choice). */
const PATTERN_SECONDS = 2
const ORDERED: readonly string[] = ['number', 'date', 'datetime']

/**
 * Checks that rules can be applied to their columns. Throws tablePatternInvalid, tableCellInvalid for a limit that is no
 * value of the column, invalid for a vocabulary of another space.
 */
export async function demandRules(tx: Tx, spaceId: string, columns: readonly ColumnRow[]): Promise<void> {
  for (const { name, type, rules, vocabulary_id } of columns) {
    for (const limit of [rules.least, rules.greatest])
      if (limit !== undefined && !(ORDERED.includes(type) && fitsType(type, limit)))
        throw new Failure('tableCellInvalid', { values: { column: name, value: limit } })
    const { pattern } = rules
    // Checked alone, so that it can't close a bracket of the surrounding pattern, and within it, where a leading part
    // may be invalid.
    if (pattern)
      await withPattern(tx, () => sql`select '' ~ ${pattern}::text, '' ~ ${wholly(pattern)}::text`.execute(tx))
    if (vocabulary_id === null) continue
    const { rows } = await sql`
      select 1 from vocabulary where id = ${vocabulary_id}::uuid and space_id = ${spaceId}::uuid`.execute(tx)
    if (!rows.length) throw new Failure('invalid')
  }
}

/** Columns whose rules a change made others. */
export const newRules = (effects: readonly ColumnEffect[]): ColumnRow[] =>
  effects.flatMap(({ before, after }) =>
    after &&
    (JSON.stringify(before?.rules) !== JSON.stringify(after.rules) || before?.vocabulary_id !== after.vocabulary_id)
      ? [after]
      : [],
  )

const hasRules = ({ rules, options, vocabulary_id }: ColumnRow) =>
  options.length > 0 || vocabulary_id !== null || Object.keys(rules).length > 0

/** The columns in which rows have a cell that breaks a rule, by row. */
export async function brokenCells(
  db: Db,
  tableId: string,
  columns: readonly ColumnRow[],
  ids: readonly number[],
): Promise<Map<number, number[]>> {
  const ruled = columns.filter(hasRules)
  if (!ruled.length || !ids.length) return new Map()
  const among = sql`where t.id = any(${[...ids]}::bigint[])`
  async function read(on: Db | Tx, isUnread = false) {
    const each = ruled.map(
      (column) => sql`case when ${isBroken(tableId, column, among, isUnread)} then ${column.id}::integer end`,
    )
    const { rows } = await sql<{ id: number; broken: number[] }>`
      select * from (
        select t.id, array_remove(array[${sql.join(each)}], null) as broken from ${rowsOf(tableId)} t ${among}) as b
      where broken <> '{}'`.execute(on)
    return rows
  }
  const first = ruled.some(({ rules }) => rules.pattern)
    ? await orRefusal(transact(db, (tx) => withPattern(tx, () => read(tx), PATTERN_SECONDS)))
    : await read(db)
  const rows = first instanceof Failure ? await read(db, true) : first
  return new Map(rows.map(({ id, broken }) => [id, broken]))
}

/**
 * Waits until nobody else is about to commit cells of columns with unique values, because `demandStrict` does not see
 * uncommitted ones. For writers that share a table, before they check.
 */
export async function awaitTurn(
  { tx, tableId }: Pick<Doing, 'tx' | 'tableId'>,
  columns: readonly ColumnRow[],
): Promise<void> {
  const unique = columns.filter(({ rules }) => rules.isStrict && rules.isUnique)
  if (!unique.length) return
  // In one order, so that no two wait for each other.
  const keys = [...new Set(unique.map(({ physical }) => physical))].toSorted((a, b) => a - b)
  await sql`select pg_advisory_xact_lock(hashtextextended(k, 0))
    from unnest(${keys.map((physical) => `unique ${tableId} ${physical}`)}::text[]) as k`.execute(tx)
}

/** Which rows changes wrote: those with effects of theirs, and those that one of them added without. */
type WrittenRows = { changeIds: readonly number[]; added?: RowRange | undefined }

/** Throws tableRuleBroken when changes wrote a value that its column refuses, and tablePatternSlow. */
export async function demandStrict(
  { tx, tableId, columns }: Pick<Doing, 'tx' | 'tableId' | 'columns'>,
  effects: readonly ColumnEffect[],
  { changeIds, added }: WrittenRows,
): Promise<void> {
  const after = new Map(columns)
  for (const effect of effects)
    if (effect.after) after.set(effect.id, effect.after)
    else after.delete(effect.id)
  for (const column of after.values()) {
    if (!column.rules.isStrict) continue
    const isElsewhere = columns.get(column.id)?.physical !== column.physical
    const key = keyOf(column.physical)
    const among = isElsewhere
      ? sql``
      : sql`where (${added ? sql`t.id between ${added.from} and ${added.to} or` : sql``}
          exists (select 1 from ${effectsOf(tableId)} h
            where h.change_id = any(${[...changeIds]}::bigint[]) and h.row_id = t.id and h.after ? ${key}))`
    const find = () =>
      sql<{ value: string | null }>`
        select left(${asText(column.type, cell(column.physical))}, 100) as value from (
          select t.* from ${rowsOf(tableId)} t ${among}) as t
        where ${isBroken(tableId, column, among)} limit 1`.execute(tx)
    const { rows } = await (column.rules.pattern ? withPattern(tx, find) : find())
    const [first] = rows
    if (first) throw new Failure('tableRuleBroken', { values: { column: column.name, value: first.value ?? '' } })
  }
}

/**
 * Throws tableRuleBroken when writing rows would make a cell another that its column refuses, and tablePatternSlow: before
 * anything is written. What is unique is left to `demandStrict`.
 */
export async function demandAllowed(
  { tx, tableId }: Pick<Doing, 'tx' | 'tableId'>,
  writes: readonly Strict[],
  from?: RawBuilder<unknown>,
) {
  for (const { column, value } of writes) {
    if (!column.rules.isStrict) continue
    const made = sql.raw('w.made')
    const find = () =>
      sql<{ value: string | null }>`
        select left(${asText(column.type, made)}, 100) as value from (
          select ${value} as made, ${cell(column.physical)} as present
          from ${rowsOf(tableId)} t ${from ?? sql``} offset 0) as w
        where ${made} is distinct from w.present and ${breaksRules(column, made)} limit 1`.execute(tx)
    const { rows } = await (column.rules.pattern ? withPattern(tx, find) : find())
    const [first] = rows
    if (first) throw new Failure('tableRuleBroken', { values: { column: column.name, value: first.value ?? '' } })
  }
}
type Strict = { column: ColumnRow; value: RawBuilder<unknown> }
