import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import { guarded } from '#server/table-files/formula-guard.ts'

/** Byte order mark: tells spreadsheet programs that the text is UTF-8. */
const BOM = '\uFEFF'

const cell = (text: string) => {
  const safe = guarded(text)
  return /[",;\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** One line of CSV (RFC 4180); a cell that looks like a formula gets an apostrophe in front. */
export const csvLine = (cells: readonly string[]): string => `${cells.map(cell).join(',')}\r\n`

/** Rows in pages. */
export type Pages = AsyncIterable<readonly (readonly string[])[]>
export const CSV = 'text/csv; charset=utf-8'

async function* lines(headings: readonly string[], pages: Pages): AsyncGenerator<string> {
  yield BOM + csvLine(headings)
  for await (const rows of pages) yield rows.map(csvLine).join('')
}
/** Rows as a CSV stream; no more than a page of them is in memory. */
export const csvOf = (headings: readonly string[], pages: Pages): Readable => Readable.from(lines(headings, pages))

/** Sends a CSV file that no cache keeps. */
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
