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
  type Ref = Extract<SourceRef, { hash: string }>
  type Found = Awaited<ReturnType<typeof files.find>>['node'] & { sha256: string }

  /** A file that the reader may see. Throws fileGone. */
  async function find(spaceId: string, { hash }: Ref, reader: Reader): Promise<Found> {
    const { node } = await files.find(spaceId, hash, reader)
    if (!node.sha256) throw new Failure('fileGone')
    return { ...node, sha256: node.sha256 }
  }

  /** What a file has. Throws tableFileUnreadable, and what the engine refuses. */
  async function read(node: Found, reader: Reader): Promise<FileData> {
    const file = { sha256: node.sha256, name: node.name }
    const asking = { personId: reader.id, secondsMax: QUERY_SECONDS, signal: signalHere() }
    const { columns, rows } = await sources.shapeOf(file, asking).catch((error: unknown) => {
      throw asFailure(error)
    })
    const shown = columns.map(({ name, type }) => ({ key: name, name, description: '', unit: '', type, format: {} }))
    return { file, name: node.name, columns: shown, rows, changedAt: node.updated_at.toISOString() }
  }
  return { find, read }
}
export type SpaceFiles = ReturnType<typeof spaceFiles>
