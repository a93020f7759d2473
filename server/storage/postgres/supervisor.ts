import { type ChildProcess, spawn } from 'node:child_process'
import { chownSync, createWriteStream, existsSync, mkdtempSync, readFileSync, rmSync, type WriteStream } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { type Address, clientConfig } from '../database.ts'
import { type Account, accountForDatabase, findBinaries } from './binaries.ts'
import { DATABASE_USER, homeOf, type Places, placesIn, prepareCluster } from './cluster.ts'

/** How long we wait for a previous postgres that lost its program and is shutting down. */
const PREDECESSOR_MS = 10_000
const READY_MS = 30_000
/** Between tries to start one again that ended by itself. */
const AGAIN_MS = 2000
/** Paths of Unix sockets are limited to about 100 bytes. */
const SOCKET_DIR_MAX = 80

/**
 * Few helper processes and lazily used memory for a small server; durability is unchanged. What grows is looked at again
 * soon: until then plans are those of a small table.
 */
const SETTINGS = {
  listen_addresses: '',
  max_connections: '60',
  shared_buffers: '128MB',
  work_mem: '16MB',
  maintenance_work_mem: '128MB',
  max_wal_size: '2GB',
  random_page_cost: '1.1',
  autovacuum_naptime: '10s',
  dynamic_shared_memory_type: 'mmap',
  max_logical_replication_workers: '0',
  max_worker_processes: '4',
  jit: 'off',
  // What is read is mostly in memory: passing reads on to processes of their own takes a fifth more processor time.
  io_method: 'sync',
  // Nobody follows this server, and backups read rows: tables and indexes that a transaction creates are written once.
  wal_level: 'minimal',
  max_wal_senders: '0',
}

/**
 * Starts postgres and holds our pipe: when this process dies, even by SIGKILL, `read` ends and postgres is shut down
 * properly. It has its own process group, so that Ctrl-C reaches us first and the database last.
 */
const WATCHDOG =
  'exec 3<&0; "$@" <&- 3<&- & p=$!; { read x <&3; kill -INT $p; } & r=$!; trap "kill -INT $p" TERM INT; wait $p; s=$?; kill $r 2>&-; exit $s'

export type EmbeddedDatabase = { address: Exclude<Address, string>; stop(): Promise<void> }

/** Another program is running on this data folder. */
export class AlreadyRunning extends Error {}

type Start = {
  native: string
  places: Places
  socketDir: string
  account: Account
  extra: Readonly<Record<string, string>>
}

function launch({ native, places, socketDir, account, extra }: Start): ChildProcess {
  const settings = Object.entries({ ...SETTINGS, ...extra }).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const argv = [join(native, 'bin', 'postgres'), '-D', places.cluster, '-k', socketDir, ...settings]
  return spawn('/bin/sh', ['-c', WATCHDOG, 'sh', ...argv], {
    ...account,
    cwd: places.cluster,
    stdio: ['pipe', 'ignore', 'pipe'],
    detached: true,
  })
}

const READY = 'database system is ready to accept connections'
/** Said while a previous server still runs, or removes its lock file at this moment. */
const HELD = ['lock file "postmaster.pid" already exists', 'could not remove old lock file "postmaster.pid"']
/** The last lines are enough to say why a start failed. */
const TAIL_CHARS = 4000

type Outcome = 'ready' | 'held'

/** Waits for the output of our own child: a previous server may still answer on the same socket. */
function outcomeOf(child: ChildProcess, log: WriteStream): Promise<Outcome> {
  return new Promise<Outcome>((resolve, reject) => {
    let said = ''
    const late = setTimeout(() => reject(new Error(`the database did not answer for ${READY_MS / 1000} s`)), READY_MS)
    child.stderr?.on('data', (chunk: Buffer) => {
      log.write(chunk)
      said = (said + chunk.toString()).slice(-TAIL_CHARS)
      if (!said.includes(READY)) return
      clearTimeout(late)
      resolve('ready')
    })
    child.once('error', reject)
    child.once('exit', () => {
      clearTimeout(late)
      if (HELD.some((words) => said.includes(words))) resolve('held')
      else reject(new Error(`the database did not start:\n${said}`))
    })
  })
}

function socketFolder(places: Places, account: Account): { dir: string; isTemporary: boolean } {
  if (places.cluster.length <= SOCKET_DIR_MAX) return { dir: places.cluster, isTemporary: false }
  const dir = mkdtempSync(join(tmpdir(), 'dataspace-'))
  if (account) chownSync(dir, account.uid, account.gid)
  return { dir, isTemporary: true }
}

/** Whether `dataDir` has no database yet. */
export const isFirstStart = (dataDir: string): boolean =>
  !existsSync(placesIn(homeOf(dataDir, accountForDatabase())).cluster)

/** Logs that the database ended unexpectedly. */
export type DatabaseLog = { warn(message: string): void; error(details: object, message: string): void }
const SILENT: DatabaseLog = { warn: () => {}, error: () => {} }

/**
 * Starts the embedded PostgreSQL on `dataDir`, created on the first start; `extra` are server settings for tests. If it
 * ends unexpectedly (killed, out of memory), it is restarted at the same address, until `stop`. Throws AlreadyRunning
 * if another program holds the folder for longer than a shutdown needs.
 */
export async function startEmbedded(
  dataDir: string,
  extra: Readonly<Record<string, string>> = {},
  told: DatabaseLog = SILENT,
): Promise<EmbeddedDatabase> {
  const account = accountForDatabase()
  const home = homeOf(dataDir, account)
  const native = findBinaries(home, account)
  const { places, password } = await prepareCluster(native, home, account)
  const socket = socketFolder(places, account)
  const address = { host: socket.dir, user: DATABASE_USER, password, database: 'postgres' }
  const stopping = new AbortController()
  const start = { native, places, socketDir: socket.dir, account, extra }
  const first = await startWhenFree(start)
  const kept = keepRunning(first, () => startWhenFree(start), { signal: stopping.signal, told })
  return {
    address,
    async stop() {
      stopping.abort()
      await kept
      if (socket.isTemporary) rmSync(socket.dir, { recursive: true, force: true })
    },
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** Resolves when a database that was asked to stop has ended; begins another one when it ends before. */
async function keepRunning(
  first: ChildProcess,
  again: () => Promise<ChildProcess>,
  { signal, told }: { signal: AbortSignal; told: DatabaseLog },
): Promise<void> {
  for (let child: ChildProcess | null = first; child; child = await revived(again, { signal, told })) {
    const end = () => child?.stdin?.end('stop\n')
    const ended = new Promise((resolve) => child?.once('exit', resolve))
    signal.addEventListener('abort', end)
    if (signal.aborted) end()
    if (!hasEnded(child)) await ended
    signal.removeEventListener('abort', end)
    if (signal.aborted) return
    told.warn('the database ended by itself: starting it again')
  }
}

/** Restarts the database; null once it is to stop. */
async function revived(
  again: () => Promise<ChildProcess>,
  { signal, told }: { signal: AbortSignal; told: DatabaseLog },
): Promise<ChildProcess | null> {
  while (!signal.aborted) {
    try {
      return await again()
    } catch (err) {
      // Remaining processes may have to end first, or there is no disk space: it is retried until it works.
      told.error({ err }, 'the database could not be started again')
      await pause(AGAIN_MS, undefined, { signal }).catch(() => {})
    }
  }
  return null
}

/** Line of postmaster.pid that names the folder of the socket. */
const SOCKET_LINE = 4

/** Address of the database that another program of ours runs on `dataDir`; null when none does. */
export async function findEmbedded(dataDir: string): Promise<Address | null> {
  const places = placesIn(homeOf(dataDir, accountForDatabase()))
  const held = join(places.cluster, 'postmaster.pid')
  const host = existsSync(held) && readFileSync(held, 'utf8').split('\n')[SOCKET_LINE]
  if (!host) return null
  const password = readFileSync(places.password, 'utf8').trim()
  const address = { host, user: DATABASE_USER, password, database: 'postgres' }
  const client = new pg.Client(clientConfig(address))
  try {
    await client.connect()
    return address
  } catch {
    // A stale file, or not ready: the caller starts its own server.
    return null
  } finally {
    await client.end()
  }
}

async function startWhenFree(start: Start): Promise<ChildProcess> {
  const giveUpAt = performance.now() + PREDECESSOR_MS
  const log = createWriteStream(start.places.log, { flags: 'a', mode: 0o600 })
  for (;;) {
    // The lock file of a live server refuses a second one; PostgreSQL itself detects a stale one.
    const child = launch(start)
    if ((await outcomeOf(child, log)) === 'ready') return child
    if (performance.now() > giveUpAt) throw new AlreadyRunning(`another server is running on ${start.places.cluster}`)
    await pause(250)
  }
}
