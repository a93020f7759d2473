import { read, utils, type WorkBook } from '@e965/xlsx'
import { GRID_PAGE_ROWS } from '#contract/core/limits.ts'
import { showIsoDates } from '../iso-dates.ts'
import { type SheetInfo, sheetsOf } from '../sheets.ts'
import { answerCalls } from '../worker-calls.ts'
import { fillSizes } from '../zip-sizes.ts'

let book: WorkBook | null = null
let sheets: SheetInfo[] = []

const calls = {
  /** Parses a workbook; formulas are not computed, their stored results are shown. */
  open(bytes: ArrayBuffer): SheetInfo[] {
    fillSizes(bytes)
    book = read(bytes, { dense: true, cellNF: true, cellFormula: false, cellHTML: false, cellStyles: false })
    sheets = sheetsOf(book)
    return sheets
  },
  page({ sheet, page }: { sheet: string; page: number }): string[][] {
    const cells = book?.Sheets[sheet]
    const info = sheets.find(({ name }) => name === sheet)
    if (!cells || !info) return []
    const { rows, columns } = info
    const from = page * GRID_PAGE_ROWS
    const range = { s: { r: from, c: 0 }, e: { r: Math.min(rows, from + GRID_PAGE_ROWS) - 1, c: columns - 1 } }
    // A cell of OpenDocument says its text itself.
    if (book?.bookType !== 'ods')
      for (const row of cells['!data']?.slice(from, range.e.r + 1) ?? [])
        showIsoDates(row ?? [], book?.Workbook?.WBProps?.date1904 ?? false)
    return utils.sheet_to_json<string[]>(cells, { header: 1, raw: false, defval: '', blankrows: true, range })
  },
}
export type SheetCalls = typeof calls
answerCalls(calls)
