import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { Count } from '#contract/core/shapes.ts'
import type { Question, Row, Sort } from '#contract/tables/question.ts'
import { Failure } from '#server/failure.ts'
import { decodeCursor, encodeCursor, part } from '#server/storage/cursor.ts'
import type { Db } from '#server/storage/database.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { cell, onWire, rowsOf, typeName } from './physical-store.ts'
import { type Columns, columnIn, conditionOf, orderOf } from './question-store.ts'
import { cellsOf } from './row-store.ts'

const decimal = z.string().check(z.maxLength(20_000), z.regex(/^-?\d+(\.\d+)?$/))
/** The last row of a page: its cells in the columns that are sorted by, its place, and how many rows fit the question. */
const Key = z.object({
  sorted: z.array(z.nullable(part.text)),
  ord: decimal,
  id: part.count,
  matching: Count,
})
type Key = z.infer<typeof Key>

/** Reads `after`; null is the beginning. Throws invalid. */
export const keyOfPage = (after: string): Key | null => (after ? decodeCursor(after, Key) : null)

const collated = ({ type }: ColumnRow) => (type === 'text' || type === 'choice' ? sql` collate natural_order` : sql``)

/** The rows after a row in an order with empty cells last. Null: the key belongs to another order. */
function behind(columns: Columns, sort: Sort, { sorted, ord, id }: Key): RawBuilder<unknown> | null {
  if (sorted.length !== sort.length) return null
  const same: RawBuilder<unknown>[] = []
  const ways = sort.map(({ column: of, order }, at) => {
    const column = columnIn(columns, of)
    const [there, text] = [cell(column.physical), sorted[at] ?? null]
    const value = sql`${text}::text::${typeName(column.type)}`
    const direction = order === 'asc' ? sql`>` : sql`<`
    const isBeyond =
      text === null ? sql`false` : sql`(${there} ${direction} ${value}${collated(column)} or ${there} is null)`
    const way = sql.join([...same, isBeyond], sql` and `)
    same.push(text === null ? sql`${there} is null` : sql`${there} = ${value}${collated(column)}`)
    return way
  })
  const last = sql.join([...same, sql`(t.ord, t.id) > (${ord}::numeric, ${id}::bigint)`], sql` and `)
  return sql`(${sql.join([...ways, last], sql` or `)})`
}

type Wish = Question & { shown: readonly ColumnRow[]; count: number; after: Key | null; matching: number }

/** A page of rows after a row, and the start of the next one. Null: the cursor belongs to another question. */
export async function rowsBehind(
  db: Db,
  tableId: string,
  columns: Columns,
  { shown, count, after, matching, sort, ...question }: Wish,
): Promise<{ rows: Row[]; next?: string } | null> {
  const from = after && behind(columns, sort, after)
  if (after && !from) return null
  const parts = [conditionOf(columns, question), from].filter((one) => one !== null)
  const where = parts.length ? sql`where ${sql.join(parts, sql` and `)}` : sql``
  const values = shown.map(({ type, physical }) => onWire(type, cell(physical)))
  const keys = sort.map(({ column }) => sql`${cell(columnIn(columns, column).physical)}::text`)
  const { rows } = await sql<Row & { sorted: (string | null)[]; ord: string }>`
    select t.id, ${cellsOf(values)} as cells, ${cellsOf(keys)} as sorted, t.ord::text as ord from ${rowsOf(tableId)} t
    ${where} order by ${orderOf(columns, sort)} limit ${count + 1}`
    .execute(db)
    .catch((cause: Error & { code?: string }) => {
      // A forged cursor, or one of a column whose type has changed since.
      throw after && cause.code?.startsWith('22') ? new Failure('invalid', { cause }) : cause
    })
  const page = rows.slice(0, count)
  const last = page.at(-1)
  const hasMore = rows.length > count && last
  return {
    rows: page.map(({ id, cells }) => ({ id, cells })),
    ...(hasMore && { next: encodeCursor({ sorted: last.sorted, ord: last.ord, id: last.id, matching }) }),
  }
}
