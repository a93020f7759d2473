import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { mapConcurrently } from '#server/concurrency/map-concurrently.ts'
import type { BlobStore } from '#server/storage/blobs/index.ts'
import { copyOut } from '#server/storage/copy.ts'
import { type Address, databaseOn } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { keepContents } from '#server/storage/locks.ts'
import { appliedTo } from '#server/storage/migrate.ts'
import { connected } from './connected.ts'
import { type Content, type ContentState, contentSaver, contentsIn, lineOf, progress } from './contents.ts'
import { BackupError, FORMAT, type ManifestBody, manifestText, type StoredFile } from './manifest.ts'
import type { BackupPlace } from './place.ts'
import { SnapshotLost } from './space-tables.ts'
import { sequencesOf, speakPlainly } from './tables.ts'
import { writeSpaceTables, writeTables } from './write-tables.ts'

const CONTENTS = 'contents.zst'
/** The list of referenced contents, before it is known which of them could be copied. */
const WANTED = 'wanted.zst'

/** A file of the installation that is part of a backup. */
export type OwnFile = { name: string; path: string }
export type BackupNeeds = {
  address: Address
  blobs: BlobStore
  place: BackupPlace
  product: string
  /** Whether the key is a file among `own`, or outside in SECRET_KEY. */
  key: 'inside' | 'outside'
  own: OwnFile[]
  now: () => Date
  say: (line: string) => void
}
export type Made = { id: string; isWhole: boolean; added: number }

const timeOf = (id: string) => new Date(id.replace(/^(.{4})(..)(..T..)(..)(..Z)$/, '$1-$2-$3:$4:$5'))
/** `20261122T041500Z`: sorts by time. */
const idOf = (at: Date) => at.toISOString().replace(/\.\d+|[-:]/g, '')

/**
 * Writes a backup of the running installation. The tables are of one snapshot; no content that it references is swept
 * until the last one is copied. The manifest is written last.
 * Throws BackupError when another backup is running, the place belongs to another installation, or the connection that
 * holds the lock was lost.
 */
export const makeBackup = (needs: BackupNeeds): Promise<Made> =>
  connected(needs.address, async (client) => {
    const hold = await keepContents(client)
    if (!hold) throw new BackupError('another backup of this installation is under way')
    const body = await writtenWhole(client, needs)
    if (!(await hold.release().catch(() => false)))
      throw new BackupError('the connection to the database was lost: contents may have been swept meanwhile')
    fault('backup-copied')
    await needs.place.finish(body.manifest.id, manifestText(body.manifest))
    return body
  })

/** An id after all that are there: a clock that was set back makes no newer backup an older one. */
async function newestId(place: BackupPlace, at: Date): Promise<string> {
  const id = idOf(at)
  const last = (await place.entries()).findLast(({ isFinished }) => isFinished)?.id ?? ''
  return last < id ? id : idOf(new Date(timeOf(last).getTime() + 1000))
}

type Written = Made & { manifest: ManifestBody }

/** Most tries of a backup whose snapshot was lost to somebody who rebuilt a table of a space meanwhile. */
const TRIES = 5

async function writtenWhole(client: pg.Client, needs: BackupNeeds): Promise<Written> {
  for (let tried = 1; ; tried += 1) {
    try {
      return await written(client, needs)
    } catch (error) {
      if (!(error instanceof SnapshotLost)) throw error
      if (tried === TRIES) throw new BackupError(`${error.message} is rebuilt again and again: try later`)
      needs.say(`${error.message} was rebuilt meanwhile: beginning anew`)
      await client.query('rollback')
    }
  }
}

async function written(client: pg.Client, needs: BackupNeeds): Promise<Written> {
  const { place, say, now, product, key } = needs
  const at = now()
  await client.query('begin isolation level repeatable read read only')
  await speakPlainly(client)
  const origin = await originOf(client)
  await place.claim(origin.sealedBy)
  const id = await newestId(place, at)
  await removeUnfinished(needs)
  const { definitions, tables: ofSpaces } = await writeSpaceTables(client, needs.address, { id, place })
  const tables = [...(await writeTables(client, { id, place })), ...ofSpaces]
  say(`${tables.length} tables, ${tables.reduce((sum, { rows }) => sum + rows, 0)} rows`)
  const sequences = await sequencesOf(client)
  const wanted = "copy (select encode(sha256, 'hex') || ' ' || size from blob order by sha256) to stdout"
  await place.write(id, WANTED, copyOut(client, wanted), createZstdCompress())
  await client.query('commit')
  fault('backup-tables')
  const { contents, added } = await writeContents(id, needs)
  const files: ManifestBody['files'] = []
  for (const own of needs.own) files.push(await writeOwn(id, own, place))
  const manifest = { format: FORMAT, id, at: at.toISOString(), product, ...origin, key } as const
  const isEncrypted = place.cipher !== null
  const isWhole = !contents.missing.length && !contents.damaged.length
  return { id, isWhole, added, manifest: { ...manifest, isEncrypted, tables, definitions, sequences, contents, files } }
}

async function originOf(client: pg.Client) {
  const { rows: server } = await client.query<{ version: string }>(
    "select current_setting('server_version') as version",
  )
  const { rows: seal } = await client.query<{ value: string }>("select value from setting where key = 'sealedBy'")
  return {
    migrations: await appliedTo(databaseOn(client)),
    postgres: server[0]?.version ?? '',
    sealedBy: seal[0]?.value ?? null,
  }
}

/** Removes unfinished backups of earlier runs; the contents that they copied are kept. */
async function removeUnfinished({ place, say }: BackupNeeds): Promise<void> {
  for (const { id, isFinished } of await place.entries()) {
    if (isFinished) continue
    say(`backup ${id} is unfinished: removed, the contents that it copied are used`)
    await place.forget(id)
  }
}

async function writeContents(id: string, { place, blobs, say }: BackupNeeds) {
  const missing: string[] = []
  const damaged: string[] = []
  const far = progress(say, 'copying')
  const kept = { count: 0, total: 0, added: 0 }
  const fates: Record<ContentState, (content: Content) => void> = {
    new: () => (kept.added += 1),
    known: () => {},
    missing: ({ sha256 }) => missing.push(sha256),
    damaged: ({ sha256 }) => damaged.push(sha256),
  }
  async function* lines() {
    for await (const [content, fate] of mapConcurrently(
      contentsIn(place.read(id, WANTED)),
      contentSaver(place, blobs),
    )) {
      far.add(content.size)
      fates[fate](content)
      fault('backup-content')
      if (fate === 'missing' || fate === 'damaged') continue
      kept.count += 1
      kept.total += content.size
      yield lineOf(content)
    }
  }
  const stored = await place.write(id, CONTENTS, Readable.from(lines()), createZstdCompress())
  await place.drop(id, WANTED)
  for (const sha256 of missing) say(`content ${sha256} is missing: npm run doctor tells what it belongs to`)
  for (const sha256 of damaged) say(`content ${sha256} is damaged: npm run doctor -- --deep tells what it belongs to`)
  const { added, count, total } = kept
  say(`${count} contents, ${added} of them new`)
  return { added, contents: { ...stored, count, total, missing, damaged } }
}

async function writeOwn(
  id: string,
  { name, path }: OwnFile,
  place: BackupPlace,
): Promise<StoredFile & { name: string }> {
  return { name, ...(await place.write(id, name, Readable.from([await readFile(path)]))) }
}

/** The files that exist. */
export const present = (files: OwnFile[]): OwnFile[] => files.filter(({ path }) => existsSync(path))
