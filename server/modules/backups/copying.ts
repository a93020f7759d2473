import { Readable } from 'node:stream'
import type pg from 'pg'
import type { StoredFile } from '#server/backup/manifest.ts'
import { SnapshotLost } from '#server/backup/space-tables.ts'
import { Damaged, linesOf } from '#server/backup/streams.ts'
import { mapConcurrently } from '#server/concurrency/map-concurrently.ts'
import { Failure } from '#server/failure.ts'
import type { SavedTable } from '#server/space-part.ts'
import type { ContentUse } from '#server/storage/blob-use.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import { type Db, onConnection } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { keepContentsOfSpace } from '#server/storage/locks.ts'
import { spaceExport } from './export-store.ts'
import { demandFiles, finishCopy, MANIFEST, type SpaceManifest, type TableOfCopy } from './manifest.ts'
import { type Content, damageAsFailure, type SpacePlace } from './place.ts'

/** The data of a space, as declared by its parts. */
export type SpaceContents = { tables: readonly SavedTable[]; uses: readonly ContentUse[] }
type CopyNeeds = {
  db: Db
  blobs: BlobStore
  parts: SpaceContents
  now: () => Date
}
type Copying = {
  id: string
  spaceId: string
  place: SpacePlace
  isCompressed: boolean
  /** Called for every content that is at the target; `sentBytes` of it were sent. */
  onContent: (bytes: number, sentBytes: number) => void
  signal: AbortSignal
}

/** Maximum attempts of a copy whose snapshot was lost because a table was rebuilt meanwhile. */
const TRIES = 5

/** The contents of a copy. Throws backupCopyDamaged at the end if the list is not the one that was written. */
export async function* contentsOf(
  place: SpacePlace,
  { id, contents }: Pick<SpaceManifest, 'id'> & { contents: StoredFile },
): AsyncGenerator<Content> {
  const stored = await place.read(id, contents)
  try {
    for await (const line of linesOf(stored)) {
      const [sha256 = '', size] = line.split(' ')
      yield { sha256, size: Number(size) }
    }
  } catch (error) {
    damageAsFailure(error)
  }
}

/**
 * Copies a space as of one point in time, while people go on working. The manifest is written last, after every file
 * and content was read back from the target. Throws backupSpaceBusy, backupContentLost, backupCopyDamaged,
 * backupTargetAway, backupTargetFull, spaceNotFound.
 */
export async function copySpace(needs: CopyNeeds, copying: Copying): Promise<SpaceManifest> {
  const { id, place } = copying
  // Files of a try that broke off; the contents that it sent are used.
  await place.forget(id, MANIFEST)
  const manifest = await onConnection(needs.db, async (client) => {
    const hold = await keepContentsOfSpace(client)
    const written = await rowsWritten(client, needs, copying)
    fault('space-backup-rows')
    await sendContents(needs, copying, written)
    await demandFiles(place, written)
    // A lost connection held no lock: contents may have been swept meanwhile.
    if (!(await hold.release().catch(() => false))) throw new Failure('backupInterrupted')
    return written
  })
  fault('space-backup-contents')
  await finishCopy(place, manifest)
  fault('space-backup-finished')
  return manifest
}

async function rowsWritten(client: pg.Client, needs: CopyNeeds, copying: Copying): Promise<SpaceManifest> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await writeRows(client, needs, copying)
    } catch (error) {
      if (!(error instanceof SnapshotLost)) throw error
      if (tried === TRIES) throw new Failure('backupSpaceBusy', { cause: error })
      await client.query('rollback')
    }
  }
}

async function writeRows(
  client: pg.Client,
  { db, parts, now }: CopyNeeds,
  { id, spaceId, place, isCompressed }: Copying,
): Promise<SpaceManifest> {
  const source = spaceExport(client, spaceId, parts.tables)
  const at = now().toISOString()
  await source.begin()
  const space = await source.space()
  if (!space) throw new Failure('spaceNotFound')
  const tables = await writeTables(
    db,
    { id, spaceId, place, names: await source.tableNames() },
    await source.snapshot(),
  )
  const { lines, totals } = source.rows()
  const rowFile = await place.write(id, 'rows', Readable.from(lines))
  const { rows: count, sum } = totals()
  const contentFile = await place.write(id, 'contents', source.contents(parts.uses))
  const files = await source.countFiles()
  const migrations = await source.migrations()
  await source.end()
  const listed = { count: 0, total: 0 }
  for await (const { size } of contentsOf(place, { id, contents: contentFile })) {
    listed.count += 1
    listed.total += size
  }
  const rows = { ...rowFile, count, sum }
  return {
    format: 1,
    id,
    at,
    space,
    migrations,
    isCompressed,
    rows,
    tables,
    contents: { ...contentFile, ...listed },
    files,
  }
}

/**
 * Writes the tables of the space, each in a separate transaction with the same snapshot, so that changing the columns
 * of one waits only for that one. Throws SnapshotLost.
 */
const writeTables = (
  db: Db,
  { id, spaceId, place, names }: Pick<Copying, 'id' | 'spaceId' | 'place'> & { names: string[] },
  snapshot: string,
): Promise<TableOfCopy[]> =>
  onConnection(db, async (client) => {
    const reader = spaceExport(client, spaceId, [])
    const tables: TableOfCopy[] = []
    for (const name of names) {
      await reader.begin(snapshot)
      const { stream, totals, ...table } = await reader.table(name)
      const stored = await place.write(id, name, stream)
      tables.push({ ...table, ...stored, ...totals() })
      await reader.end()
    }
    return tables
  })

async function sendContents(
  { blobs }: CopyNeeds,
  { place, isCompressed, onContent, signal }: Copying,
  written: SpaceManifest,
): Promise<void> {
  const keep = async (content: Content) => {
    signal.throwIfAborted()
    return place.keep(content, { isCompressed }, () => blobs.read(content.sha256)).catch(asLost)
  }
  for await (const [{ size }, isSent] of mapConcurrently(contentsOf(place, written), keep)) {
    onContent(size, isSent ? size : 0)
    fault('space-backup-content')
  }
}

/** A content that the store lacks, or has with wrong bytes. */
function asLost(cause: unknown): never {
  if (cause instanceof Damaged || (cause as NodeJS.ErrnoException).code === 'ENOENT')
    throw new Failure('backupContentLost', { cause })
  throw cause
}
