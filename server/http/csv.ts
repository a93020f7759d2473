import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'

/** What a sheet program would take for a formula: it stays text. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/
/** Tells sheet programs that the text is UTF-8. */
const BOM = '\uFEFF'

const cell = (text: string) => {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of CSV (RFC 4180); cells that look like a formula are quoted with an apostrophe. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

/** Rows, a page of them at a time. */
export type Pages = AsyncIterable<readonly (readonly string[])[]>
export const CSV = 'text/csv; charset=utf-8'

async function* lines(headings: readonly string[], pages: Pages): AsyncGenerator<string> {
  yield BOM + csvLine(headings)
  for await (const rows of pages) yield rows.map(csvLine).join('')
}
/** Rows as CSV while they are read, so that no more than a page of them is in memory. */
export const csvOf = (headings: readonly string[], pages: Pages): Readable => Readable.from(lines(headings, pages))

/** Sends a sheet as a file that no cache keeps. */
export const sendSheet = (
  reply: FastifyReply,
  { name, type, bytes }: { name: string; type: string; bytes: Readable | Buffer },
): FastifyReply =>
  reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type(type)
    .send(bytes)

export const sendCsv = (reply: FastifyReply, name: string, headings: readonly string[], pages: Pages): FastifyReply =>
  sendSheet(reply, { name, type: CSV, bytes: csvOf(headings, pages) })
