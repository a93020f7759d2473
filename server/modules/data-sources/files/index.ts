import { join } from 'node:path'
import { isFileKind, type SourceTable } from '#contract/data-sources.ts'
import type { Config } from '#server/config.ts'
import { Failure } from '#server/failure.ts'
import { askingSignal } from '#server/storage/asking.ts'
import type { ConvertedBatch, RowsWish } from '#server/table-files/convert.ts'
import type { Passwords } from '../address.ts'
import type { SourceRow } from '../store.ts'
import { askFile, type FileAddress, fileNameOf } from './asking.ts'
import { type FarFile, type FileCopy, fileCopies } from './copies.ts'
import { fileTables } from './reading.ts'
import { askRows, farTables } from './table-api.ts'

type Needs = { config: Pick<Config, 'outside' | 'ownDir'>; passwords: Passwords; newId: () => string }
type SourceAt = { schema: string; table: string }

/** Data sources whose tables are read as files: the sheets of a file, or each table of another installation. */
export function sourceFiles({ config, passwords, newId }: Needs) {
  const policy = config.outside
  const copies = fileCopies({ folder: join(config.ownDir, 'source-files'), newId })
  const sheets = fileTables()
  const addressOf = (row: SourceRow): FileAddress => ({ ...row, password: passwords.open(row) })
  /** The end of the call that asks. */
  const signalHere = () => askingSignal() ?? new AbortController().signal

  /** The file in which a table is. Throws dataSourceTableGone. */
  async function fileOf(row: SourceRow, at: SourceAt, signal: AbortSignal): Promise<FarFile> {
    const address = addressOf(row)
    if (row.kind !== 'tableApi')
      return {
        id: row.id,
        name: fileNameOf(address),
        ask: (known, end) => askFile(address, { policy, known, signal: end }),
      }
    const tables = await farTables(address, { policy, signal })
    const table = tables.find(({ schema, name }) => schema === at.schema && name === at.table)
    if (!table) throw new Failure('dataSourceTableGone')
    return {
      id: `${row.id}-${table.id}`,
      name: `${table.name}.parquet`,
      ask: (known, end) => askRows(address, table, { policy, known, signal: end }),
    }
  }
  /** The sheet of a copy that is a table: a table of another installation is all of its file. */
  const sheetOf = ({ kind }: Pick<SourceRow, 'kind'>, copy: FileCopy, table: string) =>
    kind === 'tableApi' ? copy.name : table

  return {
    /** Describes the other side, without reading rows. */
    async test(address: FileAddress): Promise<string> {
      const signal = signalHere()
      if (address.kind === 'tableApi') {
        const found = await farTables(address, { policy, signal })
        return `${address.database} (${found.length})`
      }
      const asked = await askFile(address, { policy, known: null, signal })
      if (!asked) throw new Failure('dataSourceFailed', { values: { why: 'HTTP 304' } })
      asked.discard()
      return asked.name
    },
    async tables(row: SourceRow): Promise<SourceTable[]> {
      const signal = signalHere()
      if (row.kind === 'tableApi') {
        const found = await farTables(addressOf(row), { policy, signal })
        return found.map(({ schema, name, kind, rows }) => ({ schema, name, kind, rows }))
      }
      const file = await fileOf(row, { schema: '', table: '' }, signal)
      return copies.withFile(file, signal, (copy) => sheets.tables(copy, signal))
    },
    async look(row: SourceRow, { characters, ...at }: SourceAt & { characters: number }) {
      const signal = signalHere()
      const file = await fileOf(row, at, signal)
      return copies.withFile(file, signal, (copy) =>
        sheets.look(copy, { table: sheetOf(row, copy, at.table), characters }, signal),
      )
    },
    /** Runs work with the rows of a table, unless it is unchanged since a state: then null. */
    async withChanged<T>(
      row: SourceRow,
      { state, signal, headings, ...at }: SourceAt & { state: string | null; signal: AbortSignal; headings: string[] },
      run: (copy: FileCopy, rows: (wish: RowsWish) => AsyncGenerator<ConvertedBatch>) => Promise<T>,
    ): Promise<{ done: T } | null> {
      const file = await fileOf(row, at, signal)
      return copies.withChanged(file, { state, signal }, (copy) =>
        run(copy, (wish) => sheets.rows(copy, { table: sheetOf(row, copy, at.table), headings, wish }, signal)),
      )
    },
  }
}
export type SourceFiles = ReturnType<typeof sourceFiles>

/** Databases require an account. Throws dataSourceAccountNeeded. */
export function demandAccount({ kind, account }: Pick<SourceRow, 'kind' | 'account'>): void {
  if (!isFileKind(kind) && !account) throw new Failure('dataSourceAccountNeeded')
}
