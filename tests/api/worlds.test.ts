import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import WebSocket from 'ws'
import { REALTIME_PATH } from '#contract/core/events.ts'
import { HOUR_MS, MINUTE_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import type { Db } from '#server/storage/database.ts'
import type { Client } from '../support/client.ts'
import { sendPartial } from '../support/partial-request.ts'
import { seedFiles } from '../support/seed-files.ts'
import { buildWorld, ownWorld, type World } from '../support/world.ts'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** Rows of each table that has some, and what its numbers have come to. */
async function contentsOf(db: Db): Promise<unknown[]> {
  const tables = await sql<{ name: string }>`
    select quote_ident(relname) as name from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace order by name`.execute(db)
  const counts = tables.rows.map(({ name }) => `(select count(*)::int from ${name}) as ${name}`)
  const { rows } = await sql.raw(`select ${counts.join(', ')}`).execute(db)
  const numbers = await sql`select sequencename, last_value from pg_sequences order by 1`.execute(db)
  return [...rows, ...numbers.rows]
}

describe('the database of a test', () => {
  let first: unknown[] = []
  test('is filled', async () => {
    const world = await buildWorld()
    first = await contentsOf(world.db)
    const { id } = await world.space()
    await seedFiles(world, id, ['a/b.txt'])
    await sql`insert into favourite (person_id, node_id, at)
      select ${world.idOf('owner')}::uuid, id, now() from node limit 1`.execute(world.db)
    expect(await contentsOf(world.db)).not.toEqual(first)
  })
  test('is empty again for the next one, numbers and all', async () => {
    const { db } = await buildWorld()
    expect(await contentsOf(db)).toEqual(first)
  })

  const changed = new Set<string>()
  test.each([
    ['has a table more', sql`create table too_much ()`],
    ['lost an index', sql`drop index node_name_key`],
    ['lost what migrations filled', sql`delete from rendition_suffix where suffix = 'txt'`],
  ])('is used by nobody else once it %s', async (_what, change) => {
    const { db, url } = await buildWorld()
    expect(changed).not.toContain(url)
    changed.add(url)
    await change.execute(db)
  })
  test('and what follows has another one', async () => {
    expect(changed).not.toContain((await buildWorld()).url)
  })
})

const HALF = { method: 'POST', path: '/login', body: '{"half": true}' }

/** The files of a server, without those that any server may keep. */
const filesOf = async ({ dataDir }: World): Promise<string[]> =>
  (await readdir(dataDir, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name)

describe('a server that was used', () => {
  const limit = contract.registration.captcha
  const used: { app?: object; client?: Client; page?: WebSocket; files: string[]; site?: unknown; id?: string } = {
    files: [],
  }
  async function exhaust(client: Client): Promise<number> {
    for (let calls = 1; ; calls += 1) if ((await client.call(limit, {})).code !== 0) return calls
  }
  let most = 0
  async function siteOf(world: World) {
    const stranger = await world.as('stranger')
    const { id: installation } = await stranger.data(contract.settings.guard, {})
    const { features } = await stranger.data(contract.settings.basic, {})
    const accounts = await (await world.as('admin')).data(contract.users.counts, {})
    return { installation, features, accounts, numbers: await stranger.data(contract.settings.numbers, {}) }
  }

  test('has files, settings, sessions, rate limits, live pages and another time', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    Object.assign(used, { app: world.app, client: admin, files: await filesOf(world), id: world.idOf('admin') })
    used.site = await siteOf(world)
    await world.turnAllOn()
    const { id } = await world.space()
    await seedFiles(world, id, ['a/b.txt'])
    await world.db
      .updateTable('person')
      .set({ disabled_at: world.clock.now() })
      .where('name', '=', 'Otto Ordinary')
      .execute()
    await world.blobs.put(Buffer.from('content'))
    most = await exhaust(await world.as('stranger'))
    const address = `${world.origin.replace('http', 'ws')}${REALTIME_PATH}admin@lab.test`
    used.page = new WebSocket(address, { origin: world.origin, headers: { cookie: admin.headers().cookie ?? '' } })
    await once(used.page, 'open')
    world.names.set('lake.test', () => ['127.0.0.1'])
    world.clock.advance(HOUR_MS)
    // After the clock moved, so that what is remembered now is remembered for the time to come.
    expect(await siteOf(world)).not.toMatchObject(used.site as object)
    await admin.data(contract.health.show, {})
  })

  test('is used again by the next test, which finds nothing of that', async () => {
    const world = await buildWorld()
    expect(world.app === used.app).toBe(true)
    expect(Math.abs(Date.now() - world.clock.now().getTime())).toBeLessThan(MINUTE_MS)
    expect(used.page?.readyState).toBe(WebSocket.CLOSED)
    expect(await filesOf(world)).toEqual(used.files)
    expect(world.names.size).toBe(0)
    const stranger = await world.as('stranger')
    const { installation, ...site } = await siteOf(world)
    expect(used.site).toMatchObject(site)
    expect(used.site).not.toMatchObject({ installation })
    expect(await exhaust(stranger)).toBe(most)
    const { at, checks } = await (await world.as('admin')).data(contract.health.show, {})
    for (const { since } of checks) expect(since).toBe(at)
    expect(await used.client?.call(contract.settings.retention, {})).toMatchObject({ status: 401 })
    expect(world.idOf('admin')).not.toBe(used.id)
  })

  const servers = new Set<object>()
  test.each<[string, (world: World) => unknown]>([
    ['began to look for work', ({ services }) => services.tasks.start()],
    ['lost a function', ({ services }) => Object.assign(services.mails, { drain: async () => 0 })],
    ['has another configuration', ({ config }) => config.outside.allow.push('127.0.0.1')],
    ['has another listener', ({ app }) => app.server.on('request', () => undefined)],
    ['broke an answer off', async (world) => (await sendPartial(await world.as('admin'), HALF)).drop()],
    ['was closed', ({ app }) => app.close()],
  ])('is used by nobody else once it %s', async (_what, change) => {
    const world = await buildWorld()
    expect(servers).not.toContain(world.app)
    servers.add(world.app)
    await change(world)
  })
  test.each([
    ['has variables of its own', () => buildWorld({ MAIL_FROM: 'lake@lab.test' })],
    ['is asked for alone', () => ownWorld()],
  ])('is not given to a test that %s', async (_what, build) => {
    const before = await buildWorld()
    expect((await build()).app).not.toBe(before.app)
  })
})

describe('the server of a test of its own', () => {
  const servers: WeakRef<object>[] = []
  test.each([1, 2, 3])('is there (%i)', async () => {
    const { app, as } = await ownWorld()
    await as('owner')
    servers.push(new WeakRef(app))
  })
  test('is held by nobody once it is over', async () => {
    // The last one is still in the hands of who runs the tests.
    const over = servers.slice(0, -1)
    await expect
      .poll(() => {
        collectGarbage()
        return over.filter((server) => server.deref()).length
      })
      .toBe(0)
  })
})
