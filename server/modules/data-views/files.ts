import { FILE_LOOK_SECONDS, QUERY_SECONDS } from '#contract/core/limits.ts'
import type { ViewDefinition } from '#contract/data-views.ts'
import type { SourceColumn, SourceShape } from '#contract/queries/answer.ts'
import type { SourceRef } from '#contract/queries/query.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import { asFailure } from '#server/modules/tables/index.ts'
import type { DataFile, FileSources } from '#server/query-engine/files.ts'
import { askingProgress, askingSignal } from '#server/storage/asking.ts'
import type { Db } from '#server/storage/database.ts'
import { type FolderFile, filesOfFolder } from './folder-store.ts'

/** Files as rows of one source: what is read, the columns by their names, how many rows there are, and where files differ. */
export type FileData = {
  files: DataFile[]
  differences: SourceShape['differences']
  columns: SourceColumn[]
  rows: number
  changedAt: string | null
}
/** Files that never change, in the place of a source; `columns` are those of the table that a file was written from. */
export type FrozenFiles = {
  kind: 'files'
  name: string
  files: DataFile[]
  columns: readonly SourceColumn[] | null
  changedAt: string
}
/** A resolved source: files, or a view with its definition. */
export type FrozenSource = FrozenFiles | ({ kind: 'view' } & NamedView)
export type NamedView = { name: string; definition: ViewDefinition }
/** The reader; visitors are not signed in. */
export type Reader = Pick<SignedIn, 'id' | 'role'> & { isStranger?: true }

/** The signal of the call; a call that can't be cancelled runs to its limits. */
export const signalHere = (): AbortSignal => askingSignal() ?? new AbortController().signal

/** Files of spaces as sources of queries, for those who may enter the space and can therefore read its files. */
export function spaceFiles({ db, files, sources }: { db: Db; files: Pick<FilesModule, 'find'>; sources: FileSources }) {
  type Ref = Extract<SourceRef, { kind: 'file' }>
  type FolderRef = Extract<SourceRef, { kind: 'folder' }>
  type Found = Awaited<ReturnType<typeof files.find>>['node'] & { sha256: string }

  /** A file that the reader may see. Throws fileGone. */
  async function find(spaceId: string, { hash }: Ref, reader: Reader): Promise<Found> {
    const { node } = await files.find(spaceId, hash, reader)
    if (!node.sha256) throw new Failure('fileGone')
    return { ...node, sha256: node.sha256 }
  }

  /** A folder that the reader may see. Throws fileGone. */
  async function findFolder(spaceId: string, { hash }: FolderRef, reader: Reader) {
    const { node } = await files.find(spaceId, hash, reader)
    if (!node.is_folder) throw new Failure('fileGone')
    return node
  }

  /** The shape of files as one source. Throws tableFileUnreadable, and what the engine refuses. */
  async function readAll(files: DataFile[], changedAt: Date | null, reader: Reader): Promise<FileData> {
    const asking = {
      personId: reader.id,
      // A stranger waits no longer for a first look than for any answer.
      secondsMax: reader.isStranger ? QUERY_SECONDS : FILE_LOOK_SECONDS,
      signal: signalHere(),
      onProgress: askingProgress(),
    }
    const { columns, ...rest } = await sources.shapeOfAll(files, asking).catch((error: unknown) => {
      throw asFailure(error)
    })
    const shown = columns.map(({ name, type }) => ({ key: name, name, description: '', unit: '', type, format: {} }))
    return { files, columns: shown, ...rest, changedAt: changedAt?.toISOString() ?? null }
  }

  const read = ({ sha256, name, updated_at }: Found, reader: Reader): Promise<FileData> =>
    readAll([{ sha256, name }], updated_at, reader)

  /** The files with rows in a folder. */
  const inFolder = (folderId: string, isNested: boolean): Promise<FolderFile[]> => filesOfFolder(db, folderId, isNested)
  const readFolder = (found: readonly FolderFile[], reader: Reader): Promise<FileData> => {
    const latest = found.map(({ updated_at }) => updated_at).toSorted((a, b) => Number(b) - Number(a))[0]
    const files = found.map(({ sha256, path }) => ({ sha256, name: path.slice(path.lastIndexOf('/') + 1) }))
    return readAll(files, latest ?? null, reader)
  }
  /** The rows of files that don't change, for any caller. */
  const readFrozen = ({ files: frozen, changedAt }: FrozenFiles, reader: Reader): Promise<FileData> =>
    readAll(frozen, new Date(changedAt), reader)
  return { find, findFolder, inFolder, read, readFolder, readFrozen }
}
export type SpaceFiles = ReturnType<typeof spaceFiles>
