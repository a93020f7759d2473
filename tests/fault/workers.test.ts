import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { PgBoss } from 'pg-boss'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import { REALTIME_PATH } from '#contract/core/events.ts'
import { contract } from '#contract/index.ts'
import { readConfig } from '#server/config.ts'
import { examine } from '#server/doctor/index.ts'
import { openBlobStore } from '#server/storage/blobs/index.ts'
import { clientConfig, openDatabase } from '#server/storage/database.ts'
import { findEmbedded } from '#server/storage/postgres/supervisor.ts'
import { freePort } from '../services/program.ts'
import { startBackgroundLoad } from '../support/background-load.ts'
import { inFull } from '../support/full.ts'
import { RetryingClient } from '../support/retrying-client.ts'
import { ADMIN, type Server, startServer } from '../support/server.ts'
import { startedDataDir } from '../support/started.ts'

const UPLOADS = 2
/** Jobs that nobody runs within a minute by schedule. */
const JOBS = ['sweep-keys', 'sweep-avatars', 'sweep-pictures', 'sweep-mails', 'sweep-messages'] as const

describe('a server of two workers', () => {
  let server: Server
  beforeAll(async () => {
    server = await startServer({
      dataDir: startedDataDir(),
      env: { WORKERS: '2', LOG_LEVEL: 'info', PORT: String(await freePort()) },
    })
  })
  afterAll(() => server?.stop())

  const connect = () => new RetryingClient(server.origin).login(ADMIN.email, ADMIN.password)
  /** Values of a metric by worker, from whichever answers. */
  async function figures(name: string, labels = ''): Promise<Record<string, number>> {
    const answer = await fetch(`${server.origin}/metrics`, { headers: { connection: 'close' } }).catch(() => null)
    const lines = ((await answer?.text()) ?? '').split('\n').filter((line) => line.startsWith(`${name}{`))
    const known = lines.filter((line) => line.includes(labels))
    return Object.fromEntries(known.map((line) => [/worker="(\d+)"/.exec(line)?.[1], Number(line.split(' ').at(-1))]))
  }
  const workers = (): number[] => {
    const { pid } = server.process
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').map(Number)
    return children.filter((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').includes('app/main.js'))
  }
  const isUp = async () => {
    const started = await figures('process_start_time_seconds')
    return started['1'] !== undefined && started['2'] !== undefined
  }
  async function address() {
    const found = await findEmbedded(server.dataDir)
    if (!found) throw new Error('the database does not run')
    return found
  }

  test('answers by both on one port, and tells the figures of both, whichever is asked', async () => {
    const answered = async () => {
      // Twice: connections go to one and the other in turn, and the next one asks for the figures.
      for (const _ of [1, 2]) {
        const { status } = await fetch(`${server.origin}/readyz`, { headers: { connection: 'close' } })
        expect(status).toBe(200)
      }
      return Object.keys(await figures('http_request_duration_seconds_count', 'route="/readyz"')).sort()
    }
    await expect.poll(answered).toEqual(['1', '2'])
    expect(await isUp()).toBe(true)
    const text = await (await fetch(`${server.origin}/metrics`)).text()
    expect(text.match(/^# TYPE process_resident_memory_bytes /gm)).toHaveLength(1)
  })

  test('brings news of one to the pages of the other', inFull, async () => {
    const client = await connect()
    const url = `${server.origin.replace('http', 'ws')}${REALTIME_PATH}${encodeURIComponent(ADMIN.email)}`
    const sockets: WebSocket[] = []
    onTestFinished(() => sockets.forEach((socket) => void socket.terminate()))
    const listening = async () => {
      const socket = new WebSocket(url, { headers: client.headers() })
      sockets.push(socket)
      await once(socket, 'open')
      return Object.values(await figures('dataspace_pages_listening')).filter((count) => count > 0).length
    }
    await expect.poll(listening).toBe(2)
    const heard = sockets.map((socket) => once(socket, 'message'))
    const { id: spaceId } = await client.data(contract.spaces.create, {
      name: 'News',
      identifier: 'news',
      type: 'private',
    })
    await client.data(contract.files.create, { spaceId, path: 'a', existing: 'refuse' })
    await Promise.all(heard)
  })

  test('loses nothing that was acknowledged when one is killed: the port answers on, and a new one comes', async () => {
    const load = await startBackgroundLoad(await connect(), 'killed')
    await load.more(UPLOADS)
    const [first = 0, second = 0] = workers()
    process.kill(first, 'SIGKILL')
    await load.more(UPLOADS)
    await expect.poll(isUp).toBe(true)
    expect(workers()).toHaveLength(2)
    expect(workers()).toContain(second)
    await load.more(UPLOADS)
    expect(await load.end()).toEqual([])
    expect(server.said()).toContain('a worker ended and is started again')
    const db = openDatabase(await address())
    const blobs = await openBlobStore(readConfig({ DATA_DIR: server.dataDir }), db)
    const { lines, isHealthy } = await examine(db, blobs, { repair: false, deep: true })
    await blobs.close()
    await db.destroy()
    expect(isHealthy ? [] : lines).toEqual([])
  })

  test('comes back when both are killed at once, and does each job once', inFull, async () => {
    const { types: _types, ...connection } = clientConfig(await address())
    const boss = new PgBoss({
      ...connection,
      schema: 'jobs',
      max: 1,
      migrate: false,
      supervise: false,
      schedule: false,
    })
    await boss.start()
    const before = await figures('process_start_time_seconds')
    for (const pid of workers()) process.kill(pid, 'SIGKILL')
    for (const name of JOBS) await boss.send(name)
    const areNew = async () => {
      const now = await figures('process_start_time_seconds')
      return ['1', '2'].every((number) => (now[number] ?? 0) > (before[number] ?? 0))
    }
    await expect.poll(areNew).toBe(true)
    const done = () => JOBS.map((name) => server.said().split(`"job":"${name}"`).length - 1)
    await expect.poll(done).toEqual(JOBS.map(() => 1))
    await boss.stop()
  })

  test('ends as a whole when told to: no worker stays behind, and the database neither', async () => {
    const pids = workers()
    await server.end()
    expect(server.process.exitCode, server.said()).toBe(0)
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow()
    expect(await findEmbedded(server.dataDir)).toBeNull()
    await expect(fetch(`${server.origin}/healthz`)).rejects.toThrow()
  })
})
