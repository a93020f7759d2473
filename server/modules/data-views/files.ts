import { QUERY_SECONDS } from '#contract/core/limits.ts'
import type { SourceColumn } from '#contract/queries/answer.ts'
import type { SourceRef } from '#contract/queries/query.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import { asFailure } from '#server/modules/tables/index.ts'
import type { DataFile, FileSources } from '#server/query-engine/files.ts'
import { askingSignal } from '#server/storage/asking.ts'

/** A file as rows: what is read, its columns by their names, and how many rows it has. */
export type FileData = {
  file: DataFile
  name: string
  columns: SourceColumn[]
  rows: number
  changedAt: string | null
}
type Reader = Pick<SignedIn, 'id' | 'role'>

/** The end of the call that asks; a call that nobody can cancel runs to its limits. */
export const signalHere = (): AbortSignal => askingSignal() ?? new AbortController().signal

/** Files of spaces as sources of queries, for those who may enter the space: whoever sees a file may read it. */
export function spaceFiles({ files, sources }: { files: Pick<FilesModule, 'find'>; sources: FileSources }) {
  /** Throws fileGone, tableFileUnreadable, and what the engine refuses. */
  async function find(spaceId: string, { hash }: Extract<SourceRef, { hash: string }>, reader: Reader) {
    const { node } = await files.find(spaceId, hash, reader)
    if (!node.sha256) throw new Failure('fileGone')
    const file = { sha256: node.sha256, name: node.name }
    const asking = { personId: reader.id, secondsMax: QUERY_SECONDS, signal: signalHere() }
    const { columns, rows } = await sources.shapeOf(file, asking).catch((error: unknown) => {
      throw asFailure(error)
    })
    const shown = columns.map(({ name, type }) => ({ key: name, name, description: '', unit: '', type, format: {} }))
    const found: FileData = { file, name: node.name, columns: shown, rows, changedAt: node.updated_at.toISOString() }
    return found
  }
  return { find }
}
export type SpaceFiles = ReturnType<typeof spaceFiles>
