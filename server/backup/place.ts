import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Cipher, openingOf, sealingOf } from './cipher.ts'
import { BackupError, type Manifest, readManifest, type StoredFile } from './manifest.ts'
import { measure, through } from './streams.ts'

const MANIFEST = 'manifest.json'
const OWNER = 'installation'
const HALF = '.half'
const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
const none =
  <T>(fallback: T) =>
  (error: unknown) => {
    if (isAbsent(error)) return fallback
    throw error
  }

/** A backup in a place; a finished one has a manifest. */
export type Entry = { id: string; isFinished: boolean }

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

/**
 * The folder of backups: `backups/<id>/` with tables, list of contents and manifest, and `contents/ab/<sha256>`, shared
 * by all backups. A file gets its name only once it is complete and synced, and never changes after that. With a cipher
 * everything but the manifests is encrypted.
 */
export function backupPlace(dir: string, cipher: Cipher | null) {
  const contents = join(dir, 'contents')
  const backups = join(dir, 'backups')
  const folderOf = (id: string) => join(backups, id)
  const contentAt = (sha256: string) => join(contents, sha256.slice(0, 2), sha256)

  /** Writes a file under a temporary name, then renames it; returns its size and hash as stored. */
  async function writeAtomically(
    path: string,
    source: Readable,
    transforms: Transform[] = [],
  ): Promise<Omit<StoredFile, 'file'>> {
    const half = `${path}${HALF}`
    const { stream, totals } = measure()
    const ways = [...transforms, ...(cipher ? [sealingOf(cipher)] : []), stream]
    try {
      await pipeline([source, ...ways, createWriteStream(half, { mode: 0o600, flush: true })])
      await rename(half, path)
    } catch (error) {
      await rm(half, { force: true })
      throw error
    }
    return totals()
  }

  const opened = (path: string): Readable => {
    const stored = createReadStream(path)
    return cipher ? through(stored, openingOf(cipher)) : stored
  }

  return {
    dir,
    cipher,

    async begin(id: string): Promise<void> {
      await mkdir(contents, { recursive: true, mode: 0o700 })
      await mkdir(backups, { recursive: true, mode: 0o700 })
      await mkdir(folderOf(id), { mode: 0o700 })
    },
    /** A place holds the backups of one installation, identified by its key. Throws BackupError for another one. */
    async claim(fingerprint: string | null): Promise<void> {
      if (!fingerprint) return
      await mkdir(dir, { recursive: true, mode: 0o700 })
      const known = (await readFile(join(dir, OWNER), 'utf8').catch(none(''))).trim()
      if (known && known !== fingerprint) throw new BackupError(`${dir} holds the backups of another installation`)
      if (!known) await writeFile(join(dir, OWNER), `${fingerprint}\n`, { mode: 0o600 })
    },
    drop: (id: string, file: string) => rm(join(folderOf(id), file)),
    /** Writes a file of a backup, through transforms such as compression. */
    async write(id: string, file: string, source: Readable, ...transforms: Transform[]): Promise<StoredFile> {
      return { file, ...(await writeAtomically(join(folderOf(id), file), source, transforms)) }
    },
    /** Reads a file of a backup, decrypted. */
    read: (id: string, file: string): Readable => opened(join(folderOf(id), file)),
    /** The SHA-256 of a backup's file as stored; null when there is none. */
    async hashOf(id: string, file: string): Promise<string | null> {
      const hash = createHash('sha256')
      try {
        for await (const piece of createReadStream(join(folderOf(id), file))) hash.update(piece as Buffer)
      } catch (error) {
        return none(null)(error)
      }
      return hash.digest('hex')
    },
    /** Writes the manifest, which makes the backup finished. */
    async finish(id: string, text: string): Promise<void> {
      const path = join(folderOf(id), MANIFEST)
      await syncFolder(folderOf(id))
      await writeFile(`${path}${HALF}`, text, { mode: 0o600, flush: true })
      await rename(`${path}${HALF}`, path)
      await syncFolder(folderOf(id))
      await syncFolder(backups)
    },
    /** Throws BackupError when the backup is missing or unfinished, or its manifest is damaged. */
    async manifest(id: string): Promise<Manifest> {
      const text = await readFile(join(folderOf(id), MANIFEST), 'utf8').catch(none(null))
      if (text === null) throw new BackupError(`backup ${id} is unfinished or not there: it has no manifest.json`)
      const manifest = readManifest(text)
      if (manifest.id !== id) throw new BackupError(`manifest.json of ${id} belongs to ${manifest.id}`)
      if (manifest.isEncrypted && !cipher) throw new BackupError('this backup is encrypted: give its BACKUP_KEY')
      if (!manifest.isEncrypted && cipher) throw new BackupError('this backup is not encrypted: leave BACKUP_KEY empty')
      return manifest
    },
    /** All backups, oldest first. */
    async entries(): Promise<Entry[]> {
      const ids = (await readdir(backups).catch(none<string[]>([]))).sort()
      return Promise.all(
        ids.map(async (id) => ({
          id,
          isFinished: (await stat(join(folderOf(id), MANIFEST)).catch(none(null))) !== null,
        })),
      )
    },
    /** Removes the manifest first, so that a partly removed backup counts as unfinished. */
    async forget(id: string): Promise<void> {
      await rm(join(folderOf(id), MANIFEST), { force: true })
      await rm(folderOf(id), { recursive: true, force: true })
    },

    /** Stored size of a content in bytes; null when there is none. */
    sizeOf: async (sha256: string): Promise<number | null> =>
      (await stat(contentAt(sha256)).catch(none(null)))?.size ?? null,
    content: (sha256: string): Readable => opened(contentAt(sha256)),
    async saveContent(sha256: string, source: Readable): Promise<void> {
      const path = contentAt(sha256)
      await mkdir(join(contents, sha256.slice(0, 2)), { recursive: true, mode: 0o700 })
      await writeAtomically(path, source)
    },
    dropContent: (sha256: string) => rm(contentAt(sha256), { force: true }),
    /** Syncs changed folders of contents, so that the contents of a manifest survive a power cut. */
    async syncFolders(): Promise<void> {
      for (const shelf of await readdir(contents)) await syncFolder(join(contents, shelf))
      await syncFolder(contents)
    },
    /** Stored contents in the order of their hashes; partial files of interrupted runs are removed on the way. */
    async *contents(): AsyncGenerator<string> {
      for (const shelf of (await readdir(contents).catch(none<string[]>([]))).sort()) {
        for (const name of (await readdir(join(contents, shelf))).sort()) {
          if (name.endsWith(HALF)) await rm(join(contents, shelf, name), { force: true })
          else yield name
        }
      }
    },
  }
}
export type BackupPlace = ReturnType<typeof backupPlace>
