import { createHash } from 'node:crypto'
import * as z from 'zod/mini'

/** Version of the backup format. */
export const FORMAT = 1

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const Count = z.int().check(z.gte(0))
/** A file of the backup: its SHA-256 and size as stored, compressed and encrypted. */
const StoredFile = z.object({ file: z.string(), sha256: Hash, bytes: Count })
export type StoredFile = z.infer<typeof StoredFile>

/** The rows of one table. `sum` does not depend on their order. */
const TableCopy = z.extend(StoredFile, {
  name: z.string(),
  columns: z.array(z.string()),
  rows: Count,
  sum: z.string(),
})
export type TableCopy = z.infer<typeof TableCopy>

const Sequence = z.object({ name: z.string(), value: z.string(), isCalled: z.boolean() })
export type Sequence = z.infer<typeof Sequence>

const Body = z.object({
  format: z.literal(FORMAT),
  id: z.string(),
  at: z.string(),
  /** Version of the product that made the backup. */
  product: z.string(),
  postgres: z.string(),
  migrations: z.array(z.object({ name: z.string(), checksum: z.string() })),
  /** Fingerprint of the key that encrypts the secrets in the database; null before the first start. */
  sealedBy: z.nullable(z.string()),
  /** Whether the key is among `files`, or outside in SECRET_KEY. */
  key: z.enum(['inside', 'outside']),
  isEncrypted: z.boolean(),
  /** Those of the schema `tables` are named with it. */
  tables: z.array(TableCopy),
  /**
   * Definitions of the tables of the schema `tables`, one line of JSON each; absent in backups made before such tables
   * existed.
   */
  definitions: z.optional(StoredFile),
  sequences: z.array(Sequence),
  /** The list of contents, `<sha256> <bytes>` per line in the order of hashes, and those that could not be copied. */
  contents: z.extend(StoredFile, {
    count: Count,
    total: Count,
    missing: z.array(Hash),
    damaged: z.array(Hash),
  }),
  /** Files of the installation: its key and its configuration. */
  files: z.array(z.extend(StoredFile, { name: z.string() })),
})
export type ManifestBody = z.infer<typeof Body>
const Manifest = z.extend(Body, { sha256: Hash })
export type Manifest = z.infer<typeof Manifest>

const hashOf = (body: ManifestBody) =>
  createHash('sha256')
    .update(JSON.stringify(Body.parse(body)))
    .digest('hex')

/** The text of the manifest, with a hash over everything in it. */
export const manifestText = (body: ManifestBody): string =>
  `${JSON.stringify({ ...Body.parse(body), sha256: hashOf(body) }, null, 1)}\n`

/** A backup that can't be used; the message says why. */
export class BackupError extends Error {}
/** The location of the backups can’t be reached, or has no space left. */
export class PlaceAway extends BackupError {}

function parse(text: string): Manifest | null {
  try {
    return Manifest.parse(JSON.parse(text))
  } catch {
    // Not our format, or truncated: the caller reports it.
    return null
  }
}

const formatOf = (text: string) => Number(/"format":\s*(\d+)/.exec(text)?.[1] ?? FORMAT)

/** Parses a manifest. Throws BackupError when it was changed, cut or made by a newer program. */
export function readManifest(text: string): Manifest {
  if (formatOf(text) > FORMAT)
    throw new BackupError(`manifest.json has format ${formatOf(text)}, newer than this program`)
  const manifest = parse(text)
  if (!manifest) throw new BackupError('manifest.json is damaged: it is no manifest')
  const { sha256, ...body } = manifest
  if (hashOf(body) !== sha256) throw new BackupError('manifest.json is damaged: its hash does not fit')
  return manifest
}
