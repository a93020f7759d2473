import type { Notes, SourceRow } from '../source.ts'
import { TableFileError } from '../source.ts'
import { openPackage } from './package.ts'
import { RowCollector } from './rows.ts'
import { readStrings, type SharedStrings } from './strings.ts'
import { readWorkbook } from './workbook.ts'

/** A workbook: its sheets, and their rows in pieces. Cells of merged ranges are in the first of them. */
export async function openXlsx(file: string | Buffer, unpackedMax = Number.POSITIVE_INFINITY) {
  const parts = await openPackage(file, unpackedMax)
  let strings: SharedStrings | null = null
  try {
    const book = await readWorkbook(parts)
    return {
      sheets: book.sheets.map(({ name }) => name),
      async *read(sheet: number, notes: Notes): AsyncGenerator<SourceRow[]> {
        const one = book.sheets[sheet]
        if (!one) throw new TableFileError('sheetGone')
        if (book.strings) strings ??= await readStrings(parts, book.strings)
        const collector = new RowCollector(book, strings, notes)
        yield* parts.pieces(one.part, collector.heard, collector.taken)
      },
      close() {
        strings?.close()
        parts.close()
      },
    }
  } catch (error) {
    parts.close()
    throw error
  }
}
