import Papa from 'papaparse'
import { decode } from '../../preview/decode.ts'
import { fillSizes } from '../../preview/zip-sizes.ts'
import type { Table } from './table-differences.ts'

export type TableKind = 'delimited' | 'workbook'
/** The tables of a file by sheet name; a file without sheets has one under ''. */
export type Tables = ReadonlyMap<string, () => Table>

const tableOf = ([header = [], ...rows]: string[][]): Table => ({ header, rows })

async function workbookOf(bytes: ArrayBuffer): Promise<Tables> {
  const { read, utils } = await import('@e965/xlsx')
  fillSizes(bytes)
  const book = read(bytes, { dense: true, cellFormula: false, cellHTML: false, cellStyles: false })
  const rowsOf = (name: string) => {
    const cells = book.Sheets[name]
    return cells ? utils.sheet_to_json<string[]>(cells, { header: 1, raw: false, defval: '', blankrows: false }) : []
  }
  return new Map(book.SheetNames.map((name) => [name, () => tableOf(rowsOf(name))]))
}

/** Parses the tables of a file; for formulas the stored results are used. */
export async function tablesIn(bytes: ArrayBuffer, kind: TableKind): Promise<Tables> {
  if (kind === 'workbook') return workbookOf(bytes)
  const text = decode(bytes, true).replace(/^\uFEFF/, '')
  const table = tableOf(Papa.parse<string[]>(text, { skipEmptyLines: true }).data)
  return new Map([['', () => table]])
}
