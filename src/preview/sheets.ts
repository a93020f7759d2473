import { utils, type WorkBook } from '@e965/xlsx'

/**
 * A sheet of a workbook with the size of its used range, counted from the first cell. `isDamaged`: the workbook names
 * the sheet, but its content is missing or unreadable.
 */
export type SheetInfo = { name: string; rows: number; columns: number; isDamaged: boolean }

/** The sheets that a workbook names. The parser leaves out those whose part it can't read, and keeps empty ones. */
export const sheetsOf = ({ SheetNames: names, Sheets: sheets }: WorkBook): SheetInfo[] =>
  names.map((name) => {
    const sheet = sheets[name]
    const range = sheet?.['!ref']
    if (!range) return { name, rows: 0, columns: 0, isDamaged: sheet === undefined }
    const { e: end } = utils.decode_range(range)
    return { name, rows: end.r + 1, columns: end.c + 1, isDamaged: false }
  })
