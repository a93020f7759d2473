import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'

type Kept = { bytes: number; users: number }
/** Names of files under way contain this. */
const UNDER_WAY = '.new'

/**
 * Reproducible files, in a folder used by this process only: at most `bytesMax` in addition to those in use and the one
 * used last; the least recently used one is removed first. Keys are relative paths. Files survive a restart; unfinished
 * ones don't. Files may be deleted at any time while they are not in use: they are made again.
 */
export function diskCache(folder: string, bytesMax: number) {
  /** In the order of use. */
  const kept = new Map<string, Kept>()
  const making = new Map<string, Promise<void>>()
  let opened: Promise<void> | undefined
  const pathOf = (key: string) => join(folder, key)
  const remove = (path: string) => rm(path, { recursive: true, force: true })

  async function open(): Promise<void> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const entries = await readdir(folder, { recursive: true, withFileTypes: true })
    const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
    const found: { path: string; bytes: number; atMs: number }[] = []
    for (const path of files) {
      const { size, mtimeMs } = await stat(path)
      if (path.includes(UNDER_WAY)) await remove(path)
      else found.push({ path, bytes: size, atMs: mtimeMs })
    }
    for (const { path, bytes } of found.sort((a, b) => a.atMs - b.atMs))
      kept.set(relative(folder, path), { bytes, users: 0 })
  }

  async function made(key: string, make: (path: string) => Promise<void>): Promise<void> {
    const path = pathOf(key) + UNDER_WAY
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    try {
      await make(path)
      await rename(path, pathOf(key))
    } catch (error) {
      await remove(path)
      throw error
    }
    kept.set(key, { bytes: (await stat(pathOf(key))).size, users: 0 })
  }

  const isFile = (key: string) =>
    access(pathOf(key)).then(
      () => true,
      () => false,
    )

  /** A file that is there, counted as in use, so that nobody removes it; null if it must be made. */
  async function claimed(key: string): Promise<Kept | null> {
    const one = kept.get(key)
    if (!one) return null
    one.users += 1
    if (await isFile(key)) return one
    one.users -= 1
    if (kept.get(key) === one) kept.delete(key)
    return null
  }

  async function makeRoom(): Promise<void> {
    let bytes = [...kept.values()].reduce((sum, one) => sum + one.bytes, 0)
    for (const [key, one] of [...kept].slice(0, -1)) {
      if (bytes <= bytesMax) return
      if (one.users) continue
      bytes -= one.bytes
      kept.delete(key)
      await remove(pathOf(key))
    }
  }

  return {
    /** Whether a file is there and whole. */
    async has(key: string): Promise<boolean> {
      await (opened ??= open())
      const one = await claimed(key)
      if (one) one.users -= 1
      return one !== null
    },
    /**
     * Runs work with a file, which is created first if missing: once, however many callers wait. If the creating caller
     * is cancelled, another waiting caller creates it. The file is kept as long as the work takes.
     */
    async withFile<T>(
      key: string,
      make: (path: string) => Promise<void>,
      run: (path: string) => Promise<T>,
    ): Promise<T> {
      await (opened ??= open())
      let one = await claimed(key)
      while (!one) {
        const others = making.get(key)
        if (others) await others.catch(() => undefined)
        else {
          const own = made(key, make).finally(() => making.delete(key))
          making.set(key, own)
          await own
        }
        one = await claimed(key)
      }
      kept.delete(key)
      kept.set(key, one)
      try {
        return await run(pathOf(key))
      } finally {
        one.users -= 1
        await makeRoom()
      }
    },
    /** Removes the files of a folder of the cache, except one and those in use. */
    async clear(prefix: string, except?: string): Promise<void> {
      await (opened ??= open())
      for (const [key, { users }] of [...kept]) {
        if (!key.startsWith(`${prefix}/`) || key === except || users) continue
        kept.delete(key)
        await remove(pathOf(key))
      }
      if (except === undefined) await remove(pathOf(prefix))
    },
    /** The first parts of all keys. */
    async prefixes(): Promise<string[]> {
      await (opened ??= open())
      return [...new Set([...kept.keys()].map((key) => key.split('/')[0] ?? ''))]
    },
  }
}
