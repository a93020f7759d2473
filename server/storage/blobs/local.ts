import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { constants, createReadStream } from 'node:fs'
import { access, link, mkdir, open, opendir, readFile, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { newId } from '../id.ts'
import type { BlobStore, Digest, Ranges } from './blob-store.ts'
import { stagingPool } from './staging-pool.ts'

const STREAM_BYTES = 1_048_576
const STAGING_THREADS = 4

const isThere = (error: unknown) => (error as NodeJS.ErrnoException).code === 'EEXIST'
const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'

/** Neighbouring stored chunks as ranges. */
export function rangesOf(marks: Uint8Array): Ranges {
  const ranges: Ranges = []
  for (const [index, mark] of marks.entries()) {
    const last = ranges.at(-1)
    if (!mark) continue
    if (last && last[1] === index - 1) last[1] = index
    else ranges.push([index, index])
  }
  return ranges
}

async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, constants.O_RDONLY)
  await handle.sync().finally(() => handle.close())
}

/** Contents in a local folder: `blobs/ab/cd/<sha256>`, uploads under way in `staging/<id>`. */
export async function localBlobStore(dir: string): Promise<BlobStore> {
  const blobs = join(dir, 'blobs')
  const stagingDir = join(dir, 'staging')
  await mkdir(blobs, { recursive: true, mode: 0o700 })
  await mkdir(stagingDir, { recursive: true, mode: 0o700 })
  const pool = stagingPool(stagingDir, STAGING_THREADS)
  const pathOf = (sha256: string) => join(blobs, sha256.slice(0, 2), sha256.slice(2, 4), sha256)
  const stagedAt = (uploadId: string) => join(stagingDir, uploadId)

  /**
   * Gives contents their names in the store. A second name rather than a move: until the upload is noted as done, a
   * crash leaves it where it was. Folders go to disk too, or the names would not be there after a power cut; many
   * contents at once share those waits.
   */
  async function land(contents: readonly { from: string; sha256: string }[]): Promise<void> {
    const fresh = new Set<string>()
    await Promise.all(
      contents.map(async ({ from, sha256 }) => {
        const to = pathOf(sha256)
        if (await mkdir(dirname(to), { recursive: true, mode: 0o700 })) fresh.add(dirname(dirname(to)))
        await link(from, to).catch((error: unknown) => {
          if (!isThere(error)) throw error
        })
      }),
    )
    const folders = new Set([
      ...contents.map(({ sha256 }) => dirname(pathOf(sha256))),
      ...fresh,
      ...(fresh.size ? [blobs] : []),
    ])
    await Promise.all([...folders].map(syncFolder))
  }

  async function put(content: AsyncIterable<Uint8Array> | Uint8Array): Promise<Digest> {
    const path = join(stagingDir, `${newId()}.put`)
    const handle = await open(path, 'wx', 0o600)
    const [md5, sha256] = [createHash('md5'), createHash('sha256')]
    let size = 0
    try {
      for await (const piece of content instanceof Uint8Array ? [content] : content) {
        md5.update(piece)
        sha256.update(piece)
        size += piece.length
        await handle.write(piece)
      }
      await handle.datasync()
    } finally {
      await handle.close()
    }
    const digest = { md5: md5.digest('hex'), sha256: sha256.digest('hex'), size }
    await land([{ from: path, sha256: digest.sha256 }])
    await rm(path)
    return digest
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

  async function* list() {
    for await (const path of filesBelow(blobs)) {
      const facts = await stat(path).catch(() => null)
      if (facts) yield { sha256: path.slice(-64), size: facts.size, modifiedMs: facts.mtimeMs }
    }
  }

  async function* listStaged() {
    for await (const path of filesBelow(stagingDir)) {
      const facts = await stat(path).catch(() => null)
      if (facts && !path.endsWith('.map'))
        yield { uploadId: path.slice(stagingDir.length + 1), modifiedMs: facts.mtimeMs }
    }
  }

  async function received(uploadId: string, chunkCount: number): Promise<Ranges> {
    try {
      const marks = await readFile(`${stagedAt(uploadId)}.map`)
      return rangesOf(marks.subarray(0, chunkCount))
    } catch (error) {
      if (isAbsent(error)) return []
      throw error
    }
  }

  return {
    async read(sha256, range) {
      const stream = createReadStream(pathOf(sha256), { ...range, highWaterMark: STREAM_BYTES })
      await once(stream, 'open')
      return stream
    },
    has: (sha256) =>
      access(pathOf(sha256)).then(
        () => true,
        () => false,
      ),
    put,
    remove: (sha256) => rm(pathOf(sha256), { force: true }),
    list,
    async probe() {
      const path = join(stagingDir, '.probe')
      const handle = await open(path, 'w', 0o600)
      await handle.close()
      const at = new Date()
      await utimes(path, at, at)
      await rm(path)
    },
    close: pool.close,
    staging: {
      async write({ uploadId, index, offset, chunkCount }, bytes) {
        const own = bytes as Buffer<ArrayBuffer>
        await pool.ask({ do: 'write', uploadId, index, offset, chunkCount, bytes: own }, [own.buffer])
      },
      received,
      async seal(uploadId, chunkCount) {
        return (await pool.ask({ do: 'seal', uploadId, chunkCount })) as Digest
      },
      publish: (uploads) => land(uploads.map(({ uploadId, sha256 }) => ({ from: stagedAt(uploadId), sha256 }))),
      async discard(uploadId) {
        await pool.ask({ do: 'close', uploadId })
        await Promise.all([stagedAt(uploadId), `${stagedAt(uploadId)}.map`].map((path) => rm(path, { force: true })))
      },
      list: listStaged,
    },
  }
}
