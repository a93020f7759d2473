import { type RawBuilder, sql } from 'kysely'
import type { CellType } from '#contract/tables/columns.ts'
import { literal } from '#server/storage/like.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { asText, cell, columnName, type Physical } from './physical-store.ts'

/** The possible characters of values, by type; a column that can't contain the words is not read. */
const alphabets: Partial<Record<CellType, RegExp>> = {
  text: /./,
  choice: /./,
  choices: /./,
  number: /^[\d.-]+$/,
  date: /^[\d-]+$/,
  datetime: /^[\d.:TZ-]+$/i,
}
/** Separates the cells of a row in which words are sought: no text of people holds it. */
const BETWEEN = '\u001f'
/** A table with more columns to search gets no indexes for it (our choice). */
const PAIRED_MAX = 20

const searchedIn = <C extends Physical>(columns: readonly C[], q: string): C[] =>
  columns.filter(({ type }) => alphabets[type]?.test(q))

/** The columns whose bigrams can be used for a search; none for a single character. */
export function pairedFor(columns: readonly ColumnRow[], q: string): ColumnRow[] {
  const searched = [...q].length > 1 ? searchedIn(columns, q) : []
  return searched.length <= PAIRED_MAX ? searched : []
}

/** The pairs of characters in the cells of a column, as its index has them. */
export function pairsIn({ type, physical }: Physical, of?: 't'): RawBuilder<unknown> {
  const value = of ? cell(physical, of) : columnName(physical)
  if (type === 'number') return sql`grams(${value}::text)`
  return type === 'text' || type === 'choice' ? sql`grams(${value})` : sql`grams(searched_text(${value}))`
}

/**
 * The rows `t` one of whose cells contains a text; each row is read as one text, which costs less than each cell. Where
 * all columns concerned are among `paired`, their indexes name the rows that are read.
 */
export function holding(columns: readonly ColumnRow[], q: string, paired?: ReadonlySet<number>): RawBuilder<unknown> {
  const searched = searchedIn(columns, q)
  if (!searched.length) return sql`false`
  const cells = searched.map(({ type, physical }) => asText(type, cell(physical)))
  // A function takes at most 100 arguments.
  const texts = Array.from(
    { length: Math.ceil(cells.length / 50) },
    (_, at) => sql`concat_ws(${BETWEEN}::text, ${sql.join(cells.slice(at * 50, at * 50 + 50))})`,
  )
  const holds = sql`concat_ws(${BETWEEN}::text, ${sql.join(texts)}) ilike ${`%${literal(q)}%`}`
  const isServed = pairedFor(columns, q).length > 0 && searched.every(({ physical }) => paired?.has(physical))
  if (!isServed) return holds
  const named = searched.map((column) => sql`${pairsIn(column, 't')} @> grams(${q}::text)`)
  return sql`((${sql.join(named, sql` or `)}) and ${holds})`
}
