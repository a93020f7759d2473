import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { mapConcurrently } from '#server/concurrency/map-concurrently.ts'
import { diagnose, isGood, RESTORE_CHECK } from '#server/doctor/index.ts'
import type { BlobStore } from '#server/storage/blobs/index.ts'
import { type Address, openDatabase } from '#server/storage/database.ts'
import { checkApplied, MigrationError } from '#server/storage/migrate.ts'
import { openSeal } from '#server/storage/seal.ts'
import { checkFiles } from './check.ts'
import { type Content, contentsIn, progress } from './contents.ts'
import { begunIn, completeDatabase, endRestore, loadDatabase, refuseUnlessEmpty } from './load.ts'
import { BackupError, type Manifest } from './manifest.ts'
import type { BackupPlace } from './place.ts'
import { isDamage, proved } from './streams.ts'

const KEY = 'secret.key'
export type RestoreNeeds = {
  place: BackupPlace
  /** Null: the newest finished backup. */
  id: string | null
  address: Address
  blobs: BlobStore
  dataDir: string
  secretKey: string | null
  say: (line: string) => void
}
/** One line of the report. */
export type Check = { isGood: boolean; said: string }
export type Report = { id: string; checks: Check[]; isGood: boolean }

/** Id of the newest finished backup of a place. Throws BackupError when there is none. */
export async function newestIn(place: BackupPlace): Promise<string> {
  const id = (await place.entries()).findLast(({ isFinished }) => isFinished)?.id
  if (!id) throw new BackupError(`${place.where} holds no finished backup`)
  return id
}

/**
 * Restores a backup into an empty installation and verifies it: the backup's files before anything is written, every
 * row in the transaction that loads it, every content while it is copied and once more as stored. An interrupted
 * restore continues when run again; until it is finished no server starts on the installation.
 * Throws BackupError, and changes nothing, when the place is not empty, the backup is damaged or newer than this
 * program, or the key differs. Contents that the backup lacks fail the report; everything else is restored.
 */
export async function restore(needs: RestoreNeeds): Promise<Report> {
  const { place, say, blobs, address } = needs
  const manifest = await place.manifest(needs.id ?? (await newestIn(place)))
  say(
    `backup ${manifest.id} of version ${manifest.product}, ${manifest.tables.length} tables, ${manifest.contents.count} contents`,
  )
  const isBegun = await judge(manifest, needs)
  await bringKey(manifest, needs)
  if (isBegun) say('it was begun here: going on with it')
  else await loadDatabase(address, { manifest, place })
  await completeDatabase(address, { manifest, place, say })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const checks: Check[] = [
    { isGood: true, said: 'the files of the backup are as they were written' },
    { isGood: true, said: `${rows} rows of ${manifest.tables.length} tables are the same` },
    await bringContents(manifest, needs),
    await lookOver(address, blobs),
  ]
  await endRestore(address)
  return { id: manifest.id, checks, isGood: checks.every(({ isGood }) => isGood) }
}

/**
 * Checks everything that can be checked before writing; true when a restore of this backup was begun here and its rows
 * are loaded.
 */
async function judge(
  manifest: Manifest,
  { place, address, blobs, dataDir, secretKey }: RestoreNeeds,
): Promise<boolean> {
  const { wrong } = await checkFiles(place, manifest)
  if (wrong.length) throw new BackupError(`backup ${manifest.id}: ${wrong.join(', ')}`)
  judgeMigrations(manifest)
  await judgeKey(manifest, { place, dataDir, secretKey })
  if ((await begunIn(address)) === manifest.id) return true
  await refuseUnlessEmpty(address)
  for await (const _one of blobs.list())
    throw new BackupError('the store of contents is not empty: a restore begins with an empty one')
  return false
}

function judgeMigrations({ migrations, product }: Manifest): void {
  try {
    checkApplied(migrations)
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    throw new BackupError(`the backup is of version ${product}: ${error.message}`, { cause: error })
  }
}

type KeyNeeds = Pick<RestoreNeeds, 'place' | 'dataDir' | 'secretKey'>

async function judgeKey(manifest: Manifest, { dataDir, secretKey, place }: KeyNeeds): Promise<void> {
  const { sealedBy } = manifest
  if (!sealedBy) return
  const other = 'is not the key that sealed the secrets of this backup'
  if (secretKey) {
    if (openSeal({ dataDir, secretKey }).fingerprint !== sealedBy) throw new BackupError(`SECRET_KEY ${other}`)
    return
  }
  if (manifest.key === 'outside')
    throw new BackupError('the key of this installation was set from outside: give it as SECRET_KEY')
  const path = join(dataDir, KEY)
  if (existsSync(path) && (await readFile(path, 'utf8')) !== (await text(place.read(manifest.id, KEY))))
    throw new BackupError(`${path} ${other}`)
}

async function bringKey({ id, files }: Manifest, { place, dataDir, secretKey }: RestoreNeeds): Promise<void> {
  if (secretKey || !files.some(({ name }) => name === KEY)) return
  await mkdir(dataDir, { recursive: true })
  await writeFile(join(dataDir, KEY), await text(place.read(id, KEY)), { mode: 0o600 })
}

/** Copies every content; missing or damaged ones are reported one by one. */
async function bringContents({ id, contents }: Manifest, { place, blobs, say }: RestoreNeeds): Promise<Check> {
  const far = progress(say, 'restoring')
  let lacking = contents.missing.length + contents.damaged.length
  for (const sha256 of [...contents.missing, ...contents.damaged]) say(`content ${sha256} was lost before the backup`)
  const listed = contentsIn(place.read(id, contents.file))
  for await (const [{ sha256, size }, why] of mapConcurrently(listed, (content) => bring(content, place, blobs))) {
    far.add(size)
    if (!why) continue
    lacking += 1
    say(`content ${sha256} ${why}`)
  }
  const { count } = far.totals()
  return lacking
    ? { isGood: false, said: `${lacking} contents could not be restored` }
    : { isGood: true, said: `${count} contents are the same` }
}

/** Copies one content; returns null, or its problem in the backup. */
async function bring({ sha256, size }: Content, place: BackupPlace, blobs: BlobStore): Promise<string | null> {
  // Its bytes are verified at the end, with all others.
  if (await blobs.has(sha256)) return null
  if ((await place.sizeOf(sha256)) === null) return 'is missing in the backup'
  try {
    const digest = await blobs.put(proved(place.content(sha256), sha256))
    if (digest.size === size) return null
  } catch (error) {
    if (!isDamage(error)) throw error
  }
  return 'is damaged in the backup'
}

/** Runs the doctor on everything; its finding that the restore is unfinished is ignored. */
async function lookOver(address: Address, blobs: BlobStore): Promise<Check> {
  const db = openDatabase(address, 2)
  try {
    const lines: string[] = []
    for await (const finding of diagnose(db, blobs, { repair: false, deep: true }))
      if (finding.check !== RESTORE_CHECK && !isGood(finding)) lines.push(finding.said)
    return lines.length
      ? { isGood: false, said: ['the doctor:', ...lines].join('\n  ') }
      : { isGood: true, said: 'the doctor finds nothing' }
  } finally {
    await db.destroy()
  }
}
