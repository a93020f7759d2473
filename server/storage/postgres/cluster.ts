import { execFile } from 'node:child_process'
import { createHash, randomBytes } from 'node:crypto'
import { chmodSync, chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Account, isReachable } from './binaries.ts'

export const MAJOR = '18'
export const DATABASE_USER = 'dataspace'
const SHARED = '/var/lib/dataspace'

/** Folders of the embedded database below its home. */
export const placesIn = (home: string) => ({
  cluster: join(home, 'postgres'),
  unfinished: join(home, 'postgres.new'),
  password: join(home, 'postgres.password'),
  log: join(home, 'postgres.log'),
})
export type Places = ReturnType<typeof placesIn>

/** Sort order comes from the collations in the migrations; the encoding is UTF-8 whatever the machine's locale. */
const LOCALE = [
  '--encoding=UTF8',
  '--locale-provider=builtin',
  '--builtin-locale=C.UTF-8',
  '--locale=C',
  '--lc-ctype=C.UTF-8',
]

function passwordOf(path: string): string {
  if (!existsSync(path)) writeFileSync(path, randomBytes(24).toString('base64url'), { mode: 0o600 })
  return readFileSync(path, 'utf8').trim()
}

async function initialise(native: string, places: Places, password: string, account: Account): Promise<void> {
  rmSync(places.unfinished, { recursive: true, force: true })
  mkdirSync(places.unfinished, { recursive: true, mode: 0o700 })
  const passwordFile = `${places.unfinished}.password`
  writeFileSync(passwordFile, password, { mode: 0o600 })
  if (account) for (const path of [places.unfinished, passwordFile]) chownSync(path, account.uid, account.gid)
  await promisify(execFile)(
    join(native, 'bin', 'initdb'),
    [
      '-D',
      places.unfinished,
      '-U',
      DATABASE_USER,
      '--auth=scram-sha-256',
      `--pwfile=${passwordFile}`,
      '--no-instructions',
      '--set=dynamic_shared_memory_type=mmap',
      ...LOCALE,
    ],
    { ...account, cwd: places.unfinished },
  ).finally(() => rmSync(passwordFile, { force: true }))
  // Renamed only when complete: an interrupted start begins again.
  renameSync(places.unfinished, places.cluster)
}

/**
 * Home of the embedded database: the data folder, unless root runs us from a place that its account can't reach (a
 * checkout in a closed home). Then it is below SHARED, and the data folder records where.
 */
export function homeOf(dataDir: string, account: Account): string {
  mkdirSync(dataDir, { recursive: true })
  if (!account) return dataDir
  // Lets the account pass through; the files in the folder keep their own permissions.
  chmodSync(dataDir, 0o711)
  if (isReachable(dataDir)) return dataDir
  const home = join(SHARED, createHash('sha256').update(dataDir).digest('hex').slice(0, 16))
  mkdirSync(home, { recursive: true, mode: 0o711 })
  writeFileSync(join(dataDir, 'postgres.location'), `${home}\n`)
  return home
}

/** Creates the cluster on the first start and returns its password. Refuses one of another major version. */
export async function prepareCluster(
  native: string,
  home: string,
  account: Account,
): Promise<{ places: Places; password: string }> {
  const places = placesIn(home)
  const password = passwordOf(places.password)
  const versionFile = join(places.cluster, 'PG_VERSION')
  if (!existsSync(versionFile)) await initialise(native, places, password, account)
  const version = readFileSync(versionFile, 'utf8').trim()
  if (version !== MAJOR) {
    throw new Error(
      `${places.cluster} belongs to PostgreSQL ${version}, this program brings ${MAJOR}: move the data by backup and restore`,
    )
  }
  return { places, password }
}
