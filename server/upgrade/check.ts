import { dirname } from 'node:path'
import type { BackupPlace } from '../backup/place.ts'
import type { Db } from '../storage/database.ts'
import { diskOf } from '../storage/disk.ts'
import { checkApplied, type Migration, MigrationError, migrations } from '../storage/migrate.ts'
import { upgradeStateStore } from './state-store.ts'

/** A finding of the check; `stop`: an upgrade would fail, or could not be undone. */
export type Finding = { level: 'ok' | 'warning' | 'stop'; text: string }
export type UpgradeState = { findings: Finding[]; pending: string[]; isEmpty: boolean }

/** The oldest version of PostgreSQL that the migrations run on. */
const POSTGRES_MIN = 15
const GIB = 1024 ** 3
const gib = (bytes: number) => `${(bytes / GIB).toFixed(2)} GiB`

/** Bytes that are free where a folder is, or will be. */
export async function freeBytes(folder: string): Promise<number> {
  try {
    return (await diskOf(folder)).freeBytes
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || dirname(folder) === folder) throw error
    return freeBytes(dirname(folder))
  }
}

/** Environment variables that look like our keys but are unknown: misspelt, or of another version. */
export function strangeKeys(
  environment: Readonly<Record<string, string | undefined>>,
  known: readonly string[],
): string[] {
  const families = Map.groupBy(known, (key) => key.split('_')[0] ?? '')
  const isOurs = (key: string) => key.includes('_') && (families.get(key.split('_')[0] ?? '')?.length ?? 0) > 1
  return Object.keys(environment)
    .filter((key) => isOurs(key) && !known.includes(key))
    .toSorted()
}

type Needs = {
  db: Db
  /** The target of the backup before the upgrade; null if there is none. */
  place: BackupPlace | null
  /** The folder of the target; null for a server, whose free space is unknown. */
  folder: string | null
  product: string
  environment: Readonly<Record<string, string | undefined>>
  /** All keys of the configuration. */
  known: readonly string[]
  free?: (folder: string) => Promise<number>
  all?: readonly Migration[]
}

/** Lists what an upgrade to this program would change, and what prevents it. Changes nothing. */
export async function upgradeState(needs: Needs): Promise<UpgradeState> {
  const { db, place, folder, product, environment, known, free = freeBytes, all = migrations() } = needs
  const store = upgradeStateStore(db)
  const applied = await store.applied()
  const pending = all.filter(({ name }) => !applied.some((row) => row.name === name)).map(({ name }) => name)
  const isEmpty = !applied.length
  const findings: Finding[] = []
  const say = (level: Finding['level'], text: string) => void findings.push({ level, text })

  const nodes = await store.nodes()
  say(
    'ok',
    `this program is version ${product}; running: ${nodes.map((node) => `${node.host} ${node.version}`).join(', ') || 'none'}`,
  )
  for (const key of strangeKeys(environment, known))
    say('warning', `${key} is no key of ours: it does nothing (npm start -- --help lists them)`)
  const server = await store.server()
  if (server.major < POSTGRES_MIN) say('stop', `PostgreSQL ${server.version}: ${POSTGRES_MIN} or newer is needed`)
  else say('ok', `PostgreSQL ${server.version}`)
  try {
    checkApplied(applied, all)
    if (isEmpty) say('ok', 'the database is empty: the first start makes the tables')
    else if (pending.length) say('ok', `${pending.length} migrations to apply: ${pending.join(', ')}`)
    else say('ok', 'the tables are up to date')
  } catch (error) {
    if (!(error instanceof MigrationError)) throw error
    say('stop', error.message)
  }
  if (pending.length && !isEmpty)
    findings.push(await backupFinding({ place, folder }, server.bytes, store.contentBytes, free))
  return { findings, pending, isEmpty }
}

/**
 * Checks the target and the space for the backup before the upgrade: the current database, and contents that are new
 * there.
 */
async function backupFinding(
  { place, folder }: Pick<Needs, 'place' | 'folder'>,
  databaseBytes: number,
  contentBytes: (after: string | null) => Promise<number>,
  free: (folder: string) => Promise<number>,
): Promise<Finding> {
  if (!place)
    return { level: 'stop', text: 'no place for the backup before the upgrade: --to DIR or BACKUP_TO names one' }
  const last = (await place.entries()).findLast(({ isFinished }) => isFinished)
  const needed = databaseBytes + (await contentBytes(last ? (await place.manifest(last.id)).at : null))
  const text = `the backup before the upgrade needs up to ${gib(needed)} in ${place.where}`
  if (!folder) return { level: 'ok', text }
  const there = await free(folder)
  return { level: there < needed ? 'stop' : 'ok', text: `${text}, ${gib(there)} are free` }
}
