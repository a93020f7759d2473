import { SOURCE_SAMPLE_ROWS } from '#contract/core/limits.ts'
import type { SourceColumn, SourceTable } from '#contract/data-sources.ts'
import type { TableScan } from '#contract/table-files.ts'
import type { CellType } from '#contract/tables/columns.ts'
import { semaphore } from '#server/concurrency/semaphore.ts'
import { Failure } from '#server/failure.ts'
import { asFailure } from '#server/modules/tables/index.ts'
import {
  type ConvertedBatch,
  type MisfitRow,
  type RowsWish,
  type TakenColumn,
  textsIn,
} from '#server/table-files/convert.ts'
import { convertInThread, scanInThread } from '#server/table-files/in-thread.ts'
import type { TextRow } from '../drivers/session.ts'
import type { FileCopy } from './copies.ts'

/** Number of files read at the same time, each in a separate thread (our choice). */
const AT_ONCE = 2
const PLAIN: readonly CellType[] = ['number', 'date', 'datetime', 'boolean']

type Sheet = Pick<FileCopy, 'path' | 'name'> & { scan: TableScan }

const sheetName = (name: string, sheet: string) => sheet || name

/** Everything that is thrown here is a Failure. */
async function asked<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw asFailure(error)
  }
}

const scanOf = ({ path, name }: FileCopy, sheet: number, signal: AbortSignal) =>
  asked(scanInThread({ path, name, options: {}, sheet }, signal))

/** A sheet by its name. Throws dataSourceTableGone, tableFileUnreadable. */
async function sheetOf(copy: FileCopy, table: string, signal: AbortSignal): Promise<Sheet> {
  const first = await scanOf(copy, 0, signal)
  const at = first.sheets.findIndex((sheet) => sheetName(copy.name, sheet) === table)
  if (at < 0) throw new Failure('dataSourceTableGone')
  return { ...copy, scan: at === 0 ? first : await scanOf(copy, at, signal) }
}

const convert = ({ path, name, scan }: Sheet, wish: RowsWish, signal: AbortSignal) => {
  const { encoding, separator, sheet, hasHeader, firstRow } = scan
  const options = { ...(encoding && { encoding }), ...(separator && { separator }) }
  return convertInThread({ path, name, options, sheet, hasHeader, firstRow, ...wish }, signal)
}

const columnOf = ({ name, type, empty, format, missing }: TableScan['columns'][number]): SourceColumn => ({
  name,
  type,
  isNullable: empty > 0,
  isKey: false,
  cellType: PLAIN.includes(type) ? type : 'text',
  isOrdered: false,
  format: { ...format, ...(missing.length && { missing: missing.map(({ word }) => word) }) },
})

/** The first rows of a sheet as texts. */
async function sampleOf(sheet: Sheet, characters: number, signal: AbortSignal): Promise<TextRow[]> {
  const { columns } = sheet.scan
  const wished = columns.map((_, index): TakenColumn => ({ index, type: 'text', format: {} }))
  for await (const batch of convert(sheet, { width: columns.length, columns: wished }, signal)) {
    const rows = textsIn(batch).slice(0, SOURCE_SAMPLE_ROWS)
    return rows.map((row) => row.map((text) => text?.slice(0, characters) ?? null))
  }
  return []
}

/** A row that does not fit, with the read columns in their order; surplus cells come last. */
function placed({ row, cells, reasons }: MisfitRow, places: readonly number[], width: number): MisfitRow {
  const order = [...places, ...cells.slice(width).map((_, at) => width + at)]
  const known = Object.entries(reasons).map(([index, reason]) => [order.indexOf(Number(index)), reason] as const)
  return { row, cells: order.map((at) => cells[at] ?? ''), reasons: Object.fromEntries(known) }
}

/** Files of other sites as tables: each sheet is one, with what is proposed for its columns. */
export function fileTables() {
  const inTurn = semaphore(AT_ONCE)

  return {
    tables: (copy: FileCopy, signal: AbortSignal): Promise<SourceTable[]> =>
      inTurn(async () => {
        const { sheets, rows } = await scanOf(copy, 0, signal)
        const one = { schema: copy.name, kind: 'table' as const }
        return sheets.map((sheet, at) => ({ ...one, name: sheetName(copy.name, sheet), rows: at === 0 ? rows : null }))
      }),

    look: (copy: FileCopy, { table, characters }: { table: string; characters: number }, signal: AbortSignal) =>
      inTurn(async () => {
        const sheet = await sheetOf(copy, table, signal)
        return { columns: sheet.scan.columns.map(columnOf), sample: await asked(sampleOf(sheet, characters, signal)) }
      }),

    /** The rows of a sheet, of the columns with these names. Throws dataSourceColumnGone. */
    async *rows(
      copy: FileCopy,
      { table, headings, wish }: { table: string; headings: readonly string[]; wish: RowsWish },
      signal: AbortSignal,
    ): AsyncGenerator<ConvertedBatch> {
      const sheet = await inTurn(() => sheetOf(copy, table, signal))
      const { columns } = sheet.scan
      const places = headings.map((heading) => {
        const place = columns.findIndex(({ name }) => name === heading)
        if (place < 0) throw new Failure('dataSourceColumnGone', { values: { column: heading } })
        return place
      })
      const taken = wish.columns.map((column) => ({ ...column, index: places[column.index] ?? 0 }))
      const all = convert(sheet, { ...wish, width: columns.length, columns: taken }, signal)
      try {
        for await (const batch of all)
          yield { ...batch, misfits: batch.misfits.map((one) => placed(one, places, columns.length)) }
      } catch (error) {
        throw asFailure(error)
      }
    },
  }
}
