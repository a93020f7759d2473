import { COMPARE_DIFFERENCES_MAX } from '#contract/core/limits.ts'
import { answerCalls } from '../../preview/worker-calls.ts'
import { differencesOf, type Table, type TableDifferences } from './table-differences.ts'
import { type TableKind, type Tables, tablesIn } from './tables.ts'

type Both<T> = { before: T; after: T }
let files: Both<Tables> | null = null
let sheet: Both<Table> | null = null

const calls = {
  /** Parses both files; returns the names of the sheets that both have. */
  async open({ before, after, kind }: Both<ArrayBuffer> & { kind: TableKind }): Promise<string[]> {
    const both = { before: await tablesIn(before, kind), after: await tablesIn(after, kind) }
    files = both
    return [...both.after.keys()].filter((name) => both.before.has(name))
  },
  /** Selects a sheet; returns the columns that both sides have, without duplicates. */
  columns(name: string): string[] {
    const [before, after] = [files?.before.get(name)?.(), files?.after.get(name)?.()]
    sheet = before && after ? { before, after } : null
    return [...new Set(after?.header)].filter((column) => before?.header.includes(column))
  },
  compare(key: string): TableDifferences | null {
    return sheet && differencesOf(sheet.before, sheet.after, key, COMPARE_DIFFERENCES_MAX)
  },
}
export type TableCalls = typeof calls
answerCalls(calls)
