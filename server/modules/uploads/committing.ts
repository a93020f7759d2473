import type { FastifyBaseLogger } from 'fastify'
import type { FileRecord } from '#contract/files.ts'
import { batcher } from '#server/concurrency/batcher.ts'
import { Failure } from '#server/failure.ts'
import type { Entry, FilesModule } from '#server/modules/files/index.ts'
import type { Doer } from '#server/modules/journal/index.ts'
import type { BlobStore, Digest } from '#server/storage/blobs/blob-store.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { lockSpace } from '#server/storage/locks.ts'
import type { UploadRow, UploadStore } from './store.ts'

/** The uploader, and whether they may replace a file of this author. */
export type By = { doer: Doer; mayReplace: (authorId: string) => boolean }
/** A complete upload and its digest. */
type Merge = By & { upload: UploadRow; digest: Digest }
type Needs = {
  store: UploadStore
  blobs: BlobStore
  db: Db
  files: FilesModule
  now: () => Date
  log: FastifyBaseLogger
  /** Called when the upload has ended. */
  forget: (uploadId: string) => void
}

/** Most files created in one transaction. */
const BATCH_MAX = 200

const entryOf = ({ upload, digest, doer, mayReplace }: Merge): Entry => ({
  folderId: upload.folder_id,
  name: upload.name,
  blob: digest,
  authorId: upload.person_id,
  doer,
  conflict: upload.conflict,
  mayReplace,
  releaseBytes: upload.size,
  change: 'uploaded',
})

/**
 * Batches merges of a space into one transaction; each caller gets its own result, null when the upload had already
 * ended.
 */
export function committing({ store, blobs, db, files, now, log, forget }: Needs) {
  async function commitRound(tx: Tx, spaceId: string, merges: Merge[]): Promise<Map<string, FileRecord | Failure>> {
    await lockSpace(tx, spaceId)
    // A concurrent or repeated request finds the upload closed: there is one file, and both get it.
    const open = await store.openAmong(
      tx,
      merges.map(({ upload }) => upload.id),
    )
    const due = [...new Map(merges.map((one) => [one.upload.id, one])).values()].flatMap((one) => {
      const conflict = open.get(one.upload.id)
      return conflict ? [{ ...one, upload: { ...one.upload, conflict } }] : []
    })
    // The content of a refused file is unreferenced, and swept later.
    const [records] = await Promise.all([files.place(tx, spaceId, due.map(entryOf)), publish(due)])
    const made = due.flatMap((one, at) => {
      const record = records[at]
      return record && !(record instanceof Failure) ? [{ ...one, record }] : []
    })
    fault('merge-published')
    await store.finish(
      tx,
      made.map(({ upload, record }) => ({ id: upload.id, nodeId: record.hash })),
    )
    const dropped = made.flatMap(({ upload }) => (upload.receipt_id ? [upload.id] : []))
    if (dropped.length) await store.note(tx, dropped, now())
    fault('merge-in-transaction')
    return new Map(due.map(({ upload }, at) => [upload.id, records[at] ?? new Failure('uploadGone')]))
  }

  /** Removes staged bytes in the background; the sweeper removes what a crash leaves. */
  function tidy(uploadId: string): void {
    forget(uploadId)
    blobs.staging.discard(uploadId).catch((error: unknown) => log.warn({ err: error }, 'staged bytes not removed'))
  }

  /** Publishes staged contents; one that is already stored (an upload without bytes) is kept. */
  async function publish(merges: readonly Merge[]): Promise<void> {
    const isStored = await Promise.all(merges.map(({ digest }) => blobs.has(digest.sha256)))
    const fresh = merges.filter((_merge, at) => !isStored[at])
    await blobs.staging.publish(fresh.map(({ upload, digest }) => ({ uploadId: upload.id, sha256: digest.sha256 })))
  }

  return batcher<Merge, FileRecord | Failure | null>(BATCH_MAX, async (spaceId, merges) => {
    const outcomes = await transact(db, (tx) => commitRound(tx, spaceId, merges))
    fault('merge-committed')
    // Staged bytes of a refused upload are kept, so that it can be merged later without sending them again.
    for (const { upload } of merges) if (!(outcomes.get(upload.id) instanceof Failure)) tidy(upload.id)
    files.publishChange(
      spaceId,
      merges.map(({ upload }) => upload.folder_id),
    )
    return merges.map(({ upload }) => outcomes.get(upload.id) ?? null)
  })
}
export type Commit = ReturnType<typeof committing>
