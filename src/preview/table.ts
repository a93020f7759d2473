import Papa from 'papaparse'

export type Table = { header: string[]; rows: string[][] }
/** Rows that are kept of a long table. */
export const ROWS_MAX = 200_000

/** A delimited text as a table: delimiter guessed, a BOM and a broken last line of a cut file left out. */
export function tableOf(text: string, isWhole: boolean): Table {
  const { data } = Papa.parse<string[]>(text.replace(/^\uFEFF/, ''), { skipEmptyLines: true, preview: ROWS_MAX + 1 })
  const [header = [], ...rows] = data
  return { header, rows: isWhole || data.length > ROWS_MAX ? rows : rows.slice(0, -1) }
}
