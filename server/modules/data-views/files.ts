import type { SourceColumn } from '#contract/queries/answer.ts'
import type { SourceRef } from '#contract/queries/query.ts'
import type { SignedIn } from '#server/http/context.ts'

/** A file or a folder of files as rows. */
export type FileData = { name: string; columns: SourceColumn[]; changedAt: string | null }
/** Finds files of spaces as sources of queries, under the rights of a reader. */
export type FileSources = {
  find: (
    spaceId: string,
    ref: Extract<SourceRef, { hash: string }>,
    reader: Pick<SignedIn, 'id' | 'role'>,
  ) => Promise<FileData>
}
