import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { pino } from 'pino'
import { inject } from 'vitest'
import { buildApp, type Services } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openBlobStore } from '#server/storage/blobs/index.ts'
import { newId } from '#server/storage/id.ts'
import { openSeal } from '#server/storage/seal.ts'
import { takeDatabase } from './recycled.ts'
import { testResolver } from './resolver.ts'

/** A server that is used more often has so many folders of contents that emptying them takes longer. */
const USES_MAX = 100
/**
 * How far the clock of a reused server may be behind: each use begins just before the one before it began, so that
 * whatever the server remembers until a time is of a time to come, and is not believed.
 */
const BEHIND_MS = 60_000
/** How long answers that a test left open may take to end. */
const LEFT_OPEN_MS = 500
const LOOK_MS = 2

/** Reproducible files whose servers remember that they are there, and the key of the installation. */
const STAYING = ['queries', 'query-files', 'snapshots', 'source-files', 'secret.key']
/** Levels of folders that a server expects to stay: `files/blobs/ab`. */
const FOLDERS_DEEP = 3

/** A clock that only moves when told to. */
function testClock() {
  let at = Date.now()
  return {
    now: () => new Date(at),
    advance: (ms: number) => void (at += ms),
    set: (ms: number) => void (at = ms),
  }
}

/** Functions that begin what only the end of a server ends, or that add to it for good. */
const BEGINNING = /^(start|stop|register|hear|openFtp|openSftp)$/

type Functions = Record<string, unknown>
const isObject = (value: unknown): value is Functions => typeof value === 'object' && value !== null

/** Objects whose functions a test may replace, with their members. */
function membersOf(objects: readonly object[]): () => boolean {
  const all = objects.flatMap((one) => [one, ...Object.values(one).filter(isObject)]) as Functions[]
  const before = all.map((one) => ({ one, members: Object.entries(one) }))
  return () =>
    before.every(
      ({ one, members }) =>
        Object.keys(one).length === members.length && members.every(([name, value]) => one[name] === value),
    )
}

const EVENTS = ['connection', 'request', 'upgrade', 'checkContinue', 'close'] as const
const listenersOf = ({ server }: FastifyInstance): string => EVENTS.map((name) => server.listenerCount(name)).join()

/** Notes whether a function is called that begins something lasting. */
function watchBeginnings(services: Services): () => boolean {
  let isBegun = false
  for (const owner of [services, ...Object.values(services)] as Functions[])
    for (const [name, run] of Object.entries(owner))
      if (BEGINNING.test(name) && typeof run === 'function')
        owner[name] = (...args: unknown[]) => {
          isBegun = true
          return run.apply(owner, args) as unknown
        }
  return () => isBegun
}

/** Removes what is in a folder, except folders down to some levels. */
function emptyFolder(folder: string, levels: number, staying: readonly string[] = []): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (staying.includes(entry.name)) continue
    if (levels && entry.isDirectory()) emptyFolder(path, levels - 1)
    else rmSync(path, { recursive: true, force: true })
  }
}

/** The real server on a real port, with a database and a folder of its own. */
async function startServer(env: Record<string, string>) {
  const database = await takeDatabase()
  const { db, url, bus } = database
  const dataDir = mkdtempSync(join(inject('worldFolders'), 'world-'))
  const clock = testClock()
  const log = pino({ level: process.env.TEST_LOG ?? 'silent' })
  const resolver = testResolver()
  const read = readConfig({ ...env, DATA_DIR: dataDir, DATABASE_URL: url })
  const config = { ...read, outside: { ...read.outside, lookup: resolver.lookup } }
  const blobs = await openBlobStore(config, db)
  const { app, services } = await buildApp({
    db,
    bus,
    blobs,
    config,
    now: clock.now,
    newId,
    log,
    seal: openSeal(config),
    isDraining: () => false,
  })
  const underWay = new Set<ServerResponse>()
  let isBrokenOff = false
  app.server.on('request', (_request, response: ServerResponse) => {
    underWay.add(response)
    response.once('close', () => {
      underWay.delete(response)
      if (!response.writableFinished) isBrokenOff = true
    })
  })
  const origin = await app.listen({ port: 0, host: '127.0.0.1' })

  const isBegun = watchBeginnings(services)
  const isUntouched = membersOf([services, blobs, bus, log, clock])
  const settings = JSON.stringify(config)
  const busListeners = database.listening()
  const serverListeners = listenersOf(app)
  let uses = 0
  let startedMs = clock.now().getTime()

  /** Whether nothing was done to the server that emptying does not undo. */
  const isSound = () =>
    app.server.listening &&
    !isBrokenOff &&
    !isBegun() &&
    isUntouched() &&
    listenersOf(app) === serverListeners &&
    JSON.stringify(config) === settings

  /** Closes live connections, and waits for answers and what they left to do. */
  async function comeToRest(): Promise<boolean> {
    database.reportGap()
    for (const socket of app.websocketServer.clients) socket.terminate()
    for (let waited = 0; underWay.size || app.websocketServer.clients.size; waited += LOOK_MS) {
      if (waited > LEFT_OPEN_MS) return false
      await pause(LOOK_MS)
    }
    await services.mails.flushed()
    await services.journal.flushed()
    await services.spaces.write()
    await services.datasets.writeUsage()
    await services.shares.flushed()
    await services.applications.save()
    await services.traffic.save()
    await services.traffic.tick()
    await database.atRest()
    return isSound()
  }

  return {
    app,
    services,
    db,
    url,
    bus,
    blobs,
    config,
    clock,
    dataDir,
    origin,
    names: resolver.names,
    /** Begins a use; false when the clock would be too far behind. */
    begin(): boolean {
      const nowMs = Date.now()
      if (uses) startedMs = Math.min(nowMs, startedMs - 1)
      uses += 1
      clock.set(startedMs)
      return nowMs - startedMs <= BEHIND_MS
    },
    /** Makes the server as good as new; false when it can't be. */
    async empty(): Promise<boolean> {
      if (uses >= USES_MAX || !isSound() || !(await comeToRest())) return false
      database.leaveSince(busListeners)
      resolver.names.clear()
      emptyFolder(dataDir, FOLDERS_DEEP, STAYING)
      if (!(await database.emptied())) return false
      // Once more, for what was read meanwhile.
      database.reportGap()
      return true
    },
    async end(): Promise<void> {
      await app.close()
      await blobs.close()
      await database.done()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}
type Server = Awaited<ReturnType<typeof startServer>>

/** Idle servers of this process, kept because building one takes longer than most tests. */
const kept: Server[] = []

/** A server as good as new; `isOwn`: one that nobody used before and nobody will use afterwards. */
export async function takeServer(env: Record<string, string>, isOwn: boolean) {
  for (let found = isOwn ? undefined : kept.pop(); found; found = kept.pop()) {
    if (found.begin()) return found
    await found.end()
  }
  const fresh = await startServer(env)
  fresh.begin()
  return fresh
}

export async function giveBack(server: Server, isReusable: boolean): Promise<void> {
  let isKept = false
  try {
    isKept = isReusable && (await server.empty())
  } finally {
    if (isKept) kept.push(server)
    else await server.end()
  }
}
