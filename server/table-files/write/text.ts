import { cellText } from '#contract/cells.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { zonedMoment } from '#contract/tables/values.ts'
import { guarded } from '../formula-guard.ts'
import type { WrittenColumn, WrittenRows } from './columns.ts'

const BOM = '\uFEFF'
/** Types with free text; values of the others can't be mistaken for a formula, or must stay numbers. */
const TYPED = new Set<WrittenColumn['type']>(['text', 'choice', 'choices', 'file', 'person'])

/** Quoted where the format or a spreadsheet program needs it. */
const quoted = (text: string) => (/[",;\t\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
/** A record as text, with its end. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`

/**
 * Rows as CSV (RFC 4180), which `openTableFile` reads back as they were. With `isForPrograms` without a byte order mark,
 * without the apostrophe before what spreadsheet programs would run as a formula, and with all moments in UTC.
 */
export async function* csvText(
  columns: readonly WrittenColumn[],
  rows: WrittenRows,
  { isForPrograms = false }: { isForPrograms?: boolean } = {},
): AsyncGenerator<string> {
  const safe = isForPrograms ? (text: string) => text : guarded
  const writers = columns.map(({ type, offsetMinutes }) => {
    if (TYPED.has(type)) return (cell: Cell) => safe(cellText(cell))
    if (type !== 'datetime' || isForPrograms) return cellText
    return (cell: Cell) => (cell === null ? '' : zonedMoment(cellText(cell), offsetMinutes))
  })
  yield (isForPrograms ? '' : BOM) + csvLine(columns.map(({ name }) => safe(name)))
  for await (const piece of rows)
    yield piece.map((row) => csvLine(writers.map((write, at) => write(row[at] ?? null)))).join('')
}

/** A number without quotes: its digits are those of the table. */
const jsonOf = (type: WrittenColumn['type'], cell: Cell) =>
  type === 'number' && typeof cell === 'string' ? cell : JSON.stringify(cell)

/** Rows as JSON lines: an object a row with all columns. */
export async function* jsonLines(columns: readonly WrittenColumn[], rows: WrittenRows): AsyncGenerator<string> {
  const keys = columns.map(({ name }) => JSON.stringify(name))
  const object = (row: readonly Cell[]) =>
    `{${columns.map(({ type }, at) => `${keys[at]}:${jsonOf(type, row[at] ?? null)}`).join(',')}}\n`
  for await (const piece of rows) yield piece.map(object).join('')
}
