import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
type Sheet = { name: string; headings: string[] }
/** Width of a column, in characters. */
const WIDTH = 24
const TOP_ROW = { rows: 1 }
/** `_x0041_` in a workbook means A: in a text that says just that, its first character is written so. */
const CODED = /_(?=x[0-9a-f]{4}_)/gi
const asText = (cell: string): string => cell.replace(CODED, '_x005F_')
const columnsOf = (headings: string[]) => headings.map((header) => ({ header: asText(header), width: WIDTH }))

async function* asTexts(rows: AsyncIterable<string[]>): AsyncGenerator<string[]> {
  for await (const row of rows) yield row.map(asText)
}

/** A workbook with one sheet as a stream: rows are requested as they are sent. All cells are text. */
export async function xlsxStream({ name, headings }: Sheet, rows: AsyncIterable<string[]>): Promise<Readable> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  const stream = writeXlsxStream(asTexts(rows), { name, columns: columnsOf(headings), freezePane: TOP_ROW })
  return Readable.fromWeb(stream as ReadableStream)
}

/** A small workbook to fill in; `choices` gives the words that a column takes, by its place from 0. */
export async function xlsxForm(
  { name, headings }: Sheet,
  rows: string[][],
  { column, words, rowsMax }: { column: number; words: string[]; rowsMax: number },
): Promise<Buffer> {
  const letter = String.fromCharCode('A'.charCodeAt(0) + column)
  const { writeXlsx } = await import('hucre/xlsx')
  const bytes = await writeXlsx({
    sheets: [
      {
        name,
        columns: columnsOf(headings),
        rows: [headings, ...rows].map((row) => row.map(asText)),
        freezePane: TOP_ROW,
        dataValidations: [{ type: 'list', values: words, range: `${letter}2:${letter}${rowsMax + 1}` }],
      },
    ],
  })
  return Buffer.from(bytes)
}
