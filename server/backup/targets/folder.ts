import { createReadStream, createWriteStream } from 'node:fs'
import { lstat, mkdir, open, opendir, realpath, rename, rm, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { Failure } from '#server/failure.ts'
import type { BackupTarget } from './target.ts'

const HALF = '.half'
const FULL = ['ENOSPC', 'EDQUOT']
/** Error codes of a disk or a mounted share that is missing, broken or not accessible. */
const AWAY = ['EIO', 'ESTALE', 'EACCES', 'EPERM', 'EROFS', 'ENOTCONN', 'ENODEV', 'ETIMEDOUT', 'EHOSTDOWN', 'ENOTDIR']
const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''

/** The refusal for a disk error; other errors are returned unchanged. */
function refused(cause: unknown): never {
  if (FULL.includes(codeOf(cause))) throw new Failure('backupTargetFull', { cause })
  if (AWAY.includes(codeOf(cause))) throw new Failure('backupTargetAway', { cause })
  throw cause
}
const judged = <T>(work: Promise<T>): Promise<T> => work.catch(refused)
const orAbsent =
  <T>(absent: T) =>
  (error: unknown): T => {
    if (codeOf(error) === 'ENOENT') return absent
    return refused(error)
  }

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

/** A folder of the server, such as a mounted share. */
export const folderTarget = (root: string): BackupTarget => ({
  async write(path, source) {
    const place = join(root, path)
    const half = `${place}${HALF}`
    try {
      await mkdir(dirname(place), { recursive: true, mode: 0o700 })
      await pipeline(source, createWriteStream(half, { mode: 0o600, flush: true }))
      await rename(half, place)
      await syncFolder(dirname(place))
    } catch (error) {
      source.destroy()
      await rm(half, { force: true }).catch(() => {
        // The disk is unavailable; the first error reports it.
      })
      refused(error)
    }
  },
  async read(path): Promise<Readable | null> {
    const file = await open(join(root, path), 'r').catch(orAbsent(null))
    return file && createReadStream('', { fd: file })
  },
  size: (path) => stat(join(root, path)).then(({ size }) => size, orAbsent(null)),
  async *list(folder) {
    const entries = await opendir(join(root, folder)).catch(orAbsent(null))
    if (entries) for await (const { name } of entries) yield name
  },
  remove: (path) => judged(rm(join(root, path), { recursive: true, force: true })),
  close: () => undefined,
})

/**
 * The real path of a folder for copies, which is created if missing. Throws backupFolderForbidden unless it is in one
 * of the roots after links are resolved, backupFolderInData if it is in one of the folders of `data`, which would be lost
 * together with the copies, and backupTargetAway if the root is missing.
 */
export async function demandFolder(folder: string, roots: readonly string[], data: readonly string[]): Promise<string> {
  const wanted = resolve(folder)
  const root = roots.find((one) => isInside(wanted, one))
  if (!isAbsolute(folder) || !root) throw new Failure('backupFolderForbidden')
  const real = await judged(realpath(root)).catch(gone)
  const demandInside = async (path: string): Promise<string> => {
    const found = await realpath(path).catch(orAbsent(null))
    if (found === null || !isInside(found, real)) throw new Failure('backupFolderForbidden')
    if (await isInData(found, data)) throw new Failure('backupFolderInData')
    return found
  }
  await demandInside(await nearestThere(wanted))
  await judged(mkdir(wanted, { recursive: true, mode: 0o700 }))
  return demandInside(wanted)
}
/** Whether a folder, which need not be there yet, is in one of others after links are resolved. */
export async function isInData(folder: string, data: readonly string[]): Promise<boolean> {
  const found = await realpath(await nearestThere(folder))
  for (const one of data) if (isInside(found, await realpath(one).catch(orAbsent(one)))) return true
  return false
}
/** The path itself, or the nearest folder or link above it that is there. */
async function nearestThere(path: string): Promise<string> {
  if (await lstat(path).catch(orAbsent(null))) return path
  return nearestThere(dirname(path))
}
function gone(cause: unknown): never {
  if (codeOf(cause) === 'ENOENT') throw new Failure('backupTargetAway', { cause })
  throw cause
}
function isInside(path: string, root: string): boolean {
  const way = relative(root, path)
  return way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}
