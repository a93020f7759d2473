import { semaphore } from '../../concurrency/semaphore.ts'
import type { Db, Tx } from '../database.ts'
import { fault } from '../fault.ts'
import { digestOf } from './digest.ts'
import { followed } from './followed.ts'
import { PARTS_MAX } from './object-copy.ts'
import { objectKeys } from './object-keys.ts'
import { putLongPart } from './object-long-part.ts'
import { bytesOfObject } from './object-read.ts'
import type { Multipart, Objects } from './objects.ts'
import {
  chunksOf,
  forgetChunks,
  type Group,
  isPart,
  lockStaged,
  noteDigest,
  notePart,
  type Staged,
  type StagedRows,
  type StoredChunk,
  tryLockStaged,
} from './staged-rows.ts'

/** Chunks of a part: a part has at least 5 MiB, a chunk has 2. Source: S3, multipart upload limits. */
const PART_CHUNKS = 4
/** Parts that a process makes concurrently; each holds a connection to the database, and its bytes. */
const PARTS_AT_ONCE = 4
/** Recently written chunks, kept in memory for their part: with one node no chunk is read again. */
const KEPT_CHUNKS = 16

/** Number of parts of an upload with this many chunks. A file of more than 78 GiB has larger parts. */
export const groupsOf = (chunkCount: number): number => Math.ceil(chunkCount / perGroup(chunkCount))

const perGroup = (chunkCount: number) => Math.max(PART_CHUNKS, Math.ceil(chunkCount / PARTS_MAX))

/** A part of an upload, by its index from 0. */
export function groupAt(chunkCount: number, index: number): Group {
  const per = perGroup(chunkCount)
  return { number: index + 1, from: index * per, to: Math.min(chunkCount, (index + 1) * per) - 1 }
}

export const groupOf = (chunkCount: number, chunk: number): Group =>
  groupAt(chunkCount, Math.floor(chunk / perGroup(chunkCount)))

const isComplete = ({ from, to }: Group, chunks: readonly StoredChunk[]) => chunks.length === to - from + 1

type Making = {
  uploadId: string
  group: Group
  /** Null: the part is the whole upload. */
  whole: Multipart | null
  waits: boolean
}

/** Joins chunks into parts: S3 requires larger parts than the chunks that browsers send. */
export function partMaker(db: Db, rows: StagedRows, objects: Objects) {
  const run = semaphore(PARTS_AT_ONCE)
  const follow = followed()
  const kept = new Map<string, { etag: string; bytes: Buffer }>()

  function keep(key: string, etag: string, bytes: Buffer): void {
    kept.delete(key)
    kept.set(key, { etag, bytes })
    if (kept.size > KEPT_CHUNKS) kept.delete(kept.keys().next().value ?? '')
  }

  function bytesOf(uploadId: string, { index, etag }: StoredChunk): Promise<Buffer> {
    const key = objectKeys.chunk(uploadId, index)
    const known = kept.get(key)
    return known?.etag === etag ? Promise.resolve(known.bytes) : bytesOfObject(objects, key)
  }

  async function putPart(whole: Multipart, uploadId: string, number: number, chunks: StoredChunk[]): Promise<string> {
    const fetch = (chunk: StoredChunk) => bytesOf(uploadId, chunk)
    if (chunks.length > PART_CHUNKS) return putLongPart(objects, { whole, number, chunks, fetch })
    const pieces = await Promise.all(chunks.map(fetch))
    const bytes = Buffer.concat(pieces)
    const sent = objects.putPart(whole, number, bytes, bytes.length)
    const [etag] = await Promise.all([sent, follow.take(whole.multipartId, number, pieces)])
    return etag
  }

  async function wholeOf(uploadId: string, staged: Staged): Promise<Multipart | null> {
    const key = objectKeys.whole(uploadId, staged.whole)
    if (staged.multipartId) return { key, multipartId: staged.multipartId }
    const begun = await objects.begin(key)
    const multipartId = await rows.adopt(uploadId, staged.whole, begun.multipartId)
    if (multipartId !== begun.multipartId) await objects.abort(begun)
    return multipartId ? { key, multipartId } : null
  }

  /** An upload of one part is stored under its hash directly. */
  async function storeWhole(tx: Tx, uploadId: string, group: Group, chunks: readonly StoredChunk[]): Promise<void> {
    const pieces = await Promise.all(chunks.map((chunk) => bytesOf(uploadId, chunk)))
    const digest = digestOf(pieces)
    await objects.put(objectKeys.content(digest.sha256), Buffer.concat(pieces))
    fault('object-stored-whole')
    await noteDigest(tx, uploadId, digest, false)
    await forgetChunks(tx, uploadId, group)
  }

  /** Makes a part under its lock; false when there was nothing to do or another process makes it. */
  const make = ({ uploadId, group, whole, waits }: Making): Promise<boolean> =>
    db.transaction().execute(async (tx) => {
      if (waits) await lockStaged(tx, uploadId, group.number)
      else if (!(await tryLockStaged(tx, uploadId, group.number))) return false
      if (await isPart(tx, uploadId, group.number)) return false
      const chunks = await chunksOf(tx, uploadId, group)
      if (!isComplete(group, chunks)) return false
      if (!whole) await storeWhole(tx, uploadId, group, chunks)
      else {
        const etag = await putPart(whole, uploadId, group.number, chunks)
        fault('object-part-stored')
        await notePart(tx, uploadId, group, etag)
      }
      return true
    })

  /** Removes the chunks of a stored part. Remaining ones are removed with the upload. */
  async function tidy(uploadId: string, { from, to }: Group): Promise<void> {
    const keys = Array.from({ length: to - from + 1 }, (_, at) => objectKeys.chunk(uploadId, from + at))
    for (const key of keys) kept.delete(key)
    await Promise.allSettled(keys.map((key) => objects.remove(key)))
  }

  return {
    keep,
    /** Digest of an upload whose parts were all made by this process, in order; null: it must be read. */
    digestOf: (multipartId: string, chunkCount: number) => follow.digestOf(multipartId, groupsOf(chunkCount)),
    /** Makes the part of these chunks when all are stored; with `waits` it waits for the part's lock. */
    async makePart(uploadId: string, chunkCount: number, group: Group, { waits }: { waits: boolean }): Promise<void> {
      if (!isComplete(group, await chunksOf(db, uploadId, group))) return
      await run(async () => {
        const isWhole = groupsOf(chunkCount) === 1
        const staged = await rows.find(uploadId)
        const whole = isWhole || !staged ? null : await wholeOf(uploadId, staged)
        if (!staged || !(isWhole || whole)) return
        const isMade = await make({ uploadId, group, whole, waits }).catch((error: unknown) => {
          // A second try may have other bytes.
          if (whole) follow.forget(whole.multipartId)
          throw error
        })
        if (isMade) {
          fault('object-part-noted')
          await tidy(uploadId, group)
        }
      })
    },
  }
}
