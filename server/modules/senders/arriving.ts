import { timingSafeEqual } from 'node:crypto'
import { suffixOf } from '#contract/core/file-names.ts'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { Id } from '#contract/core/shapes.ts'
import { chunkCountOf } from '#contract/uploads.ts'
import { keepBlobs, mimeOf } from '#server/modules/files/index.ts'
import { BrokenOff } from '#server/modules/protocols/index.ts'
import { type Digest, INCOMPLETE } from '#server/storage/blobs/blob-store.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { holdBlobs } from '#server/storage/locks.ts'
import { type Seal, sha256 } from '#server/storage/seal.ts'
import { isStorable } from '#server/storage/storable.ts'
import { lapseOf } from './admission.ts'
import type { Came, IncomingRow } from './incoming-store.ts'
import type { ReceivingNeeds } from './needs.ts'
import { secretsOf } from './secrets.ts'
import type { SenderRow } from './store.ts'

const GB = 1_000_000_000
/** Step in which storage is reserved for a file of unknown size. */
const STEP_BYTES = 67_108_864
const SEGMENT_BYTES = 255
const PATH_CHARACTERS = 4000

/** Why a file is refused, as an HTTP status; `offset`: where the sender continues. */
export class NotTaken extends Error {
  readonly status: number
  readonly offset: number | null

  constructor(status: number, why: string, offset: number | null = null) {
    super(why)
    this.status = status
    this.offset = offset
  }
}

/** A relative path of a file of a dataset, in NFC. Throws NotTaken for what leads elsewhere. */
export function pathOf(given: string): string {
  const path = given.normalize('NFC')
  const isName = (name: string) =>
    name !== '' && name !== '.' && name !== '..' && Buffer.byteLength(name) <= SEGMENT_BYTES
  const isPath = path.split('/').every(isName) && path.length <= PATH_CHARACTERS && !/[\p{Cc}\\]/u.test(path)
  if (!isPath || !isStorable(path)) throw new NotTaken(400, 'no path of a file')
  return path
}

/** The part of a file in a request: its bytes from `from` on, to the end. */
export type Part = { path: string; from: number; size: number; bytes: AsyncIterable<Buffer> }

/** Files of submissions, stored chunk by chunk, so that an interrupted one continues where it stopped. */
export function arriving({
  db,
  blobs,
  senders,
  incoming,
  publications,
  seal,
  now,
  newId,
}: ReceivingNeeds & { seal: Seal }) {
  const { staging } = blobs

  /** A submission, while its sender may send. Throws NotTaken. */
  async function sendable(id: string): Promise<{ row: IncomingRow; sender: SenderRow }> {
    const row = Id.safeParse(id).success ? await incoming.one(id) : undefined
    if (!row) throw new NotTaken(401, 'not known')
    const sender = await senders.one(row.sender_id)
    if (!sender || lapseOf(sender, now())) throw new NotTaken(403, 'its sender may send no more')
    return { row, sender }
  }

  /** The submission that an account is for, while its sender may send. Throws NotTaken. */
  async function admitted(id: string, password: string): Promise<{ row: IncomingRow; sender: SenderRow }> {
    const row = Id.safeParse(id).success ? await incoming.one(id) : undefined
    const expected = row ? secretsOf(seal, row).password : ''
    if (!row || !timingSafeEqual(sha256(password), sha256(expected))) throw new NotTaken(401, 'not known')
    return sendable(id)
  }

  /** How many bytes of a file are here without a gap. */
  async function stored(uploadId: string, size: number): Promise<number> {
    const [first] = await staging.received(uploadId, chunkCountOf(size))
    return first?.[0] === 0 ? Math.min(size, (first[1] + 1) * CHUNK_BYTES) : 0
  }

  /** How many bytes of a file are here; null while nothing of it has begun. */
  async function offsetOf(row: IncomingRow, path: string): Promise<number | null> {
    const begun = await incoming.file(row.id, path)
    return begun ? stored(begun.upload_id, begun.size) : incoming.wholeSize(row.publication_id, path)
  }

  /** How many bytes a file may have, at least `least`, in a submission that still takes files. Throws NotTaken. */
  async function demandRoom(tx: Tx, id: string, path: string, least: number): Promise<number> {
    const row = await incoming.held(tx, id)
    if (row?.state !== 'receiving') throw new NotTaken(409, 'nothing more is taken')
    if (await incoming.isFolderAndFile(tx, row, path)) throw new NotTaken(409, 'a folder and a file have this name')
    const own = await incoming.sizeAt(tx, row, path)
    const sender = await senders.one(row.sender_id)
    const room = (sender?.dataset_gb ?? 0) * GB - (row.all_bytes - (own ?? 0))
    const others = row.all_files - (own === null ? 0 : 1)
    if (room < least || others >= publications.filesMax) throw new NotTaken(413, 'too large')
    await incoming.update(tx, id, { touched_at: now() })
    return room
  }

  /** Changes what is at a path, and what all files of the submission take; the caller holds its row. */
  async function recounted<T>(tx: Tx, row: IncomingRow, path: string, change: () => Promise<T>): Promise<T> {
    const before = await incoming.sizeAt(tx, row, path)
    const changed = await change()
    const after = await incoming.sizeAt(tx, row, path)
    const files = Number(after !== null) - Number(before !== null)
    if (before !== after) await incoming.addToAll(tx, row.id, { bytes: (after ?? 0) - (before ?? 0), files })
    return changed
  }

  /** Reserves storage for a file. Throws NotTaken. */
  async function begin(row: IncomingRow, { path, size }: Part): Promise<string> {
    const { uploadId, dropped } = await transact(db, async (tx) => {
      await demandRoom(tx, row.id, path, size)
      const file = { upload_id: newId(), incoming_id: row.id, path, size }
      return recounted(tx, row, path, () => incoming.begin(tx, file))
    })
    if (dropped) await staging.discard(dropped)
    return uploadId
  }

  /** Writes bytes from an offset on, a chunk at a time; whole chunks stay when the sender breaks off. */
  async function write(uploadId: string, { from, size, bytes }: Part): Promise<void> {
    const chunkCount = chunkCountOf(size)
    const roomAt = (offset: number) => staging.buffer(Math.min(CHUNK_BYTES, size - offset))
    let [offset, filled] = [from, 0]
    let chunk = roomAt(offset)
    async function flush() {
      await staging.write({ uploadId, index: offset / CHUNK_BYTES, offset, chunkCount }, chunk)
      fault('incoming-chunk-written')
      offset += filled
      filled = 0
      chunk = roomAt(offset)
    }
    for await (const piece of bytes) {
      for (let at = 0; at < piece.length; ) {
        if (!chunk.length) throw new NotTaken(400, 'more bytes than announced')
        const length = piece.copy(chunk, filled, at)
        at += length
        filled += length
        if (filled === chunk.length) await flush()
      }
    }
    if (filled || offset < size) throw new NotTaken(400, 'fewer bytes than announced')
  }

  /** A small file, which needs no chunks. */
  async function whole({ size, bytes }: Part): Promise<Digest> {
    const pieces: Buffer[] = []
    let length = 0
    for await (const piece of bytes) {
      length += piece.length
      if (length > size) throw new NotTaken(400, 'more bytes than announced')
      pieces.push(piece)
    }
    if (length < size) throw new NotTaken(400, 'fewer bytes than announced')
    return blobs.put(Buffer.concat(pieces))
  }

  async function chunked(uploadId: string, part: Part): Promise<Digest> {
    const here = await stored(uploadId, part.size)
    if (part.from !== here) throw new NotTaken(416, 'goes on elsewhere', here)
    if (here < part.size) await write(uploadId, part)
    try {
      const digest = await staging.seal(uploadId, chunkCountOf(part.size))
      await staging.publish([{ uploadId, sha256: digest.sha256 }])
      return digest
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== INCOMPLETE) throw error
      await staging.discard(uploadId)
      throw new NotTaken(416, 'stored bytes are lost', 0)
    }
  }

  /** Adds a received content as a file of the version. Throws NotTaken. */
  async function place(row: IncomingRow, uploadId: string, path: string, blob: Digest): Promise<void> {
    fault('incoming-file-published')
    await transact(db, async (tx) => {
      await holdBlobs(tx)
      const held = await incoming.held(tx, row.id)
      await recounted(tx, row, path, async () => {
        if (held?.state !== 'receiving' || !(await incoming.end(tx, uploadId)))
          throw new NotTaken(409, 'nothing more is taken')
        await keepBlobs(tx, [{ blob }], now())
        await publications.placeFile(tx, row.publication_id, { path, mime: mimeOf(suffixOf(path)), ...blob })
      })
    })
  }

  /** Takes a file, or what is left of it; a whole one is a file of the version. Throws NotTaken. */
  async function take(row: IncomingRow, part: Part): Promise<void> {
    const isRest = part.from === part.size || row.state !== 'receiving'
    // Sent again after its answer was lost: it is here.
    if (isRest && (await incoming.wholeSize(row.publication_id, part.path)) === part.size) return
    const uploadId = await begin(row, part)
    const isSmall = part.size <= CHUNK_BYTES
    if (isSmall && part.from > 0) throw new NotTaken(416, 'goes on elsewhere', 0)
    const blob = await (isSmall ? whole(part) : chunked(uploadId, part))
    await place(row, uploadId, part.path, blob)
    if (!isSmall) await staging.discard(uploadId)
  }

  type Coming = { path: string; uploadId: string; came: Came }

  /** Reserves more storage for a file; false if it was cancelled meanwhile. */
  const grow = (tx: Tx, row: IncomingRow, { path, uploadId }: Coming, size: number) =>
    recounted(tx, row, path, () => incoming.grow(tx, uploadId, size))

  /** The bytes received before and those of a source, reserving storage as they arrive. */
  async function* counted(row: IncomingRow, coming: Coming, source: AsyncIterable<Buffer>) {
    const { path, came } = coming
    if (came.bytes) yield* (await blobs.read(came.sha256, { start: 0, end: came.bytes - 1 })) as AsyncIterable<Buffer>
    let [length, room] = [came.bytes, came.bytes]
    for await (const piece of source) {
      length += piece.length
      if (length > room)
        room = await transact(db, async (tx) => {
          const size = Math.min(length + STEP_BYTES, await demandRoom(tx, row.id, path, length))
          if (!(await grow(tx, row, coming, size))) throw new NotTaken(409, 'it is brought anew')
          return size
        })
      yield piece
    }
  }

  /** The bytes of a file received so far. Throws NotTaken unless that many are stored. */
  async function cameOf({ id }: IncomingRow, path: string, offset: number): Promise<Came> {
    if (!offset) return { sha256: '', bytes: 0 }
    const begun = await incoming.file(id, path)
    if (!begun?.blob_sha256 || begun.came_bytes < offset)
      throw new NotTaken(416, 'goes on elsewhere', begun?.came_bytes ?? 0)
    return { sha256: begun.blob_sha256.toString('hex'), bytes: offset }
  }

  /** Stores the received bytes of an interrupted file, replacing earlier ones. */
  const keepCame = (row: IncomingRow, { path, uploadId }: Coming, blob: Digest) =>
    transact(db, async (tx) => {
      await holdBlobs(tx)
      await incoming.held(tx, row.id)
      await keepBlobs(tx, [{ blob }], now())
      await recounted(tx, row, path, () => incoming.keepCame(tx, uploadId, { sha256: blob.sha256, bytes: blob.size }))
    })

  /**
   * Receives a file of unknown size from an offset on, to its end. Throws NotTaken, and what the source throws; the
   * received bytes of an interrupted file are stored, so that its sender can continue.
   */
  async function takeWhole(row: IncomingRow, path: string, source: AsyncIterable<Buffer>, offset = 0): Promise<void> {
    const came = await cameOf(row, path, offset)
    const coming = { path, uploadId: newId(), came }
    const kept = came.bytes ? { blob_sha256: Buffer.from(came.sha256, 'hex'), came_bytes: came.bytes } : {}
    const dropped = await transact(db, async (tx) => {
      await demandRoom(tx, row.id, path, came.bytes)
      const file = { upload_id: coming.uploadId, incoming_id: row.id, path, size: came.bytes, ...kept }
      return recounted(tx, row, path, () => incoming.beginAnew(tx, file))
    })
    if (dropped) await staging.discard(dropped)
    let broken: BrokenOff | null = null
    async function* untilBroken() {
      try {
        yield* source
      } catch (error) {
        if (!(error instanceof BrokenOff)) throw error
        broken = error
      }
    }
    try {
      const bytes = counted(row, coming, untilBroken())
      const blob = await blobs.put(bytes)
      await (broken ? keepCame(row, coming, blob) : place(row, coming.uploadId, path, blob))
    } catch (error) {
      // The file is missing until it is sent again or cancelled; storage is only reserved for the stored bytes.
      await transact(db, async (tx) => {
        await incoming.held(tx, row.id)
        await grow(tx, row, coming, came.bytes)
      })
      throw error
    }
    if (broken) throw broken as BrokenOff
  }

  /** Cancels an unfinished file; false if there is none. */
  async function giveUp(row: IncomingRow, path: string): Promise<boolean> {
    const begun = await incoming.file(row.id, path)
    if (!begun) return false
    const isGone = await transact(db, async (tx) => {
      await incoming.held(tx, row.id)
      return recounted(tx, row, path, () => incoming.end(tx, begun.upload_id))
    })
    if (isGone) await staging.discard(begun.upload_id)
    return isGone
  }

  return { sendable, admitted, offsetOf, take, takeWhole, giveUp }
}
export type Arriving = ReturnType<typeof arriving>
