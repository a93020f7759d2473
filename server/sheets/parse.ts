import { META_VALUE_MAX } from '#contract/core/limits.ts'
import { openTableFile } from '#server/table-files/open.ts'
import { noNotes, type SourceCell, TableFileError } from '#server/table-files/source.ts'

/** A row that holds something, as long as the first one or longer; `row` counts from 0 for the first row of the sheet. */
export type SheetRow = { row: number; cells: string[] }
/** `rows`, or why there are none. */
export type Parsed = { rows: SheetRow[] } | { refusal: 'sheetEmpty' | 'sheetUnreadable' | 'sheetTooLong' }

/** The part of a sheet that is read: rows below the first, and columns; anything beyond is ignored. */
export type SheetBounds = { rows: number; columns: number }
/** One character more than anything of ours takes, so that what is too long shows. */
const CELL_MAX = META_VALUE_MAX + 1
/** Maximum size of an unpacked sheet; 5,000 rows of ours are about 3 MiB. */
const UNPACKED_MAX_BYTES = 50 * 1_048_576
const FORMATS: readonly string[] = ['xlsx', 'delimited']

/** A time in a workbook is read as its day. */
function textOfCell(cell: SourceCell): string {
  if (!cell || cell.kind === 'formula') return ''
  return (cell.kind === 'datetime' ? cell.text.slice(0, 10) : cell.text).slice(0, CELL_MAX).trim()
}

async function rowsOf(bytes: Buffer, { rows: rowsMax, columns }: SheetBounds): Promise<Parsed> {
  const file = await openTableFile(bytes, '', { unpackedMax: UNPACKED_MAX_BYTES })
  try {
    if (!FORMATS.includes(file.format)) return { refusal: 'sheetUnreadable' }
    const rows: SheetRow[] = []
    for await (const piece of file.read(0, noNotes()))
      for (const { row, cells } of piece) {
        const texts = cells.slice(0, columns).map(textOfCell)
        while (texts.length < (rows[0]?.cells.length ?? 0)) texts.push('')
        if (!texts.some(Boolean)) continue
        if (rows.length > rowsMax) return { refusal: 'sheetTooLong' }
        rows.push({ row: row - 1, cells: texts })
      }
    return rows.length ? { rows } : { refusal: 'sheetEmpty' }
  } finally {
    file.close()
  }
}

/** Reads a .csv or the first sheet of a .xlsx by what it holds, whatever it is called. */
export async function parseSheet(bytes: Buffer, bounds: SheetBounds): Promise<Parsed> {
  if (!bytes.length) return { refusal: 'sheetEmpty' }
  try {
    return await rowsOf(bytes, bounds)
  } catch (error) {
    // Whatever is wrong inside, the sender learns that it can't be read.
    if (error instanceof TableFileError) return { refusal: 'sheetUnreadable' }
    throw error
  }
}
