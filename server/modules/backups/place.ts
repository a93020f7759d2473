import { createHash, hkdfSync, randomBytes, scrypt } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { finished } from 'node:stream/promises'
import { promisify } from 'node:util'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { type Cipher, openingOf, sealingOf } from '#server/backup/cipher.ts'
import { BackupError, type StoredFile } from '#server/backup/manifest.ts'
import { Damaged, measure, proved, through } from '#server/backup/streams.ts'
import type { BackupTarget } from '#server/backup/targets/target.ts'
import { Failure } from '#server/failure.ts'

/** Names the policy whose copies are here: without this file the disk is another one, or not mounted. */
const OWNER = 'policy.json'
const KEY_BYTES = 32
const SALT_BYTES = 16
/** Costs of a guess of a passphrase (our choice): 32 MiB of memory. */
const SCRYPT = { N: 32_768, r: 8, p: 1, maxmem: 64 * 1_048_576 }
const slowKey = promisify<string, Buffer, number, typeof SCRYPT, Buffer>(scrypt)

/** A file of a copy and the hash of its bytes as they are stored; only the manifest is read without one. */
type Stored = { file: string; sha256?: string }
export type Content = { sha256: string; size: number }
/** How a file is stored; contents of folders that people chose not to compress are stored as they are. */
type Form = { isCompressed: boolean }
const PACKED: Form = { isCompressed: true }

/** Prepares the place of a policy. Throws backupTargetAway, backupTargetFull. */
export async function claimPlace(target: BackupTarget, policyId: string): Promise<void> {
  const salt = randomBytes(SALT_BYTES).toString('hex')
  const owner = Buffer.from(`${JSON.stringify({ format: 1, policyId, salt })}\n`)
  await target.write(`${policyId}/${OWNER}`, Readable.from([owner]))
}

async function saltOf(target: BackupTarget, policyId: string): Promise<string> {
  const stored = await target.read(`${policyId}/${OWNER}`)
  if (!stored) throw new Failure('backupTargetAway')
  const { salt } = JSON.parse(await text(stored)) as { salt: string }
  return salt
}
/** Throws backupTargetAway unless this is the place of the policy. */
export const demandPlace = async (target: BackupTarget, policyId: string): Promise<void> =>
  void (await saltOf(target, policyId))

/**
 * Opens the location of a policy. Throws backupTargetAway if the target is not the one claimed earlier: a disk that is
 * not mounted must not be taken for an empty one.
 */
export async function openPlace(target: BackupTarget, policyId: string, passphrase: string | null) {
  const salt = await saltOf(target, policyId)
  const key = passphrase === null ? null : await slowKey(passphrase, Buffer.from(salt, 'hex'), KEY_BYTES, SCRYPT)
  return (spaceId: string) => spacePlace(target, `${policyId}/${spaceId}`, key && { key })
}
export type PlaceOf = Awaited<ReturnType<typeof openPlace>>

/** Errors that say that stored bytes are not what was written. */
const isDamage = (error: unknown) =>
  error instanceof Damaged ||
  error instanceof BackupError ||
  /^ZSTD_error|^Z_|ERR_ZSTD|ERR_BUFFER/.test((error as NodeJS.ErrnoException).code ?? '')

/** The copies of one space: `copies/<id>/…` and `contents/ab/<sha256>`, shared by all of them. */
function spacePlace(target: BackupTarget, folder: string, cipher: Cipher | null) {
  const sealed = cipher ? '.sealed' : ''
  const fileAt = (copyId: string, file: string) => `${folder}/copies/${copyId}/${file}.zst${sealed}`
  const shelfAt = (shelf: string) => `${folder}/contents/${shelf}`
  const contentAt = (name: string) => `${shelfAt(name.slice(0, 2))}/${name}`
  /** The name of a stored content; under encryption it doesn't tell the hash. */
  const nameOf = (sha256: string, { isCompressed }: Form) =>
    `${cipher ? hidden(cipher, sha256) : sha256}${isCompressed ? '.zst' : ''}${sealed}`

  function packed(source: Readable, { isCompressed }: Form): Readable {
    const small = isCompressed ? through(source, createZstdCompress()) : source
    return cipher ? through(small, sealingOf(cipher)) : small
  }
  function unpacked(stored: Readable, { isCompressed }: Form): Readable {
    const open = cipher ? through(stored, openingOf(cipher)) : stored
    return isCompressed ? through(open, createZstdDecompress()) : open
  }

  /** Whether a content is stored and every byte of it is right. */
  async function holds({ sha256 }: Content, form: Form): Promise<boolean> {
    const stored = await target.read(contentAt(nameOf(sha256, form)))
    if (!stored) return false
    try {
      await finished(proved(unpacked(stored, form), sha256).resume())
      return true
    } catch (error) {
      if (isDamage(error)) return false
      throw error
    }
  }

  async function hashOf(copyId: string, file: string): Promise<string | null> {
    const stored = await target.read(fileAt(copyId, file))
    if (!stored) return null
    const hash = createHash('sha256')
    for await (const piece of stored) hash.update(piece as Buffer)
    return hash.digest('hex')
  }

  return {
    /** Writes a file of a copy and reads it back. Throws backupCopyDamaged when the target doesn't keep what it takes. */
    async write(copyId: string, file: string, source: Readable): Promise<StoredFile> {
      const { stream, totals } = measure()
      await target.write(fileAt(copyId, file), through(packed(source, PACKED), stream))
      const { sha256, bytes } = totals()
      if ((await hashOf(copyId, file)) !== sha256) throw new Failure('backupCopyDamaged')
      return { file, sha256, bytes }
    },
    /**
     * Reads a file of a copy; with its hash, fails with Damaged at its end if the bytes are not those that were
     * written. Throws backupCopyDamaged if it is missing.
     */
    async read(copyId: string, { file, sha256 }: Stored): Promise<Readable> {
      const stored = await target.read(fileAt(copyId, file))
      if (!stored) throw new Failure('backupCopyDamaged')
      return unpacked(sha256 === undefined ? stored : proved(stored, sha256), PACKED)
    },
    /** SHA-256 of a file as it is stored; null if it is missing. */
    hashOf,
    /** Removes a copy, its manifest first, so that a partly removed copy counts as none. */
    async forget(copyId: string, manifest: string): Promise<void> {
      await target.remove(fileAt(copyId, manifest))
      await target.remove(`${folder}/copies/${copyId}`)
    },
    copies: () => target.list(`${folder}/copies`),
    holds,
    /**
     * Ensures that a content is stored completely: an existing one is read and verified, a missing or damaged one is
     * sent and read back. Returns whether it was sent. Throws backupCopyDamaged if the target doesn't keep it, Damaged
     * if the source doesn't match its hash.
     */
    async keep(content: Content, form: Form, open: () => Promise<Readable>): Promise<boolean> {
      if (await holds(content, form)) return false
      const source = proved(await open(), content.sha256)
      await target.write(contentAt(nameOf(content.sha256, form)), packed(source, form))
      if (!(await holds(content, form))) throw new Failure('backupCopyDamaged')
      return true
    },
    /** The bytes of a content. Throws backupCopyDamaged when it is not there; fails when a byte is wrong. */
    async content({ sha256 }: Content, form: Form): Promise<Readable> {
      const stored = await target.read(contentAt(nameOf(sha256, form)))
      if (!stored) throw new Failure('backupCopyDamaged')
      return proved(unpacked(stored, form), sha256)
    },
    /** Stored contents by name, each with the way to remove it. */
    async *contents(): AsyncGenerator<{ name: string; remove: () => Promise<void> }> {
      for await (const shelf of target.list(`${folder}/contents`))
        for await (const name of target.list(shelfAt(shelf)))
          yield { name, remove: () => target.remove(contentAt(name)) }
    },
    nameOf,
  }
}
export type SpacePlace = ReturnType<typeof spacePlace>

/** A name that tells nothing of the hash to those without the key, and is the same each time. */
const hidden = ({ key }: Cipher, sha256: string) =>
  Buffer.from(hkdfSync('sha256', key, '', `content ${sha256}`, KEY_BYTES)).toString('hex')

/** The refusal for a damaged copy; other errors are returned unchanged. */
export function damageAsFailure(cause: unknown): never {
  if (isDamage(cause)) throw new Failure('backupCopyDamaged', { cause })
  throw cause
}
