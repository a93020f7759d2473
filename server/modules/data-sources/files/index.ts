import { join } from 'node:path'
import { isFileKind } from '#contract/data-sources.ts'
import type { Config } from '#server/config.ts'
import { Failure } from '#server/failure.ts'
import { askingSignal } from '#server/storage/asking.ts'
import type { Passwords } from '../address.ts'
import type { SourceRow } from '../store.ts'
import { askFile, type FileAddress } from './asking.ts'
import { type FileCopy, fileCopies } from './copies.ts'
import { fileTables } from './reading.ts'

type Needs = { config: Pick<Config, 'outside' | 'ownDir'>; passwords: Passwords; newId: () => string }

/** Data sources that are a file of another site. */
export function sourceFiles({ config, passwords, newId }: Needs) {
  const policy = config.outside
  const copies = fileCopies({ folder: join(config.ownDir, 'source-files'), policy, newId })
  const tables = fileTables()
  const addressOf = (row: SourceRow): FileAddress => ({ ...row, password: passwords.open(row) })
  /** The end of the call that asks. */
  const signalHere = () => askingSignal() ?? new AbortController().signal

  return {
    /** What a site says of a file, without reading it. */
    async test(address: FileAddress): Promise<string> {
      const asked = await askFile(address, { policy, known: null, signal: signalHere() })
      if (!asked) throw new Failure('dataSourceFailed', { values: { why: 'HTTP 304' } })
      asked.discard()
      return asked.name
    },
    tables: (row: SourceRow) => {
      const signal = signalHere()
      return copies.withFile(row.id, addressOf(row), signal, (copy) => tables.tables(copy, signal))
    },
    look: (row: SourceRow, at: { table: string; characters: number }) => {
      const signal = signalHere()
      return copies.withFile(row.id, addressOf(row), signal, (copy) => tables.look(copy, at, signal))
    },
    rows: tables.rows,
    withChanged: <T>(
      row: SourceRow,
      how: { state: string | null; signal: AbortSignal },
      run: (copy: FileCopy) => Promise<T>,
    ) => copies.withChanged(row.id, addressOf(row), how, run),
  }
}
export type SourceFiles = ReturnType<typeof sourceFiles>

/** Databases know everybody by an account. Throws dataSourceAccountNeeded. */
export function demandAccount({ kind, account }: Pick<SourceRow, 'kind' | 'account'>): void {
  if (!isFileKind(kind) && !account) throw new Failure('dataSourceAccountNeeded')
}
