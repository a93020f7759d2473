import { sql } from 'kysely'
import { DAY_MS } from '#contract/core/time.ts'
import { semaphore } from '../../concurrency/semaphore.ts'
import type { Db, Tx } from '../database.ts'
import { fault } from '../fault.ts'
import { type BlobStore, type ChunkPlace, type Digest, INCOMPLETE, type Ranges } from './blob-store.ts'
import { digestOf, digestOfStream } from './digest.ts'
import { copyObject } from './object-copy.ts'
import { objectKeys } from './object-keys.ts'
import { groupAt, groupOf, groupsOf, partMaker } from './object-parts.ts'
import { readObject } from './object-read.ts'
import type { Objects } from './objects.ts'
import { joined } from './ranges.ts'
import { isPart, lockStaged, noteDigest, type StagedRows } from './staged-rows.ts'

/** Uploads that a process hashes at once by reading them; each holds a connection to the database. */
const PROVED_AT_ONCE = 2
const REMOVED_AT_ONCE = 16
const ROUND = 1000
/** Copying a very large content takes hours: unfinished copies count as abandoned only after a day. */
const COPY_MS = DAY_MS
const COPY = '.copy'

const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
const incomplete = (chunk: number | string) =>
  Object.assign(new Error(`chunk ${chunk} is missing`), { code: INCOMPLETE })

type Needs = { db: Db; rows: StagedRows; objects: Objects }

/**
 * Uploads in an S3 store. A chunk is an object; four chunks become a part, whichever nodes received them. A content of
 * one chunk or part is stored under its hash directly.
 */
export function objectStaging({ db, rows, objects }: Needs): BlobStore['staging'] {
  const parts = partMaker(db, rows, objects)
  const proving = semaphore(PROVED_AT_ONCE)
  const removing = semaphore(REMOVED_AT_ONCE)

  async function writeOnly(uploadId: string, bytes: Buffer): Promise<void> {
    const digest = digestOf([bytes])
    await objects.put(objectKeys.content(digest.sha256), bytes)
    fault('object-chunk-stored')
    await noteDigest(db, uploadId, digest, false)
  }

  async function write({ uploadId, index, chunkCount }: ChunkPlace, bytes: Buffer): Promise<void> {
    const { digest, isSealed } = await rows.touch(uploadId, chunkCount)
    if (isSealed) return
    if (chunkCount === 1) return writeOnly(uploadId, bytes)
    const group = groupOf(chunkCount, index)
    // A chunk that is already in a part is not replaced.
    if (digest || (await isPart(db, uploadId, group.number))) return
    const key = objectKeys.chunk(uploadId, index)
    const etag = await objects.put(key, bytes)
    fault('object-chunk-stored')
    parts.keep(key, etag, bytes)
    await rows.noteChunk(uploadId, { index, etag })
    await parts.makePart(uploadId, chunkCount, group, { waits: false }).catch(anew(uploadId))
  }

  async function received(uploadId: string, chunkCount: number): Promise<Ranges> {
    const staged = await rows.find(uploadId)
    if (!staged) return []
    if (staged.digest) return [[0, chunkCount - 1]]
    const parts = (await rows.parts(uploadId)).map(({ number }) => groupAt(chunkCount, number - 1))
    const chunks = (await rows.chunks(uploadId)).map((index) => ({ from: index, to: index }))
    return joined([...parts, ...chunks])
  }

  /** Makes the missing parts. Fails with INCOMPLETE. */
  async function makeMissingParts(uploadId: string, chunkCount: number): Promise<void> {
    const made = new Set((await rows.parts(uploadId)).map(({ number }) => number))
    const missing = Array.from({ length: groupsOf(chunkCount) }, (_, index) => groupAt(chunkCount, index)).filter(
      ({ number }) => !made.has(number),
    )
    await Promise.all(missing.map((group) => parts.makePart(uploadId, chunkCount, group, { waits: true }))).catch(
      anew(uploadId),
    )
    const [first, ...more] = await received(uploadId, chunkCount)
    if (!first || first[0] > 0 || more.length || first[1] < chunkCount - 1)
      throw incomplete(first && first[0] === 0 ? first[1] + 1 : 0)
  }

  /**
   * Completes the multipart upload; one that is already complete is no error. Fails with INCOMPLETE when the store lost
   * its parts.
   */
  async function join(tx: Tx, uploadId: string, key: string, multipartId: string): Promise<void> {
    const parts = await rows.parts(uploadId, tx)
    try {
      await objects.join(
        { key, multipartId },
        parts.map(({ etag }) => etag),
      )
    } catch (error) {
      if (isAbsent(error) && (await objects.sizeOf(key)) !== null) return
      await anew(uploadId)(error)
    }
  }

  /**
   * Completes an upload and computes its hash, by reading it if need be: on one node, while other callers wait for the
   * result.
   */
  const prove = (uploadId: string, chunkCount: number): Promise<Digest> =>
    db.transaction().execute(async (tx) => {
      // Reading a large upload takes long, and the transaction is idle meanwhile.
      await sql`set local idle_in_transaction_session_timeout to 0`.execute(tx)
      await lockStaged(tx, uploadId, 'whole')
      const staged = await rows.find(uploadId, tx)
      if (staged?.digest) return staged.digest
      if (!staged?.multipartId) throw incomplete(0)
      const key = objectKeys.whole(uploadId, staged.whole)
      await join(tx, uploadId, key, staged.multipartId)
      fault('object-joined')
      const digest =
        (await parts.digestOf(staged.multipartId, chunkCount)) ?? (await digestOfStream(await readObject(objects, key)))
      await noteDigest(tx, uploadId, digest, true)
      return digest
    })

  async function seal(uploadId: string, chunkCount: number): Promise<Digest> {
    const before = await rows.find(uploadId)
    if (chunkCount > 1 && !before?.digest) await makeMissingParts(uploadId, chunkCount)
    const digest = before?.digest ?? (await rows.find(uploadId))?.digest
    if (digest) await noteDigest(db, uploadId, digest, true)
    else if (groupsOf(chunkCount) === 1) throw incomplete(0)
    return digest ?? proving(() => prove(uploadId, chunkCount))
  }

  async function publishOne(uploadId: string, sha256: string): Promise<void> {
    const to = objectKeys.content(sha256)
    if ((await objects.sizeOf(to)) !== null) return
    const staged = await rows.find(uploadId)
    // The upload may have started again meanwhile.
    if (staged?.isInParts && staged.digest?.sha256 === sha256) {
      await copyObject(objects, objectKeys.whole(uploadId, staged.whole), to, staged.digest.size)
      fault('object-published')
      return
    }
    await discard(uploadId)
    throw incomplete('of every part')
  }

  async function removeBelow(prefix: string): Promise<void> {
    let gone: Promise<void>[] = []
    for await (const { key } of objects.list(prefix)) {
      gone.push(removing(() => objects.remove(key)))
      if (gone.length < ROUND) continue
      await Promise.all(gone)
      gone = []
    }
    await Promise.all(gone)
  }

  /** Aborts the multipart uploads of a key. Some stores list them by a whole key only, not by a prefix. */
  async function abortAll(key: string, listed = key): Promise<void> {
    for await (const whole of objects.begun(listed)) if (whole.key.startsWith(key)) await objects.abort(whole)
  }

  async function discard(uploadId: string): Promise<void> {
    if (uploadId.endsWith(COPY)) return abortAll(objectKeys.content(uploadId.slice(0, -COPY.length)))
    const known = await rows.discard(uploadId)
    const hasNoObjects = known && !known.staged.multipartId && !known.chunks.length
    if (hasNoObjects) return
    await removeBelow(objectKeys.staged(uploadId))
    if (known) await abortAll(objectKeys.whole(uploadId, known.staged.whole))
    else await abortAll(objectKeys.staged(uploadId), '')
  }

  /**
   * If an error means that stored data was removed, the upload starts again. Fails with INCOMPLETE, or with the error.
   */
  const anew = (uploadId: string) => async (error: unknown) => {
    if (!isAbsent(error)) throw error
    await discard(uploadId)
    throw incomplete('of every part')
  }

  /** Uploads in the rows, and those in the bucket without a row. */
  async function* list() {
    const touched = new Map<string, number>()
    const seen = (id: string, ms: number) => touched.set(id, Math.max(ms, touched.get(id) ?? 0))
    for await (const { key, modifiedMs } of objects.list(objectKeys.staging)) seen(objectKeys.uploadOf(key), modifiedMs)
    for await (const { key, begunMs } of objects.begun('')) {
      const sha256 = objectKeys.sha256Of(key)
      if (sha256) seen(`${sha256}${COPY}`, begunMs + COPY_MS)
      else if (key.startsWith(objectKeys.staging)) seen(objectKeys.uploadOf(key), begunMs)
    }
    for await (const { uploadId, modifiedMs } of rows.list()) seen(uploadId, modifiedMs)
    for (const [uploadId, modifiedMs] of touched) yield { uploadId, modifiedMs }
  }

  return {
    buffer: (bytes) => Buffer.allocUnsafeSlow(bytes),
    write,
    received,
    seal,
    async publish(uploads) {
      await Promise.all(uploads.map(({ uploadId, sha256 }) => publishOne(uploadId, sha256)))
    },
    discard,
    list,
  }
}
