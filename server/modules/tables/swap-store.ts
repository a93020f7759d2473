import { type RawBuilder, sql } from 'kysely'
import type { CellConflict } from '#contract/tables/changes.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { converted } from './conversion-store.ts'
import type { Doing } from './doing.ts'
import { cell, everyEffect, fromEffect, keyOf, onWire, rowsOf } from './physical-store.ts'
import { writeRows } from './rewrite-store.ts'
import { shownOf } from './rule-store.ts'

/**
 * A column that is switched back to the physical column with its former values: from the current one to the earlier
 * one.
 */
type Swap = { id: number; from: ColumnRow; to: ColumnRow }

/** Whether the step changed what is in the column; otherwise it changed its type, or the formula that makes it. */
export const isOfValues = ({ from, to }: Swap) => from.formula === null && to.formula === null && from.type === to.type

const conversion = (doing: Doing, from: ColumnRow, to: ColumnRow): RawBuilder<unknown> => {
  const offset = to.format.offsetMinutes ?? from.format.offsetMinutes ?? 0
  return converted(from.type, to.type, cell(from.physical), { spaceId: doing.table.space_id, offset })
}

/** The effects of changes since the step was done, or done again, on the cell of a row `t`. */
function effectsSince(doing: Doing, stepId: number, { from }: Swap): RawBuilder<unknown> {
  const key = keyOf(from.physical)
  return sql`${everyEffect(doing.tableId, sql`t.id`)} e where e.row_id = t.id and e.change_id < ${doing.changeId}
      and e.change_id > (select max(s.id) from table_change s where s.id = ${stepId} or s.of_id = ${stepId})
      and (e.before ? ${key} or e.after ? ${key})`
}

/**
 * Rows whose cell somebody wrote since the step was done, or done again: it is not what the old value becomes, or not what
 * the step left there. A formula has no old values.
 */
function isEdited(doing: Doing, stepId: number, swap: Swap): RawBuilder<unknown> {
  const { from, to } = swap
  if (isOfValues(swap))
    return sql`${cell(from.physical)} is distinct from ${cell(to.physical)} and coalesce((
      select e.before is null or ${cell(from.physical)} is distinct from ${fromEffect(from.type, from.physical, sql`e.before`)}
      from ${effectsSince(doing, stepId, swap)} order by e.change_id limit 1), false)`
  const isAnother = sql`${cell(from.physical)} is distinct from ${conversion(doing, to, from)} and`
  return sql`${to.formula === null ? isAnother : sql``}
    exists (select 1 from ${effectsSince(doing, stepId, swap)})`
}

/** A cell with a value that the column of before cannot hold. */
const isLost = (doing: Doing, { from, to }: Swap) =>
  to.formula === null
    ? sql`(${shownOf(from)} is not null and ${conversion(doing, from, to)} is null)`
    : sql`(${shownOf(from)} is not null)`
/**
 * A cell that the step changed and that is to be something else than somebody made of it since; a row that is newer than
 * the step has no such cell.
 */
function isAtOdds(doing: Doing, stepId: number, swap: Swap): RawBuilder<unknown> {
  const { from, to } = swap
  if (!isOfValues(swap)) return isLost(doing, swap)
  const left = fromEffect(from.type, from.physical, sql`e.before`)
  return sql`(select e.before is not null and ${left} is distinct from ${cell(to.physical)}
    from ${effectsSince(doing, stepId, swap)} order by e.change_id limit 1)`
}

/** Cells written since that are at odds with the column of before: the first, and how many. */
export async function lostEdits(
  doing: Doing,
  stepId: number,
  swap: Swap,
  most: number,
): Promise<{ first: CellConflict[]; count: number }> {
  const { id, from, to } = swap
  const lost = sql`${rowsOf(doing.tableId)} t where ${isEdited(doing, stepId, swap)} and ${isAtOdds(doing, stepId, swap)}`
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${lost}`.execute(doing.tx)
  const count = rows[0]?.count ?? 0
  if (!count) return { first: [], count }
  const wanted = to.formula === null ? sql`to_jsonb(${onWire(to.type, cell(to.physical))})` : sql`null::jsonb`
  const { rows: first } = await sql<CellConflict>`
    select t.id as row, ${id}::integer as column, ${wanted} as wanted,
      to_jsonb(${onWire(from.type, cell(from.physical))}) as present
    from ${lost} order by t.id limit ${most}`.execute(doing.tx)
  return { first, count }
}

/** Copies later edits into the former column where it can hold them; returns how many rows were changed. */
export async function keepEdits(doing: Doing, stepId: number, swap: Swap): Promise<number> {
  const { from, to } = swap
  if (to.formula !== null) return 0
  const where = sql`${isEdited(doing, stepId, swap)} and not ${isLost(doing, swap)}`
  return writeRows(doing, [{ column: to, value: conversion(doing, from, to) }], { where })
}
