import type { MultipartFile } from '@fastify/multipart'
import { TABLE_FILE_BYTES, TABLE_FILE_KEEP_MS, TABLE_FILES_OF_ONE } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import type { TableScan, TableSource, tableFiles } from '#contract/table-files.ts'
import { fairQueue } from '#server/concurrency/fair-queue.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { textOf } from '#server/http/texts.ts'
import { demandFor, type FilesModule, keepBlobs } from '#server/modules/files/index.ts'
import { lockActing } from '#server/modules/people/index.ts'
import { policyContextOf } from '#server/modules/spaces/index.ts'
import type { BlobStore, Digest } from '#server/storage/blobs/blob-store.ts'
import { transact } from '#server/storage/database.ts'
import { scanInThread } from '#server/table-files/in-thread.ts'
import { TableFileError } from '#server/table-files/source.ts'
import { dropUploads, keepNewestUploads, noteUpload, uploadOf } from './import-store.ts'
import type { TableNeeds } from './needs.ts'

/**
 * Files that this server looks at at a time, each in a thread of its own; of those of one person; and of those of one
 * person that wait (our choice).
 */
const SCANS_AT_ONCE = 2
const SCANS_OF_ONE_MAX = 1
const SCANS_WAITING_MAX = 10

/** A content that a table comes from; `fileId` is that of a file of the space. */
export type FoundSource = { sha256: string; fileName: string; fileId?: string }
export type ImportNeeds = TableNeeds & { blobs: BlobStore; files: Pick<FilesModule, 'find'> }

/** A file that can't be read as a refusal in both languages. */
export function asFailure(error: unknown): unknown {
  if (!(error instanceof TableFileError)) return error
  const { reason, row, column } = error
  const sentence = (language: 'zh' | 'en') => {
    const place = column ?? (row === null ? null : textOf(language, 'tableFiles.row', { row }))
    const why = textOf(language, `tableFiles.unreadableBecause.${reason}`)
    return place === null ? why : textOf(language, 'tableFiles.placed', { place, why })
  }
  return new Failure('tableFileUnreadable', {
    values: { why: { zh: sentence('zh'), en: sentence('en') } },
    // Whoever asked may name another encoding.
    ...(reason === 'encoding' && { data: { reason } }),
    cause: error,
  })
}

/** Where tables come from: files of a space, and files that are uploaded to be imported. */
export function importSources({ db, blobs, files, spaces, now, newId }: ImportNeeds) {
  const turn = fairQueue(SCANS_AT_ONCE, SCANS_WAITING_MAX, SCANS_OF_ONE_MAX)

  /** Throws fileGone, tableFileGone and what forbids the file. */
  async function sourceOf(spaceId: string, source: TableSource, actor: SignedIn): Promise<FoundSource> {
    if (source.from === 'upload') {
      const upload = await uploadOf(db, source.id, spaceId, actor.id)
      if (!upload) throw new Failure('tableFileGone')
      return { sha256: upload.sha256, fileName: upload.name }
    }
    const { space, node } = await files.find(spaceId, source.hash, actor)
    await demandFor(db, { actor, policyContext: space.policyContext, permission: 'file.download', nodes: [node] })
    if (!node.sha256) throw new Failure('fileGone')
    return { sha256: node.sha256, fileName: node.name, fileId: node.id }
  }

  /** Stores the bytes of a form; too many of them are refused. */
  async function take(part: MultipartFile): Promise<{ name: string; blob: Digest }> {
    if (!part.filename) throw new Failure('invalid')
    const blob = await blobs.put(part.file)
    if (part.file.truncated) throw new Failure('tooLarge', { values: { max: TABLE_FILE_BYTES } })
    return { name: part.filename, blob }
  }

  async function upload(spaceId: string, { name, blob }: Awaited<ReturnType<typeof take>>, { actor }: ByActor) {
    const space = await spaces.demand(spaceId, actor, 'table.list')
    const context = policyContextOf(space)
    // What cannot be imported is not kept: it counts in no space.
    if (!can(actor, 'table.create', context) && !can(actor, 'table.edit', context))
      throw new Failure('spaceRightMissing')
    const id = newId()
    await transact(db, async (tx) => {
      // Of several uploads at once, each sees the ones before it.
      await lockActing(tx, actor)
      await keepBlobs(tx, [{ blob }], now())
      await noteUpload(tx, { id, spaceId: space.id, personId: actor.id, sha256: blob.sha256, name, at: now() })
      await keepNewestUploads(tx, actor.id, TABLE_FILES_OF_ONE)
    })
    return { id, name }
  }

  async function scan(
    { spaceId, source, sheet, hasHeader, firstRow, ...options }: ParsedOf<typeof tableFiles.scan>,
    { actor }: ByActor,
    signal: AbortSignal,
  ): Promise<TableScan> {
    const space = await spaces.enter(spaceId, actor)
    const { sha256, fileName: name } = await sourceOf(space.id, source, actor)
    const leave = await turn(actor.id, signal)
    try {
      const start = { hasHeader, firstRow }
      return await blobs.withFile(sha256, (path) => scanInThread({ path, name, options, sheet, ...start }, signal))
    } catch (error) {
      throw asFailure(error)
    } finally {
      leave()
    }
  }

  /** Deletes uploads that were not imported for a day. */
  const sweep = () => dropUploads(db, new Date(now().getTime() - TABLE_FILE_KEEP_MS))

  return { sourceOf, take, upload, scan, sweep }
}
export type ImportSources = ReturnType<typeof importSources>
