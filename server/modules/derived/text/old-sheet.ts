import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import { type Reader, tidied } from './text.ts'

/** The old format is unpacked whole: larger workbooks are found by name. */
const OLD_SHEET_BYTES = 16_777_216
const ROWS_MAX = 50_000

/** The words of an .xls workbook; the first row of each sheet are its headings. */
export const readOldSheet: Reader = async ({ path, size }) => {
  if (size > OLD_SHEET_BYTES) return null
  const book = read(await readFile(path), { dense: true, sheetRows: ROWS_MAX, cellFormula: false, cellHTML: false })
  const sheets = Object.values(book.Sheets).map((sheet) => utils.sheet_to_json<unknown[]>(sheet, { header: 1 }))
  const isText = (cell: unknown) => typeof cell === 'string'
  const texts = sheets.flatMap((rows) => rows.map((row) => row.filter(isText).join(' ')))
  return tidied(
    texts.join('\n'),
    sheets.flatMap((rows) => rows[0]?.filter(isText) ?? []),
  )
}
