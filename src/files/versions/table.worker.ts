import Papa from 'papaparse'
import { COMPARE_DIFFERENCES_MAX } from '#contract/limits.ts'
import { decode } from '../../preview/decode.ts'
import { answerCalls } from '../../preview/worker-calls.ts'
import { differencesOf, type Table, type TableDifferences } from './table-differences.ts'

let tables: { before: Table; after: Table } | null = null

function tableOf(bytes: ArrayBuffer): Table {
  const [header = [], ...rows] = Papa.parse<string[]>(decode(bytes, true).replace(/^\uFEFF/, ''), {
    skipEmptyLines: true,
  }).data
  return { header, rows }
}

const calls = {
  /** Takes the bytes of both; answers the columns that both have. */
  open({ before, after }: { before: ArrayBuffer; after: ArrayBuffer }): string[] {
    tables = { before: tableOf(before), after: tableOf(after) }
    const { header } = tables.before
    return tables.after.header.filter((column) => header.includes(column))
  },
  compare(key: string): TableDifferences | null {
    return tables && differencesOf(tables.before, tables.after, key, COMPARE_DIFFERENCES_MAX)
  },
}
export type TableCalls = typeof calls
answerCalls(calls)
