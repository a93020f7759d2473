import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { UPLOAD_IDLE_MS } from '#contract/core/limits.ts'
import type { FileRecord } from '#contract/files.ts'
import { contract } from '#contract/index.ts'
import { chunkCountOf } from '#contract/uploads.ts'
import { buildApp } from '#server/app.ts'
import { type Config, readConfig } from '#server/config.ts'
import { examine } from '#server/doctor/index.ts'
import { BLOB_REST_MS } from '#server/modules/uploads/sweep.ts'
import { ensureAdministrator } from '#server/setup.ts'
import { STORE_AWAY } from '#server/storage/blobs/blob-store.ts'
import { openBlobStore } from '#server/storage/blobs/index.ts'
import { objectKeys } from '#server/storage/blobs/object-keys.ts'
import { openObjects } from '#server/storage/blobs/objects.ts'
import { openBus } from '#server/storage/bus.ts'
import { openDatabase } from '#server/storage/database.ts'
import { newId } from '#server/storage/id.ts'
import { migrate } from '#server/storage/migrate.ts'
import { startEmbedded } from '#server/storage/postgres/supervisor.ts'
import { openSeal } from '#server/storage/seal.ts'
import { openSlowProxy } from '../services/slow-proxy.ts'
import { hasSwift, SWIFT_KEY, SWIFT_SECRET, startSwift } from '../services/swift.ts'
import { Client } from '../support/client.ts'
import { sampled } from '../support/full.ts'
import { ADMIN, freshDataDir, type Server, startServer } from '../support/server.ts'
import { check, sendChunk, sliceOf, upload } from '../support/upload.ts'

const { spaces, uploads } = contract
const MIB = 1_048_576
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

/** A node that lives, over an object store that is reached by a line that can be cut, and the means to start others. */
async function buildSite() {
  const swift = await startSwift('contents')
  const line = await openSlowProxy(Number(new URL(swift.server).port), 0)
  const dataDir = freshDataDir()
  const embedded = await startEmbedded(dataDir)
  const { host, user, password, database } = embedded.address
  const env = {
    DATA_DIR: dataDir,
    DATABASE_URL: `postgres://${user}:${password}@localhost/${database}?host=${encodeURIComponent(host)}`,
    BLOB_STORE: `s3://contents?endpoint=http://127.0.0.1:${line.port}`,
    S3_ACCESS_KEY: SWIFT_KEY,
    S3_SECRET_KEY: SWIFT_SECRET,
    SECRET_KEY: 's'.repeat(32),
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
  }
  const config = readConfig(env)
  const db = openDatabase(env.DATABASE_URL)
  await migrate(db)
  await ensureAdministrator(db, config, newId)
  const bus = await openBus(env.DATABASE_URL, db)
  const blobs = await openBlobStore(config, db)
  let aheadMs = 0
  const { app, services } = await buildApp({
    db,
    bus,
    blobs,
    config,
    newId,
    log: pino({ level: 'silent' }),
    seal: openSeal(config),
    now: () => new Date(Date.now() + aheadMs),
    isDraining: () => false,
  })
  const client = await new Client(await app.listen({ port: 0, host: '127.0.0.1' })).login(ADMIN.email, ADMIN.password)
  const { id: spaceId } = await client.data(spaces.create, { name: 'Lake', identifier: 'lake', type: 'private' })
  const end = async () => {
    await app.close()
    await bus.close()
    await blobs.close()
    await db.destroy()
    await embedded.stop()
    await line.close()
    await swift.stop()
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }

  async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
    const list: T[] = []
    for await (const item of items) list.push(item)
    return list
  }
  return {
    client,
    spaceId,
    line,
    blobs,
    db,
    end,
    derive: () => services.renditions.drain(),
    objects: openObjects((config.s3 as NonNullable<Config['s3']>).place, config.s3?.keys ?? null),
    /** What runs by the clock, as if it were so much later. */
    async sweepAfter(ms: number) {
      aheadMs = ms
      await services.uploads.uploads()
      await services.uploads.blobs()
      aheadMs = 0
    },
    async startNode(FAULT: string) {
      const node = await startServer({ env: { ...env, DATA_DIR: freshDataDir(), FAULT } })
      return { node, there: await new Client(node.origin).login(ADMIN.email, ADMIN.password) }
    },
    /** What the doctor says, and what is left of uploads and of contents that nobody names, once all of it may be swept. */
    async remains() {
      const { lines } = await examine(db, blobs, { repair: false, deep: true })
      await this.sweepAfter(UPLOAD_IDLE_MS * 2)
      const rows = await db.selectFrom('blob').select('sha256').execute()
      const named = rows.map((row) => row.sha256.toString('hex')).sort()
      const stored = (await all(blobs.list())).map((one) => one.sha256).sort()
      const missing = lines.filter((line) => !line.includes('no row knows'))
      return { missing, staged: await all(blobs.staging.list()), isEven: named.join() === stored.join() }
    },
  }
}
type Site = Awaited<ReturnType<typeof buildSite>>

/** Sends what the server does not have yet, and merges. Answers the hash of the file. */
async function goOn({ client, spaceId }: Site, name: string, bytes: Buffer): Promise<string> {
  const answer = await check(client, { spaceId, name }, bytes)
  if (answer.code !== 0) throw new Error(JSON.stringify(answer))
  const { checkId = '', file } = answer.data as { checkId?: string; file?: FileRecord }
  if (file) return file.hash
  const chunkCount = chunkCountOf(bytes.length)
  const there = (await client.data(uploads.ver, { checkId })) as number[]
  for (let chunkIndex = 0; chunkIndex < chunkCount; chunkIndex += 1)
    if (!there.includes(chunkIndex))
      await sendChunk(client, { checkId, chunkCount, chunkIndex }, sliceOf(bytes, chunkIndex))
  return (await client.data(uploads.merge, { checkId })).hash
}

/** Sends the first chunks of an upload, and no more. */
async function begin({ client, spaceId }: Site, name: string, bytes: Buffer): Promise<void> {
  const answer = await check(client, { spaceId, name }, bytes)
  const { checkId } = (answer as { data: { checkId: string } }).data
  const chunkCount = chunkCountOf(bytes.length)
  for (let chunkIndex = 0; chunkIndex < Math.min(5, chunkCount); chunkIndex += 1)
    await sendChunk(client, { checkId, chunkCount, chunkIndex }, sliceOf(bytes, chunkIndex))
}

/** What a node leaves behind that dies while it puts a content, or while it has one copied. */
async function leaveBehind({ objects }: Site): Promise<void> {
  await objects.begin(objectKeys.whole(`${newId()}.put`, newId()))
  await objects.begin(objectKeys.content('0'.repeat(64)))
}

/** Ends when the server did: by the point that it was told, nobody else ends it. */
async function died({ process: child }: Server): Promise<void> {
  if (child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
}

async function comesBack({ client, spaceId }: Site, hash: string): Promise<string> {
  const response = await client.fetch(`/api/files/${hash}/content?spaceId=${spaceId}`)
  return sha256(new Uint8Array(await response.arrayBuffer()))
}

describe.skipIf(!hasSwift)('an object store', () => {
  let site: Site
  beforeAll(async () => {
    site = await buildSite()
  })
  afterAll(() => site.end())

  test('whenever a node dies in an upload, another one goes on with it, and nothing is left over', async () => {
    const deaths: [point: string, length: number][] = [
      ['object-chunk-stored', 1000],
      ['merge-sealed', 1000],
      ['merge-committed', 1000],
      ['object-stored-whole', 5 * MIB],
      ['object-part-stored:2', 18 * MIB],
      ['object-part-noted', 18 * MIB],
      ['object-joined', 18 * MIB],
      ['object-published', 18 * MIB],
      ['object-copied', 66 * MIB],
      ['object-chunk-stored:3', 5 * MIB],
      ['object-chunk-stored:7', 18 * MIB],
    ]
    const daily = ['object-stored-whole', 'object-part-noted', 'object-published']
    for (const [point, length] of sampled(deaths, ([one]) => daily.includes(one))) {
      const { node, there } = await site.startNode(point)
      const [name, bytes] = [`${point} ${length}`.replaceAll(':', ' '), randomBytes(length)]
      await expect(upload(there, { spaceId: site.spaceId, name }, bytes)).rejects.toThrow('fetch failed')
      await died(node)
      expect(await comesBack(site, await goOn(site, name, bytes)), point).toBe(sha256(bytes))
      await node.stop()
    }
    expect(await site.remains()).toEqual({ missing: [], staged: [], isEven: true })
  })

  test('while the line is cut people are told so, what was acknowledged stays, and it goes on once the line is back', async () => {
    const bytes = randomBytes(12 * MIB)
    const answer = await check(site.client, { spaceId: site.spaceId, name: 'cut.bin' }, bytes)
    const { checkId } = (answer as { data: { checkId: string } }).data
    await sendChunk(site.client, { checkId, chunkCount: 6, chunkIndex: 0 }, sliceOf(bytes, 0))
    await upload(site.client, { spaceId: site.spaceId, name: 'words.txt' }, Buffer.from('moraine'))
    await site.line.close()
    await expect(site.derive()).rejects.toMatchObject({ code: STORE_AWAY })
    const refused = await sendChunk(site.client, { checkId, chunkCount: 6, chunkIndex: 1 }, sliceOf(bytes, 1))
    expect(refused.status).toBe(503)
    expect(await refused.json()).toMatchObject({ error: 'storeAway' })
    const ready = await site.client.fetch('/readyz')
    expect(ready.status).toBe(503)
    expect(await ready.json()).toMatchObject({ failing: [{ part: 'files' }] })
    await site.line.reopen()
    expect(await site.client.data(uploads.ver, { checkId })).toEqual([0])
    expect(await comesBack(site, await goOn(site, 'cut.bin', bytes))).toBe(sha256(bytes))
    expect((await site.client.fetch('/readyz')).status).toBe(200)
    await site.derive()
    expect(
      await site.db.selectFrom('rendition').select(['kind', 'state']).where('suffix', '=', 'txt').execute(),
    ).toEqual([{ kind: 'text', state: 'done' }])
    expect(await site.remains()).toEqual({ missing: [], staged: [], isEven: true })
  })
  test('what an upload stands for outlives the sweep, and what was given up does not', async () => {
    const small = randomBytes(1000)
    await begin(site, 'small.bin', small)
    await site.sweepAfter(2 * BLOB_REST_MS)
    expect(await comesBack(site, await goOn(site, 'small.bin', small))).toBe(sha256(small))
    await begin(site, 'large.bin', randomBytes(18 * MIB))
    await leaveBehind(site)
    expect(await site.remains()).toEqual({ missing: [], staged: [], isEven: true })
    const begun: unknown[] = []
    for await (const one of site.objects.begun('')) begun.push(one)
    expect(begun).toEqual([])
  })

  test('a download that breaks off on the way from the store goes on where it was', async () => {
    const bytes = randomBytes(40 * MIB)
    const { sha256: name } = await site.blobs.put(bytes)
    const pieces: Buffer[] = []
    for await (const piece of await site.blobs.read(name, { start: 5, end: bytes.length - 6 })) {
      pieces.push(piece as Buffer)
      if (pieces.length !== 3) continue
      await site.line.close()
      await site.line.reopen()
    }
    expect(Buffer.concat(pieces).equals(bytes.subarray(5, -5))).toBe(true)
  })
})
