import { type RawBuilder, sql } from 'kysely'
import type { CellConflict } from '#contract/tables/changes.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { converted } from './conversion-store.ts'
import type { Doing } from './doing.ts'
import { cell, everyEffect, keyOf, onWire, rowsOf } from './physical-store.ts'
import { writeRows } from './rewrite-store.ts'
import { shownOf } from './rule-store.ts'

/** A column that goes back to the physical column where its values were: from the one of now, to that of before. */
type Swap = { id: number; from: ColumnRow; to: ColumnRow }

const conversion = (doing: Doing, from: ColumnRow, to: ColumnRow): RawBuilder<unknown> => {
  const offset = to.format.offsetMinutes ?? from.format.offsetMinutes ?? 0
  return converted(from.type, to.type, cell(from.physical), { spaceId: doing.table.space_id, offset })
}

/**
 * Rows whose cell somebody wrote since the step was done, or done again: it is not what the old value becomes. A formula
 * has no old values.
 */
function isEdited(doing: Doing, stepId: number, { from, to }: Swap): RawBuilder<unknown> {
  const key = keyOf(from.physical)
  const isAnother = sql`${cell(from.physical)} is distinct from ${conversion(doing, to, from)} and`
  return sql`${to.formula === null ? isAnother : sql``}
    exists (select 1 from ${everyEffect(doing.tableId, sql`t.id`)} e where e.row_id = t.id and e.change_id < ${doing.changeId}
      and e.change_id > (select max(s.id) from table_change s where s.id = ${stepId} or s.of_id = ${stepId})
      and (e.before ? ${key} or e.after ? ${key}))`
}

/** A cell with a value that the column of before cannot hold. */
const isLost = (doing: Doing, { from, to }: Swap) =>
  to.formula === null
    ? sql`(${shownOf(from)} is not null and ${conversion(doing, from, to)} is null)`
    : sql`(${shownOf(from)} is not null)`

/** Cells written since that the column of before cannot hold: the first, and how many. */
export async function lostEdits(
  doing: Doing,
  stepId: number,
  swap: Swap,
  most: number,
): Promise<{ first: CellConflict[]; count: number }> {
  const { id, from, to } = swap
  const lost = sql`${rowsOf(doing.tableId)} t where ${isEdited(doing, stepId, swap)} and ${isLost(doing, swap)}`
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

/** Brings cells written since into the column of before where it can hold them; answers how many rows that touched. */
export async function keepEdits(doing: Doing, stepId: number, swap: Swap): Promise<number> {
  const { from, to } = swap
  if (to.formula !== null) return 0
  const where = sql`${isEdited(doing, stepId, swap)} and not ${isLost(doing, swap)}`
  return writeRows(doing, [{ column: to, value: conversion(doing, from, to) }], { where })
}
