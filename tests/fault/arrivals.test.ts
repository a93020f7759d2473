import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { buildApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { examine } from '#server/doctor/index.ts'
import { ensureAdministrator } from '#server/setup.ts'
import { openBlobStore } from '#server/storage/blobs/index.ts'
import { openBus } from '#server/storage/bus.ts'
import { openDatabase } from '#server/storage/database.ts'
import { newId } from '#server/storage/id.ts'
import { migrate } from '#server/storage/migrate.ts'
import { startEmbedded } from '#server/storage/postgres/supervisor.ts'
import { openSeal } from '#server/storage/seal.ts'
import { TASK_LEASE_MS } from '../../server/modules/tasks/working.ts'
import { davOf } from '../services/drives.ts'
import { zipOf } from '../support/archive.ts'
import { Client } from '../support/client.ts'
import { isFull } from '../support/full.ts'
import { ADMIN } from '../support/server.ts'
import { startedDataDir } from '../support/started.ts'
import { upload } from '../support/upload.ts'

const { archives, files, imports, messages, shares, spaces, tasks } = contract
const program = fileURLToPath(new URL('./task-node.ts', import.meta.url))
/** More than one transaction places. */
const MANY = Array.from({ length: 230 }, (_, i) => ({
  name: `f${i % 7}/${i}.txt`,
  content: Buffer.from(`content ${i}`),
}))

async function listening(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, host: `127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** A site that begins archives and imports, and nodes that work on them until they are killed. */
async function buildSite() {
  const contents = Object.fromEntries(MANY.map(({ name, content }) => [name, content.toString()]))
  const { server: drive, host } = await listening(davOf(contents, { user: 'me', password: 'right' }))
  const { server: web, host: webHost } = await listening(({ url }, response) => response.end(`content of ${url}`))
  const dataDir = startedDataDir()
  const embedded = await startEmbedded(dataDir)
  const { host: folder, user, password, database } = embedded.address
  const url = `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(folder)}`
  const known = { DATA_DIR: dataDir, DATABASE_URL: url, OUTSIDE_ALLOW: `${host},${webHost}` }
  const config = readConfig({ ...known, ADMIN_EMAIL: ADMIN.email, ADMIN_PASSWORD: ADMIN.password })
  const db = openDatabase(url)
  await migrate(db)
  await ensureAdministrator(db, config, newId)
  const bus = await openBus(url, db)
  const blobs = await openBlobStore(config, db)
  const { app } = await buildApp({
    db,
    bus,
    blobs,
    config,
    newId,
    log: pino({ level: 'silent' }),
    seal: openSeal(config),
    now: () => new Date(),
    isDraining: () => false,
  })
  const client = await new Client(await app.listen({ port: 0, host: '127.0.0.1' })).login(ADMIN.email, ADMIN.password)
  const { id: spaceId } = await client.data(spaces.create, {
    name: 'Arrivals',
    identifier: 'arrivals',
    type: 'private',
  })
  /** What was extracted first. */
  let made = ''
  const { hash: archive } = await upload(client, { spaceId, name: 'many.zip' }, zipOf(MANY))
  const children: ChildProcess[] = []
  let aheadMs = 0
  const order = join(dataDir, 'fault')
  /** Has the running node die at a point. */
  const dieAt = (point: string) => writeFileSync(order, point)
  dieAt('')
  function startNode(): ChildProcess {
    aheadMs += TASK_LEASE_MS * 2
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, ...known, AHEAD_MS: String(aheadMs), FAULT: order },
      stdio: ['ignore', 'ignore', 2],
    })
    children.push(child)
    return child
  }
  onTestFinished(async () => {
    for (const child of children) child.kill('SIGKILL')
    drive.close()
    web.close()
    await app.close()
    await bus.close()
    await blobs.close()
    await db.destroy()
    await embedded.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  })

  const begin = {
    extract: async () => client.data(archives.unpack, { spaceId, hash: archive }),
    archive: async (target: string) =>
      client.data(archives.pack, { spaceId, hashList: [archive], target, name: 'packed', format: 'tar.gz' }),
    drive: async (target: string) =>
      client.data(imports.fromDrive, {
        spaceId,
        hash: target,
        drive: { kind: 'webdav', server: `http://${host}/dav/`, user: 'me', secret: 'right' },
        paths: Array.from({ length: 7 }, (_, i) => `f${i}/`),
      }),
    url: async (target: string) =>
      client.data(imports.fromUrl, {
        spaceId,
        hash: target,
        urls: ['a', 'b', 'c'].map((name) => `http://${webHost}/${name}`),
      }),
    link: async (target: string) => {
      const { link } = await client.data(shares.makeFile, { spaceId, hashList: [made], days: 1, way: 'none' })
      return client.data(imports.fromLink, { spaceId, hash: target, linkUrl: link ?? '' })
    },
    space: async (target: string) =>
      client.data(imports.fromSpace, { spaceId, hash: target, sourceSpaceId: spaceId, hashList: [made] }),
  }
  async function filesBelow(hash: string): Promise<number> {
    let count = 0
    for (let after: string | undefined; ; ) {
      const page = await client.data(files.list, { spaceId, hash, ...(after && { after }) })
      for (const item of page.list) count += item.mime === 'directory' ? await filesBelow(item.hash) : 1
      after = page.next
      if (!after) return count
    }
  }
  // The node that ends what one has left is the one that dies in the next.
  let node = startNode()
  /** Kills the node that works on it at a point, and has the next one bring it to its end. */
  async function survive(kind: keyof typeof begin, point: string) {
    const target = await client.data(files.create, { spaceId, path: `target ${newId()}` })
    dieAt(point)
    const { id } = await begin[kind](target)
    const [, signal] = (await once(node, 'exit')) as [null, string]
    dieAt('')
    node = startNode()
    await expect.poll(async () => (await client.data(tasks.show, { id })).endTime).not.toBeNull()
    const { state, result } = await client.data(tasks.show, { id })
    if (kind === 'extract') made = String(result.folder)
    const usage = await db.selectFrom('space_usage').select('reserved_bytes').executeTakeFirstOrThrow()
    const { isHealthy, lines } = await examine(db, blobs, { repair: false, deep: true })
    return {
      signal,
      state,
      reserved: usage.reserved_bytes,
      findings: isHealthy ? [] : lines,
      files: await filesBelow(kind === 'extract' ? String(result.folder) : target),
    }
  }
  const messageCount = async () => (await client.data(messages.list, { size: 100 })).list.length
  return { survive, messageCount }
}

/** What is killed, where, and how many files there are in the end. */
type Round = [kind: 'extract' | 'archive' | 'drive' | 'url' | 'link' | 'space', point: string, files: number]
/** Every kind and every point once. */
const daily: readonly Round[] = [
  ['extract', 'task-planned', MANY.length],
  ['archive', 'arrivals-committed', 1],
  ['drive', 'import-half:150', MANY.length],
  ['space', 'arrivals-in-transaction:2', MANY.length],
]
const others: readonly Round[] = [
  ['link', 'import-half:120', MANY.length],
  ['url', 'import-half:2', 3],
  ['extract', 'content-half:90', MANY.length],
  ['extract', 'arrivals-in-transaction', MANY.length],
  ['extract', 'arrivals-committed', MANY.length],
  ['archive', 'content-half', 1],
  ['archive', 'arrivals-in-transaction', 1],
  ['drive', 'arrivals-in-transaction:2', MANY.length],
  ['url', 'arrivals-committed', 3],
]

describe('a server that is killed', () => {
  test('in the middle of an archive or an import leaves it to the next: every file once, nothing reserved, notified once', async () => {
    const site = await buildSite()
    const rounds = isFull ? [...daily, ...others] : daily
    for (const [round, [kind, point, files]] of rounds.entries()) {
      const whole = { signal: 'SIGKILL', state: 'completed', reserved: 0, findings: [], files }
      expect({ kind, point, ...(await site.survive(kind, point)) }).toEqual({ kind, point, ...whole })
      expect(await site.messageCount()).toBe(round + 1)
    }
  })
})
