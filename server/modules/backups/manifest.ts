import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import * as z from 'zod/mini'
import { Failure } from '#server/failure.ts'
import { damageAsFailure, type SpacePlace } from './place.ts'

/** Version of the format of a copy; docs/backup.md describes it. */
const FORMAT = 1
/** Written last: a copy without it is unfinished. */
export const MANIFEST = 'manifest.json'

const Hash = z.string().check(z.regex(/^[0-9a-f]{64}$/))
const Count = z.int().check(z.gte(0))
const StoredFile = z.object({ file: z.string(), sha256: Hash, bytes: Count })
const Body = z.object({
  format: z.literal(FORMAT),
  id: z.string(),
  at: z.string(),
  space: z.object({ id: z.string(), name: z.string(), identifier: z.string() }),
  /** Names of the migrations of the database that it was made of. */
  migrations: z.array(z.string()),
  /** Whether contents are compressed; the files of a copy always are. */
  isCompressed: z.boolean(),
  /** Rows of the catalogue: a line of JSON each, `{table, row}`; `sum` does not depend on their order. */
  rows: z.extend(StoredFile, { count: Count, sum: z.string() }),
  /** Rows of the tables of the space, and the statements that make each. */
  tables: z.array(
    z.extend(StoredFile, {
      name: z.string(),
      columns: z.array(z.string()),
      rows: Count,
      sum: z.string(),
      create: z.string(),
      complete: z.array(z.string()),
    }),
  ),
  /** The list of contents, `<sha256> <bytes>` per line in the order of hashes. */
  contents: z.extend(StoredFile, { count: Count, total: Count }),
  files: Count,
})
export type SpaceManifest = z.infer<typeof Body>
export type TableOfCopy = SpaceManifest['tables'][number]

/** Rows of a copy, those of its tables included. */
export const rowCountOf = ({ rows, tables }: SpaceManifest): number =>
  tables.reduce((sum, table) => sum + table.rows, rows.count)

/** SHA-256 of all that a manifest says, the hashes of its files included. */
export const hashOf = (body: SpaceManifest) =>
  createHash('sha256')
    .update(JSON.stringify(Body.parse(body)))
    .digest('hex')

/** Writes the manifest, which makes the copy finished. */
export async function finishCopy(place: SpacePlace, body: SpaceManifest): Promise<void> {
  const whole = JSON.stringify({ ...body, sha256: hashOf(body) })
  await place.write(body.id, MANIFEST, Readable.from([`${whole}\n`]))
}

/** Reads the manifest of a copy. Throws backupCopyDamaged when it is missing, cut or changed. */
export async function manifestOf(place: SpacePlace, copyId: string): Promise<SpaceManifest> {
  const found = await place.read(copyId, { file: MANIFEST }).then(text).catch(damageAsFailure)
  const read = parsed(found)
  if (!read || read.id !== copyId) throw new Failure('backupCopyDamaged')
  return read
}

function parsed(found: string): SpaceManifest | null {
  try {
    const { sha256, ...body } = z.extend(Body, { sha256: Hash }).parse(JSON.parse(found))
    return hashOf(body) === sha256 ? body : null
  } catch {
    // No manifest of ours: the caller reports it.
    return null
  }
}

/** Throws backupCopyDamaged unless every file of the copy is stored as it was written. */
export async function demandFiles(place: SpacePlace, { id, rows, tables, contents }: SpaceManifest): Promise<void> {
  for (const { file, sha256 } of [rows, contents, ...tables])
    if ((await place.hashOf(id, file)) !== sha256) throw new Failure('backupCopyDamaged')
}
