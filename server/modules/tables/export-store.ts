import { sql } from 'kysely'
import type { Question, Row } from '#contract/tables/question.ts'
import type { Db } from '#server/storage/database.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { cell, onWire, rowsOf, whereOf } from './physical-store.ts'
import { ASKING_SECONDS, askInTime, type Columns, conditionOf, judgesPattern, orderOf } from './question-store.ts'
import { withPattern } from './rewrite-store.ts'
import { cellsOf } from './row-store.ts'

/** Cells that are read at once. */
const CELLS_AT_ONCE = 20_000

/**
 * All rows of a question as they are at one moment, in pieces, whatever is changed meanwhile. Holds a connection until
 * the last row was read or the reader stops. Throws tablePatternSlow when a piece waits too long for patterns.
 */
export async function* rowsAtOnce(
  db: Db,
  tableId: string,
  columns: Columns,
  { shown, ...question }: Question & { shown: readonly ColumnRow[] },
): AsyncGenerator<Row['cells'][]> {
  const values = shown.map(({ type, physical }) => onWire(type, cell(physical)))
  const count = Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, shown.length)))
  const isPatterned = judgesPattern(columns, question)
  const tx = await db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()
  try {
    await sql`declare exported no scroll cursor for
      select ${cellsOf(values)} as cells from ${rowsOf(tableId)} t ${whereOf(conditionOf(columns, question))}
      order by ${orderOf(columns, question.sort)}`.execute(tx)
    for (;;) {
      const fetch = () => sql<{ cells: Row['cells'] }>`fetch ${sql.lit(count)} from exported`.execute(tx)
      const { rows } = await (isPatterned ? withPattern(tx, fetch, ASKING_SECONDS) : fetch())
      if (!rows.length) return
      yield rows.map(({ cells }) => cells)
    }
  } finally {
    await tx.rollback().execute()
  }
}

/** Whether one of the texts that a question shows is longer than so many characters. */
export async function hasTextAbove(
  db: Db,
  tableId: string,
  columns: Columns,
  { shown, question, characters }: { shown: readonly ColumnRow[]; question: Question; characters: number },
): Promise<boolean> {
  const texts = shown.filter(({ type }) => type === 'text')
  if (!texts.length) return false
  const isLong = texts.map(({ physical }) => sql`length(${cell(physical)}) > ${sql.lit(characters)}`)
  return askInTime(db, columns, question, async (on) => {
    const { rows } = await sql<{ isLong: boolean }>`select exists (
      select from ${rowsOf(tableId)} t
      where (${sql.join(isLong, sql` or `)}) and ${conditionOf(columns, question) ?? sql`true`}
    ) as "isLong"`.execute(on)
    return rows[0]?.isLong ?? false
  })
}

/** The most digits before and behind the point of the numbers of each of these columns. */
export async function sizesOf(db: Db, tableId: string, columns: readonly ColumnRow[]) {
  const numbers = columns.filter(({ type }) => type === 'number')
  if (!numbers.length) return new Map<number, { digits: number; decimals: number }>()
  const measured = numbers.map(({ physical, id }) => {
    const value = cell(physical)
    return sql`jsonb_build_array(${sql.lit(id)}, coalesce(length(trunc(greatest(max(${value}), -min(${value})))::text), 1),
      coalesce(max(scale(trim_scale(${value}))), 0))`
  })
  const { rows } = await sql<{ sizes: [number, number, number][] }>`
    select ${cellsOf(measured)} as sizes from ${rowsOf(tableId)} t`.execute(db)
  return new Map(rows[0]?.sizes.map(([id, digits, decimals]) => [id, { digits, decimals }]))
}
