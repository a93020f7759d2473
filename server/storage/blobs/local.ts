import { once } from 'node:events'
import { constants, createReadStream } from 'node:fs'
import {
  access,
  type FileHandle,
  mkdir,
  open,
  opendir,
  readdir,
  readFile,
  rename,
  stat,
  unlink,
  utimes,
} from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { fault } from '../fault.ts'
import { newId } from '../id.ts'
import { partOf } from './arriving-file.ts'
import type { BlobStore, ChunkPlace, Digest, Ranges } from './blob-store.ts'
import { piecesOf } from './pieces.ts'
import { type Ask, stagingIn, stagingPool } from './staging-pool.ts'
import { besideKeeper } from './upload-keeper.ts'

const STREAM_BYTES = 1_048_576
/** Bytes of a content sent to a worker thread at once: larger pieces leave the caches of the processor between threads. */
const PIECE_BYTES = 262_144
const STAGING_THREADS = 2
const SPARE_MAX = 8
/** Files that a listing stats concurrently. */
const LOOKS = 32

/** The folder of a content: the first byte of its hash, so that a million contents make folders of 4,000. */
export const shelfOf = (sha256: string) => sha256.slice(0, 2)

const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Merges adjacent stored chunks into ranges. */
export function rangesOf(stored: Uint8Array): Ranges {
  const ranges: Ranges = []
  for (const [index, byte] of stored.entries()) {
    const last = ranges.at(-1)
    if (!byte) continue
    if (last && last[1] === index - 1) last[1] = index
    else ranges.push([index, index])
  }
  return ranges
}

/** Size and age of a file; null when it was removed meanwhile. */
const statsOf = (path: string) => stat(path).catch(() => null)

/** Removes a file; a missing one is no error. */
const remove = (path: string) =>
  unlink(path).catch((error: unknown) => {
    if (!isAbsent(error)) throw error
  })

/**
 * Contents in a local folder: `blobs/ab/<sha256>`, unfinished uploads in `staging/<id>`. `keeper`: who keeps the uploads
 * when other processes work on the folder too; each is then of one thread of one process all the same.
 */
export async function localBlobStore(
  dir: string,
  aheadMs: () => number = () => 0,
  keeper: Ask | null = null,
): Promise<BlobStore> {
  const blobs = join(dir, 'blobs')
  const stagingDir = stagingIn(dir)
  /** File times are of this machine's clock; ages are judged by the site's clock. */
  const siteMs = (fileMs: number) => fileMs - aheadMs()
  await mkdir(blobs, { recursive: true, mode: 0o700 })
  await mkdir(stagingDir, { recursive: true, mode: 0o700 })
  const pool = stagingPool(stagingDir, STAGING_THREADS)
  const ask = keeper ?? pool.ask
  const pathOf = (sha256: string) => join(blobs, shelfOf(sha256), sha256)
  /** Buffers of written chunks, for reuse: a large upload needs only a few. */
  const spare: ArrayBuffer[] = []
  const stagedAt = (uploadId: string) => join(stagingDir, uploadId)

  /** Open handles of the store's folders (256 at most), for syncing. */
  const shelves = new Map<string, Promise<FileHandle>>()

  async function openShelf(name: string): Promise<FileHandle> {
    const path = join(blobs, name)
    if (await mkdir(path, { recursive: true, mode: 0o700 })) await (await shelf('')).sync()
    return open(path, constants.O_RDONLY)
  }

  function shelf(name: string): Promise<FileHandle> {
    const handle = shelves.get(name) ?? openShelf(name)
    shelves.set(name, handle)
    handle.catch(() => shelves.delete(name))
    return handle
  }

  /**
   * Links contents into the store under their hashes. A hard link rather than a move: until the upload is recorded as
   * done, a crash leaves the staged file. Folders are synced too, or the names could be lost in a power cut; many
   * contents share one sync.
   */
  async function publishAll(contents: readonly { uploadId: string; sha256: string }[]): Promise<void> {
    const names = [...new Set(contents.map(({ sha256 }) => shelfOf(sha256)))]
    const handles = await Promise.all(names.map(shelf))
    await Promise.all(
      contents.map(({ uploadId, sha256 }) => ask({ do: 'link', uploadId, sha256, path: pathOf(sha256) })),
    )
    await Promise.all(handles.map((handle) => handle.sync()))
  }

  /**
   * Moves sequentially written contents into the store; an existing file of such a name is the same content or a
   * leftover.
   */
  async function name(contents: readonly { uploadId: string; sha256: string }[]): Promise<void> {
    const names = [...new Set(contents.map(({ sha256 }) => shelfOf(sha256)))]
    const handles = await Promise.all(names.map(shelf))
    await Promise.all(contents.map(({ uploadId, sha256 }) => rename(stagedAt(uploadId), pathOf(sha256))))
    await Promise.all(handles.map((handle) => handle.sync()))
  }

  async function put(content: AsyncIterable<Uint8Array> | Uint8Array): Promise<Digest> {
    // An early stream error without a listener would end the process; the loop below gets the error too.
    if (content instanceof Readable) content.on('error', () => {})
    const uploadId = `${newId()}.put`
    let writing: Promise<unknown> = Promise.resolve()
    try {
      const source = content instanceof Uint8Array ? [content] : content
      for await (const { bytes, isLast } of piecesOf(source, () => PIECE_BYTES)) {
        await writing
        writing = pool.ask({ do: 'put', uploadId, bytes, isLast }, [bytes.buffer])
        // The error is handled where the promise is awaited.
        writing.catch(() => {})
        fault('content-half')
      }
      const digest = (await writing) as Digest
      await name([{ uploadId, sha256: digest.sha256 }])
      return digest
    } catch (error) {
      await pool.ask({ do: 'discard', uploadId })
      throw error
    }
  }

  async function putAll(bytes: Uint8Array<ArrayBuffer>, sizes: readonly number[]): Promise<Digest[]> {
    const uploadId = `${newId()}.put`
    const parts = sizes.map((_, index) => partOf(uploadId, index))
    try {
      const digests = (await pool.ask({ do: 'putAll', uploadId, bytes, sizes }, [bytes.buffer])) as Digest[]
      await name(digests.map(({ sha256 }, at) => ({ uploadId: parts[at] ?? '', sha256 })))
      return digests
    } catch (error) {
      await Promise.all(parts.map((part) => pool.ask({ do: 'discard', uploadId: part })))
      throw error
    }
  }

  async function* filesBelow(folder: string): AsyncGenerator<string> {
    const entries = await opendir(folder).catch((error: unknown) => {
      if (isAbsent(error)) return []
      throw error
    })
    for await (const entry of entries) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) yield* filesBelow(path)
      else yield path
    }
  }

  /** In the order of the hashes, with one folder in memory at a time. */
  async function* list() {
    for (const shelf of (await readdir(blobs)).sort()) {
      const names = (await readdir(join(blobs, shelf))).sort()
      for (let at = 0; at < names.length; at += LOOKS) {
        const stats = await Promise.all(
          names.slice(at, at + LOOKS).map(async (sha256) => ({ sha256, ...(await statsOf(pathOf(sha256))) })),
        )
        for (const { sha256, size, mtimeMs } of stats)
          if (size !== undefined && mtimeMs !== undefined) yield { sha256, size, modifiedMs: siteMs(mtimeMs) }
      }
    }
  }

  async function* listStaged() {
    for await (const path of filesBelow(stagingDir)) {
      const stats = await statsOf(path)
      if (stats && !path.endsWith('.map'))
        yield { uploadId: path.slice(stagingDir.length + 1), modifiedMs: siteMs(stats.mtimeMs) }
    }
  }

  /** Writes a chunk; resolves to its memory, for the next one. */
  async function writeHere({ uploadId, index, offset, chunkCount }: ChunkPlace, bytes: Buffer<ArrayBuffer>) {
    const wish = { do: 'write' as const, uploadId, index, offset, chunkCount, bytes }
    return (await pool.ask(wish, [bytes.buffer])) as ArrayBuffer
  }
  const write = keeper ? besideKeeper(stagingDir, keeper) : writeHere

  async function received(uploadId: string, chunkCount: number): Promise<Ranges> {
    try {
      const stored = await readFile(`${stagedAt(uploadId)}.map`)
      return rangesOf(stored.subarray(0, chunkCount))
    } catch (error) {
      if (isAbsent(error)) return []
      throw error
    }
  }

  return {
    async read(sha256, range) {
      // A small range needs only a small buffer, as each stream allocates one.
      const bytes = range ? range.end - range.start + 1 : STREAM_BYTES
      const stream = createReadStream(pathOf(sha256), { ...range, highWaterMark: Math.min(bytes, STREAM_BYTES) })
      await once(stream, 'open')
      return stream
    },
    has: (sha256) =>
      access(pathOf(sha256)).then(
        () => true,
        () => false,
      ),
    put,
    putAll,
    folder: blobs,
    withFile: (sha256, run) => run(pathOf(sha256)),
    remove: (sha256) => remove(pathOf(sha256)),
    list,
    async probe() {
      const path = join(stagingDir, '.probe')
      const handle = await open(path, 'w', 0o600)
      await handle.close()
      const at = new Date()
      await utimes(path, at, at)
      await unlink(path)
    },
    async close() {
      await pool.close()
      for (const handle of shelves.values()) await (await handle).close()
      shelves.clear()
    },
    staging: {
      buffer(bytes) {
        if (bytes <= CHUNK_BYTES / 2) return Buffer.allocUnsafeSlow(bytes)
        return Buffer.from(spare.pop() ?? new ArrayBuffer(CHUNK_BYTES), 0, bytes)
      },
      async write(place, bytes) {
        const back = await write(place, bytes as Buffer<ArrayBuffer>)
        if (back.byteLength === CHUNK_BYTES && spare.length < SPARE_MAX) spare.push(back)
      },
      received,
      async seal(uploadId, chunkCount) {
        return (await ask({ do: 'seal', uploadId, chunkCount })) as Digest
      },
      publish: publishAll,
      async discard(uploadId) {
        await ask({ do: 'discard', uploadId })
      },
      list: listStaged,
    },
  }
}
