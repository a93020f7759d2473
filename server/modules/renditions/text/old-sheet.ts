import { readFile } from 'node:fs/promises'
import { read, utils } from '@e965/xlsx'
import { type Reader, tidied } from './text.ts'

/** The old format is read into memory whole: larger workbooks have no text. */
const OLD_SHEET_BYTES = 16_777_216
const ROWS_MAX = 50_000
const OLD_OFFICE = Buffer.from('d0cf11e0', 'hex')

/** The words of an .xls workbook; the first row of each sheet are its headings. */
export const readOldSheet: Reader = async ({ path, size }) => {
  if (size > OLD_SHEET_BYTES) return null
  const bytes = await readFile(path)
  // The library would accept any text as a table.
  if (!bytes.subarray(0, OLD_OFFICE.length).equals(OLD_OFFICE)) throw new Error('no old workbook')
  const book = read(bytes, { dense: true, sheetRows: ROWS_MAX, cellFormula: false, cellHTML: false })
  const sheets = Object.values(book.Sheets).map((sheet) => utils.sheet_to_json<unknown[]>(sheet, { header: 1 }))
  const isText = (cell: unknown) => typeof cell === 'string'
  const texts = sheets.flatMap((rows) => rows.map((row) => row.filter(isText).join(' ')))
  return tidied(
    texts.join('\n'),
    sheets.flatMap((rows) => rows[0]?.filter(isText) ?? []),
  )
}
