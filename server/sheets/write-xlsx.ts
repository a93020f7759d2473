import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'

export const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
type Sheet = { name: string; headings: string[] }
/** Width of a column, in characters. */
const WIDTH = 24
const TOP_ROW = { rows: 1 }
const columnsOf = (headings: string[]) => headings.map((header) => ({ header, width: WIDTH }))

/** A workbook of one sheet as it is being written: its rows are asked for as they are sent. All cells are text. */
export async function xlsxStream({ name, headings }: Sheet, rows: AsyncIterable<string[]>): Promise<Readable> {
  const { writeXlsxStream } = await import('hucre/xlsx')
  const stream = writeXlsxStream(rows, { name, columns: columnsOf(headings), freezePane: TOP_ROW })
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
        rows: [headings, ...rows],
        freezePane: TOP_ROW,
        dataValidations: [{ type: 'list', values: words, range: `${letter}2:${letter}${rowsMax + 1}` }],
      },
    ],
  })
  return Buffer.from(bytes)
}
