import { createHash } from 'node:crypto'
import { Readable, type Transform } from 'node:stream'
import { text } from 'node:stream/consumers'
import { type Cipher, openingOf, sealingOf } from './cipher.ts'
import { BackupError, type Manifest, readManifest, type StoredFile } from './manifest.ts'
import { measure, through } from './streams.ts'
import type { BackupTarget } from './targets/target.ts'

const MANIFEST = 'manifest.json'
const OWNER = 'installation'
const HALF = '.half'

/** A backup in a place; a finished one has a manifest. */
export type Entry = { id: string; isFinished: boolean }
/** The location of backups; `where` describes it to users, without secrets. */
export type PlaceTarget = Pick<BackupTarget, 'write' | 'read' | 'size' | 'list' | 'remove'> & { where: string }

/**
 * The place of backups: `backups/<id>/` with tables, list of contents and manifest, and `contents/ab/<sha256>`, shared
 * by all backups. A file gets its name only once it is complete, and never changes after that. With a cipher everything
 * but the manifests is encrypted. Throws BackupError.
 */
export function backupPlace(target: PlaceTarget, cipher: Cipher | null) {
  const fileAt = (id: string, file: string) => `backups/${id}/${file}`
  const contentAt = (sha256: string) => `contents/${sha256.slice(0, 2)}/${sha256}`

  /** Writes a file; returns its size and hash as stored. */
  async function writeWhole(
    path: string,
    source: Readable,
    transforms: Transform[] = [],
  ): Promise<Omit<StoredFile, 'file'>> {
    const { stream, totals } = measure()
    const ways = [...transforms, ...(cipher ? [sealingOf(cipher)] : []), stream]
    await target.write(
      path,
      ways.reduce<Readable>((before, way) => through(before, way), source),
    )
    return totals()
  }

  async function* storedAt(path: string): AsyncGenerator<Buffer> {
    const stored = await target.read(path)
    if (!stored) throw new BackupError(`${path} is missing in ${target.where}`)
    yield* stored as AsyncIterable<Buffer>
  }
  const opened = (path: string): Readable => {
    const stored = Readable.from(storedAt(path), { objectMode: false })
    return cipher ? through(stored, openingOf(cipher)) : stored
  }

  return {
    where: target.where,
    cipher,

    /** A place holds the backups of one installation, identified by its key. Throws BackupError for another one. */
    async claim(fingerprint: string | null): Promise<void> {
      if (!fingerprint) return
      const stored = await target.read(OWNER)
      const known = stored ? (await text(stored)).trim() : ''
      if (known && known !== fingerprint)
        throw new BackupError(`${target.where} holds the backups of another installation`)
      if (!known) await target.write(OWNER, Readable.from([Buffer.from(`${fingerprint}\n`)]))
    },
    drop: (id: string, file: string) => target.remove(fileAt(id, file)),
    /** Writes a file of a backup, through transforms such as compression. */
    async write(id: string, file: string, source: Readable, ...transforms: Transform[]): Promise<StoredFile> {
      return { file, ...(await writeWhole(fileAt(id, file), source, transforms)) }
    },
    /** Reads a file of a backup, decrypted. */
    read: (id: string, file: string): Readable => opened(fileAt(id, file)),
    /** The SHA-256 of a backup's file as stored; null when there is none. */
    async hashOf(id: string, file: string): Promise<string | null> {
      const stored = await target.read(fileAt(id, file))
      if (!stored) return null
      const hash = createHash('sha256')
      for await (const piece of stored) hash.update(piece as Buffer)
      return hash.digest('hex')
    },
    /** Writes the manifest, which makes the backup finished. */
    finish: (id: string, manifest: string) =>
      target.write(fileAt(id, MANIFEST), Readable.from([Buffer.from(manifest)])),
    /** Throws BackupError when the backup is missing or unfinished, or its manifest is damaged. */
    async manifest(id: string): Promise<Manifest> {
      const stored = await target.read(fileAt(id, MANIFEST))
      if (!stored) throw new BackupError(`backup ${id} is unfinished or not there: it has no manifest.json`)
      const manifest = readManifest(await text(stored))
      if (manifest.id !== id) throw new BackupError(`manifest.json of ${id} belongs to ${manifest.id}`)
      if (manifest.isEncrypted && !cipher) throw new BackupError('this backup is encrypted: give its BACKUP_KEY')
      if (!manifest.isEncrypted && cipher) throw new BackupError('this backup is not encrypted: leave BACKUP_KEY empty')
      return manifest
    },
    /** All backups, oldest first. */
    async entries(): Promise<Entry[]> {
      const ids = (await Array.fromAsync(target.list('backups'))).sort()
      return Promise.all(
        ids.map(async (id) => ({ id, isFinished: (await target.size(fileAt(id, MANIFEST))) !== null })),
      )
    },
    /** Removes the manifest first, so that a partly removed backup counts as unfinished. */
    async forget(id: string): Promise<void> {
      await target.remove(fileAt(id, MANIFEST))
      await target.remove(`backups/${id}`)
    },

    /** Stored size of a content in bytes; null when there is none. */
    sizeOf: (sha256: string): Promise<number | null> => target.size(contentAt(sha256)),
    content: (sha256: string): Readable => opened(contentAt(sha256)),
    saveContent: async (sha256: string, source: Readable): Promise<void> =>
      void (await writeWhole(contentAt(sha256), source)),
    dropContent: (sha256: string) => target.remove(contentAt(sha256)),
    /** Stored contents in the order of their hashes; partial files of interrupted runs are removed in passing. */
    async *contents(): AsyncGenerator<string> {
      for (const shelf of (await Array.fromAsync(target.list('contents'))).sort()) {
        for (const name of (await Array.fromAsync(target.list(`contents/${shelf}`))).sort()) {
          if (name.endsWith(HALF)) await target.remove(`contents/${shelf}/${name}`)
          else yield name
        }
      }
    },
  }
}
export type BackupPlace = ReturnType<typeof backupPlace>
