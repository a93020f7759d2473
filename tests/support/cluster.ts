import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { readConfig } from '#server/config.ts'
import { examine } from '#server/doctor/index.ts'
import { openBlobStore } from '#server/storage/blobs/index.ts'
import { openDatabase } from '#server/storage/database.ts'
import { HOUR_MS } from '../../contract/core/time.ts'
import { hasNginx, startNginx } from '../services/nginx.ts'
import { hasPostgres, startPostgres } from '../services/postgres.ts'
import { freePort } from '../services/program.ts'
import { openSlowProxy } from '../services/slow-proxy.ts'
import { hasSwift, SWIFT_KEY, SWIFT_SECRET, startSwift } from '../services/swift.ts'
import { RetryingClient } from './retrying-client.ts'
import { ADMIN, type Server, startServer } from './server.ts'

export const canCluster = hasNginx && hasPostgres && hasSwift

const wrongClock = fileURLToPath(new URL('./skewed-clock.ts', import.meta.url))
/** How far the second node's clock is ahead. */
const AHEAD_MS = 6 * HOUR_MS

/** Two nodes behind nginx with their own PostgreSQL and S3 store; the second node's clock is hours ahead. */
export async function startCluster() {
  const folder = mkdtempSync(join(tmpdir(), 'ds-cluster-'))
  const [postgres, swift] = [await startPostgres(), await startSwift('contents')]
  const storePort = Number(new URL(swift.server).port)
  const ways = [await openSlowProxy(postgres.port, 0), await openSlowProxy(postgres.port, 0)]
  const storeWays = [await openSlowProxy(storePort, 0), await openSlowProxy(storePort, 0)]
  const storeAt = (port: number) => `s3://contents?endpoint=http://127.0.0.1:${port}`
  const shared = {
    S3_ACCESS_KEY: SWIFT_KEY,
    S3_SECRET_KEY: SWIFT_SECRET,
    TRUST_PROXY: '127.0.0.1',
    DRAIN_SECONDS: '1',
    SECRET_KEY: 'a key that both nodes know, 32+ long',
  }
  const ports = [await freePort(), await freePort()]
  const nodes: (Server | null)[] = [null, null]

  /** Starts or restarts a node at its address. */
  async function start(index: 0 | 1): Promise<void> {
    const url = `postgres://postgres@127.0.0.1:${ways[index]?.port}/postgres`
    const clock: Record<string, string> =
      index === 1 ? { AHEAD_MS: String(AHEAD_MS), NODE_OPTIONS: `--import ${wrongClock}` } : {}
    const own = { DATABASE_URL: url, BLOB_STORE: storeAt(storeWays[index]?.port ?? 0), PORT: String(ports[index]) }
    nodes[index] = await startServer({ dataDir: join(folder, `node-${index}`), env: { ...shared, ...clock, ...own } })
  }
  const node = (index: 0 | 1): Server => {
    const found = nodes[index]
    if (!found) throw new Error(`node ${index} was never started`)
    return found
  }
  await start(0)
  await start(1)
  const nginx = await startNginx(ports.map((port) => `127.0.0.1:${port}`))

  /** The doctor's findings after reading every byte; empty when all is well. */
  async function findings(): Promise<string[]> {
    const db = openDatabase(postgres.url)
    const here = { DATA_DIR: folder, DATABASE_URL: postgres.url, BLOB_STORE: storeAt(storePort) }
    const blobs = await openBlobStore(readConfig({ ...shared, ...here }), db)
    const { lines, isHealthy } = await examine(db, blobs, { repair: false, deep: true })
    await blobs.close()
    await db.destroy()
    return isHealthy ? [] : lines
  }
  /** Scheduled jobs that were begun more often than they were due: each time is forwarded by a job of its own. */
  async function twiceScheduled(): Promise<unknown[]> {
    const db = openDatabase(postgres.url)
    const { rows } = await sql`
      with due as (
        select data->>'name' as name, count(distinct data->>'slot') as times from jobs.job
        where name = '__pgboss__send-it' group by 1)
      select job.name, count(*) as begun, coalesce(min(due.times), 0) as due from jobs.job
      left join due on due.name = job.name
      where job.name not like '\\_\\_pgboss%'
      group by job.name having count(*) > coalesce(min(due.times), 0)`.execute(db)
    await db.destroy()
    return rows
  }
  return {
    postgres,
    ways,
    storeWays,
    start,
    node,
    findings,
    twiceScheduled,
    origin: nginx.origin,
    connect: () => new RetryingClient(nginx.origin).login(ADMIN.email, ADMIN.password),
    async stop() {
      for (const server of nodes) await server?.kill()
      await nginx.stop()
      for (const way of [...ways, ...storeWays]) await way.close()
      await swift.stop()
      postgres.stop()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
  }
}
export type Cluster = Awaited<ReturnType<typeof startCluster>>
