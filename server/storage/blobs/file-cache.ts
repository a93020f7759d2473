import { createWriteStream } from 'node:fs'
import { access, mkdir, readdir, rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DAY_MS } from '#contract/core/time.ts'
import { newId } from '../id.ts'

/** Most bytes of cached files that are neither in use nor the one used last. */
const CACHE_BYTES = 1_073_741_824
/** Age after which files of a killed process are removed. */
const STALE_MS = DAY_MS

type CachedFile = { path: string; size: Promise<number>; bytes: number; users: number }

async function removeStale(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const path = join(folder, name)
    const stats = await stat(path).catch(() => null)
    if (stats && stats.mtimeMs < Date.now() - STALE_MS) await rm(path, { recursive: true, force: true })
  }
}

/** Contents as local files, for programs that can't read streams: fetched once, cached within the size limit. */
export async function fileCache(
  folder: string,
  open: (sha256: string) => Promise<Readable>,
  bytesMax: number = CACHE_BYTES,
) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await removeStale(folder)
  // A folder per process, since several may share the place.
  const own = join(folder, newId())
  await mkdir(own, { mode: 0o700 })
  const files = new Map<string, CachedFile>()

  async function fetch(sha256: string, path: string): Promise<number> {
    await mkdir(own, { recursive: true, mode: 0o700 })
    const file = createWriteStream(path, { mode: 0o600 })
    await pipeline(await open(sha256), file)
    return file.bytesWritten
  }

  /** A fresh name: an earlier file of this content may still be being removed. */
  function begin(sha256: string): CachedFile {
    const path = join(own, newId())
    return { path, size: fetch(sha256, path), bytes: 0, users: 0 }
  }

  function take(sha256: string): CachedFile {
    const cached = files.get(sha256) ?? begin(sha256)
    files.delete(sha256)
    files.set(sha256, cached)
    cached.users += 1
    return cached
  }

  async function forget(sha256: string, { path }: CachedFile): Promise<void> {
    files.delete(sha256)
    await unlink(path).catch(() => {
      // The fetch failed.
    })
  }

  /**
   * The least recently used files are removed first. The one used last stays, however large: the next query over it
   * would fetch it again.
   */
  async function makeRoom(): Promise<void> {
    let bytes = [...files.values()].reduce((sum, cached) => sum + cached.bytes, 0)
    for (const [sha256, cached] of [...files].slice(0, -1)) {
      if (bytes <= bytesMax) return
      if (cached.users) continue
      bytes -= cached.bytes
      await forget(sha256, cached)
    }
  }

  const isFile = (path: string) =>
    access(path).then(
      () => true,
      () => false,
    )

  async function withFile<T>(sha256: string, run: (path: string) => Promise<T>): Promise<T> {
    const cached = take(sha256)
    try {
      cached.bytes = await cached.size
      if (await isFile(cached.path)) return await run(cached.path)
      // The folder was emptied.
      if (files.get(sha256) === cached) files.delete(sha256)
    } catch (error) {
      // A failed fetch is tried again next time.
      if (!cached.bytes && files.get(sha256) === cached) await forget(sha256, cached)
      throw error
    } finally {
      cached.users -= 1
      await makeRoom()
    }
    return withFile(sha256, run)
  }

  return { folder, withFile, close: () => rm(own, { recursive: true, force: true }) }
}
