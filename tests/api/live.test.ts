import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { sql } from 'kysely'
import { pino } from 'pino'
import { describe, expect, onTestFinished, test } from 'vitest'
import WebSocket from 'ws'
import { CHANNEL_AGAIN, CHANNEL_FULL, CHANNEL_REFUSED, REALTIME_PATH } from '#contract/core/events.ts'
import { SESSION_IDLE_MS, SOCKETS_PER_PERSON } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { buildApp } from '#server/app.ts'
import { seedPeople } from '#server/demo/volume.ts'
import { SESSION_COOKIE } from '#server/http/cookies.ts'
import { openBus } from '#server/storage/bus.ts'
import { newId } from '#server/storage/id.ts'
import { openSeal, sha256 } from '#server/storage/seal.ts'
import { REALTIME_TEXT_BYTES } from '../../server/modules/live/index.ts'
import { Client } from '../support/client.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

type Wish = { origin?: string; server?: string; headers?: Record<string, string>; page?: string }

function listen(world: World, client: Client, email: string, { origin, server, headers, page }: Wish = {}): WebSocket {
  const at = server ?? world.origin
  const socket = new WebSocket(`${at.replace('http', 'ws')}${REALTIME_PATH}${email}${page ? `?page=${page}` : ''}`, {
    origin: origin ?? at,
    headers: { cookie: client.headers().cookie ?? '', ...headers },
  })
  onTestFinished(() => socket.terminate())
  return socket
}
async function opened(...sockets: WebSocket[]): Promise<void> {
  const waiting = sockets.filter(({ readyState }) => readyState !== WebSocket.OPEN)
  await Promise.all(waiting.map((socket) => once(socket, 'open')))
}
const heard = async (socket: WebSocket): Promise<unknown> => JSON.parse(String((await once(socket, 'message'))[0]))
const closed = async (socket: WebSocket): Promise<number> => (await once(socket, 'close'))[0] as number
/** Everything that a socket hears, in turn. */
function listening(socket: WebSocket): Record<string, unknown>[] {
  const all: Record<string, unknown>[] = []
  socket.on('message', (text: Buffer) => all.push(JSON.parse(text.toString()) as Record<string, unknown>))
  return all
}
/** Something for this person and nobody else: what came before it has been heard by then. */
async function sendMarker(world: World, socket: WebSocket, personId: string): Promise<void> {
  const event = { mark: 'message', title: 'last', content: newId() }
  const isLast = new Promise<void>((resolve) => {
    socket.on('message', (text: Buffer) => text.includes(event.content) && resolve())
  })
  await world.bus.publish('realtime', { to: [personId], event })
  await isLast
}
const hello = (title: string) => ({ mark: 'message', title, content: '' })
const sendMessage = (world: World, to: string[]) =>
  world.services.messages.notify(world.db, {
    kind: 'joinAsked',
    to,
    spaceId: null,
    values: { space: 'Lake', person: 'Wei Lin' },
  })

/** Another server on the same database, as a second machine would be. */
async function secondNode(world: World, log = pino({ level: 'silent' })): Promise<{ origin: string }> {
  const bus = await openBus(world.url, world.db)
  const { blobs, config, db } = world
  const { app } = await buildApp({
    db,
    bus,
    blobs,
    config,
    newId,
    now: world.clock.now,
    log,
    seal: openSeal(config),
    isDraining: () => false,
  })
  onTestFinished(async () => {
    await app.close()
    await bus.close()
  })
  return { origin: await app.listen({ port: 0, host: '127.0.0.1' }) }
}

describe('the realtime channel is closed', () => {
  test('to a stranger, to another address than the own, and to a page of another site', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    expect(await closed(listen(world, await world.as('stranger'), 'owner@lab.test'))).toBe(CHANNEL_REFUSED)
    expect(await closed(listen(world, owner, 'senior@lab.test'))).toBe(CHANNEL_REFUSED)
    expect(await closed(listen(world, owner, 'owner@lab'))).toBe(CHANNEL_REFUSED)
    for (const origin of [
      'https://elsewhere.test',
      'null',
      `${world.origin}.elsewhere.test`,
      world.origin.replace('http', 'https'),
    ])
      expect(await closed(listen(world, owner, 'owner@lab.test', { origin }))).toBe(CHANNEL_REFUSED)
  })

  test('to the program of a person, which has no page', async () => {
    const world = await buildWorld()
    const { token } = await (await world.as('owner')).data(contract.account.addToken, {
      name: 'robot',
      scope: 'write',
      validityDays: 1,
    })
    const headers = { authorization: `Bearer ${token}`, cookie: '' }
    expect(await closed(listen(world, new Client(world.origin), 'owner@lab.test', { headers }))).toBe(CHANNEL_REFUSED)
  })

  test('to somebody who has to set up a second step first, and cut when that begins', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const socket = listen(world, admin, 'admin@lab.test')
    const other = listen(world, await world.as('owner'), 'owner@lab.test')
    await opened(socket, other)
    const end = closed(socket)
    const rules = await admin.data(contract.settings.accountRules, {})
    await admin.data(contract.settings.setAccountRules, { ...rules, secondStepRoles: ['role_admin'] })
    expect(await end).toBeGreaterThan(0)
    expect(await closed(listen(world, admin, 'admin@lab.test'))).toBe(CHANNEL_REFUSED)
    await sendMarker(world, other, world.idOf('owner'))
  })

  test('to more pages than one person has, until another one goes', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const sockets = Array.from({ length: SOCKETS_PER_PERSON }, () => listen(world, owner, 'owner@lab.test'))
    await opened(...sockets)
    expect(await closed(listen(world, owner, 'owner@lab.test'))).toBe(CHANNEL_FULL)
    await opened(listen(world, await world.as('senior'), 'senior@lab.test'))
    const [first] = sockets
    const end = first && closed(first)
    first?.close()
    await end
    const next = listen(world, owner, 'owner@lab.test')
    await opened(next)
    await sendMarker(world, next, world.idOf('owner'))
  })

  test('to who says more than an address', async () => {
    const world = await buildWorld()
    const socket = listen(world, await world.as('owner'), 'owner@lab.test')
    await opened(socket)
    socket.send('owner@lab.test')
    socket.send('x'.repeat(REALTIME_TEXT_BYTES + 1))
    const TOO_LARGE = 1009
    expect(await closed(socket)).toBe(TOO_LARGE)
  })
})

test('what a page says wrong is reported in the log in one line, as no fault of ours', async () => {
  const world = await buildWorld()
  const lines: Record<string, unknown>[] = []
  const log = pino({ level: 'info' }, { write: (line) => void lines.push(JSON.parse(line)) })
  const { origin: server } = await secondNode(world, log)
  const socket = listen(world, await world.as('owner'), 'owner@lab.test', { server })
  await opened(socket)
  socket.send('x'.repeat(REALTIME_TEXT_BYTES + 1))
  await closed(socket)
  expect(lines.filter(({ msg }) => msg === 'socket ended')).toMatchObject([{ level: 30 }])
  expect(JSON.stringify(lines)).not.toContain('"stack"')
})

describe('the realtime channel ends', () => {
  test('with the session, at once, and leaves the other sessions of the person alone', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const elsewhere = await new Client(world.origin).login('owner@lab.test', PASSWORD)
    const [socket, other] = [listen(world, owner, 'owner@lab.test'), listen(world, elsewhere, 'owner@lab.test')]
    await opened(socket, other)
    const end = closed(socket)
    await owner.fetch('/api/logout')
    expect(await end).toBeGreaterThan(0)
    await sendMarker(world, other, world.idOf('owner'))
  })

  test('with the account', async () => {
    const world = await buildWorld()
    const socket = listen(world, await world.as('ordinary'), 'ordinary@lab.test')
    await opened(socket)
    const end = closed(socket)
    await (await world.as('admin')).data(contract.users.disable, { id: world.idOf('ordinary') })
    expect(await end).toBeGreaterThan(0)
  })

  test('with a session that ran out of time', async () => {
    const world = await buildWorld()
    const socket = listen(world, await world.as('ordinary'), 'ordinary@lab.test')
    await opened(socket)
    const end = closed(socket)
    world.clock.advance(SESSION_IDLE_MS + 1)
    await world.bus.publish('person', { id: world.idOf('ordinary') })
    expect(await end).toBeGreaterThan(0)
  })
})

describe('the realtime channel tells', () => {
  test('members which folders contain the changed one, because their sizes change with it', async () => {
    const world = await buildWorld()
    const { id: spaceId, root } = await world.space()
    const owner = await world.as('owner')
    const survey = await owner.data(contract.files.create, { spaceId, path: 'survey' })
    const day = await owner.data(contract.files.create, { spaceId, path: 'day', hash: survey })
    const member = listen(world, await world.as('normal'), 'Normal@lab.test')
    await opened(member)
    const news = heard(member)
    await owner.data(contract.files.create, { spaceId, path: 'cast', hash: day })
    type Told = { folders: string[]; above: string[] }
    let told = (await news) as Told
    // What was made before may be told first, by itself.
    while (!told.folders.includes(day)) told = (await heard(member)) as Told
    expect([...told.folders, ...told.above].sort()).toEqual([root, survey, day].sort())
  })

  test('members which folder of their space changed, and nobody else', async () => {
    const world = await buildWorld()
    const { id: spaceId, root } = await world.space()
    const member = listen(world, await world.as('normal'), 'Normal@lab.test')
    const outsider = listen(world, await world.as('ordinary'), 'ordinary@lab.test')
    await opened(member, outsider)
    const strange = listening(outsider)
    const heardEvent = heard(member)
    await (await world.as('owner')).data(contract.files.create, { spaceId, path: 'cruise' })
    expect(await heardEvent).toEqual({ mark: 'space', type: 'files', spaceId, folders: [root], above: [] })
    await sendMarker(world, outsider, world.idOf('ordinary'))
    expect(strange).toHaveLength(1)
  })

  test('nothing more of a space to whom it was taken from', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const member = listen(world, await world.as('normal'), 'normal@lab.test')
    await opened(member)
    const event = { mark: 'table_refresh', spaceId }
    const heardEvent = heard(member)
    await world.bus.publish('realtime', { spaceId, event })
    expect(await heardEvent).toEqual(event)
    const owner = await world.as('owner')
    await owner.data(contract.spaces.removeMember, { id: spaceId, personId: world.idOf('normal') })
    const after = listening(member)
    await world.bus.publish('realtime', { spaceId, event })
    await sendMarker(world, member, world.idOf('normal'))
    await sendMarker(world, member, world.idOf('normal'))
    expect(after.filter((one) => one.mark === 'table_refresh')).toEqual([])
  })

  test('a message in the language of each page, with title and content and nothing else', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    // Pages are Chinese where nothing was chosen, whatever the browser asks for.
    const zh = listen(world, owner, 'owner@lab.test', { headers: { 'accept-language': 'en-US' } })
    const en = listen(world, owner, 'owner@lab.test', { headers: { cookie: `${owner.headers().cookie}; lang=en` } })
    await opened(zh, en)
    const both = Promise.all([heard(zh), heard(en)])
    await sendMessage(world, [world.idOf('owner')])
    expect(await both).toEqual([
      { mark: 'message', title: '新的加入申请', content: 'Wei Lin 申请加入空间“Lake”，请处理。' },
      {
        mark: 'message',
        title: 'New join request',
        content: 'Wei Lin requested to join the space “Lake”. Please review it.',
      },
    ])
  })

  test('no message whose transaction was rolled back', async () => {
    const world = await buildWorld()
    const socket = listen(world, await world.as('owner'), 'owner@lab.test')
    await opened(socket)
    const all = listening(socket)
    const undone = world.db.transaction().execute(async (tx) => {
      const values = { space: 'Lake', person: 'Wei Lin' }
      await world.services.messages.notify(tx, { kind: 'joinAsked', to: [world.idOf('owner')], spaceId: null, values })
      throw new Error('undone')
    })
    await expect(undone).rejects.toThrow('undone')
    await sendMarker(world, socket, world.idOf('owner'))
    expect(all).toHaveLength(1)
  })

  test('however long its reason and many its readers', async () => {
    const world = await buildWorld()
    await seedPeople(world.db, 400)
    const people = await world.db.selectFrom('person').select('id').execute()
    const socket = listen(world, await world.as('owner'), 'owner@lab.test')
    await opened(socket)
    const heardEvent = heard(socket)
    await world.services.messages.notify(world.db, {
      kind: 'spaceDeleted',
      to: people.map(({ id }) => id),
      spaceId: null,
      values: { space: '湖'.repeat(100), reason: '\u0001"湖'.repeat(100) },
    })
    expect(await heardEvent).toMatchObject({ mark: 'message' })
  })

  test('everybody that maintenance or an announcement was changed, and not other settings', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const page = listen(world, await world.as('normal'), 'normal@lab.test')
    await opened(page)
    const heard = listening(page)
    const before = await admin.data(contract.notices.maintenance, {})
    await admin.data(contract.settings.setRetention, await admin.data(contract.settings.retention, {}))
    await admin.data(contract.notices.setMaintenance, { ...before, message: { zh: '今晚', en: 'Tonight' } })
    await sendMarker(world, page, world.idOf('normal'))
    const told = { mark: 'network', type: 'notices', state: 'changed', content: '' }
    expect(heard.filter((event) => event.mark === 'network')).toEqual([told])
  })

  test('the other pages of a person that messages were read or deleted, once', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    await sendMessage(world, [world.idOf('owner')])
    const [mine, other] = [
      listen(world, owner, 'owner@lab.test'),
      listen(world, await world.as('normal'), 'normal@lab.test'),
    ]
    await opened(mine, other)
    const [all, strange] = [listening(mine), listening(other)]
    const read = { mark: 'network', type: 'message', state: 'read', content: '' }
    await owner.data(contract.messages.readAll, {})
    await owner.data(contract.messages.readAll, {})
    await sendMarker(world, mine, world.idOf('owner'))
    expect(all.filter((event) => event.mark === 'network')).toEqual([read])
    const { list } = await owner.data(contract.messages.list, {})
    await owner.data(contract.messages.remove, { id: list[0]?.id ?? '' })
    await sendMarker(world, mine, world.idOf('owner'))
    expect(all.filter((event) => event.mark === 'network')).toEqual([read, read])
    await sendMarker(world, other, world.idOf('normal'))
    expect(strange).toHaveLength(1)
  })
})

describe('news', () => {
  test('what a node tells it has heard itself when that is done: nothing is answered from before', async () => {
    const { bus } = await buildWorld()
    const seen: unknown[] = []
    bus.on('space', (payload) => seen.push(payload))
    for (const id of [1, 2, 3]) {
      await bus.publish('space', { id })
      expect(seen.at(-1)).toEqual({ id })
    }
  })

  test('what is reported in a transaction that is taken back, nobody hears', async () => {
    const { bus, db } = await buildWorld()
    const seen: unknown[] = []
    bus.on('space', (payload) => seen.push(payload))
    const failing = db.transaction().execute(async (tx) => {
      await bus.publish('space', { id: 1 }, tx)
      throw new Error('taken back')
    })
    await expect(failing).rejects.toThrow('taken back')
    await bus.publish('space', { id: 2 })
    expect(seen).toEqual([{ id: 2 }])
  })
})

describe('several servers on one database', () => {
  test('tell each other: a message, and the end of a session', async () => {
    const world = await buildWorld()
    const { origin: server } = await secondNode(world)
    const owner = await world.as('owner')
    const [here, there] = [listen(world, owner, 'owner@lab.test'), listen(world, owner, 'owner@lab.test', { server })]
    await opened(here, there)
    const both = Promise.all([heard(here), heard(there)])
    await sendMessage(world, [world.idOf('owner')])
    for (const event of await both)
      expect(event).toMatchObject({ mark: 'message', title: expect.any(String) as string })
    const end = closed(there)
    await owner.fetch('/api/logout')
    expect(await end).toBeGreaterThan(0)
  })

  test('that missed news send their pages to look again', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const socket = listen(world, owner, 'owner@lab.test')
    await opened(socket)
    const end = closed(socket)
    // The connection that hears news began with the one and asks the other now and then.
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and query in ('listen dataspace', 'select 1')`.execute(world.db)
    expect(await end).toBe(CHANNEL_AGAIN)
    const next = listen(world, owner, 'owner@lab.test')
    await opened(next)
    await sendMarker(world, next, world.idOf('owner'))
  })
})

describe('a thousand pages', () => {
  const MANY = 1000
  const FLOOD = 100

  /** People who are signed in, each with the cookie of a session of their own. */
  async function crowd(world: World): Promise<{ id: string; email: string; cookie: string }[]> {
    await seedPeople(world.db, MANY)
    const people = await sql<{ id: string; email: string }>`
      select id, email from person where email not like '%@lab.test' limit ${MANY}`.execute(world.db)
    await sql`update person set state = 'active', disabled_at = null, locked_at = null`.execute(world.db)
    const at = world.clock.now()
    const times = { created_at: at, seen_at: at, confirmed_at: at }
    const signedIn = people.rows.map((person) => ({ ...person, secret: randomBytes(16).toString('base64url') }))
    for (let from = 0; from < MANY; from += 500)
      await world.db
        .insertInto('session')
        .values(
          signedIn.slice(from, from + 500).map(({ id, secret }) => ({
            id: newId(),
            token_hash: sha256(secret),
            person_id: id,
            method: 'password',
            ticket: null,
            ...times,
          })),
        )
        .execute()
    return signedIn.map(({ id, email, secret }) => ({ id, email, cookie: `${SESSION_COOKIE}=${secret}` }))
  }

  test('all hear one message and a flood of events in turn, and a stranger to the space hears none', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const people = await crowd(world)
    await sql`insert into member (space_id, person_id, role, joined_at)
      select ${spaceId}::uuid, id, 'normal', now() from unnest(${people.map(({ id }) => id)}::uuid[]) as id`.execute(
      world.db,
    )
    const nobody = new Client(world.origin)
    const sockets = people.map(({ email, cookie }) => listen(world, nobody, email, { headers: { cookie } }))
    const stranger = listen(world, await world.as('ordinary'), 'ordinary@lab.test')
    await opened(...sockets, stranger)
    const strange = listening(stranger)

    const first = Promise.all(sockets.map(heard))
    await sendMessage(
      world,
      people.map(({ id }) => id),
    )
    expect((await first).every((event) => (event as { mark: string }).mark === 'message')).toBe(true)

    const all = sockets.map(listening)
    const ends = Promise.all(sockets.map((socket, i) => sendMarker(world, socket, people[i]?.id ?? '')))
    await ends
    const titles = Array.from({ length: FLOOD }, (_, i) => `event ${i}`)
    const done = Promise.all(
      sockets.map(
        (socket) =>
          new Promise<void>((resolve) => {
            socket.on('message', (text: Buffer) => text.includes(`event ${FLOOD - 1}"`) && resolve())
          }),
      ),
    )
    for (const title of titles) await world.bus.publish('realtime', { spaceId, event: hello(title) })
    await done
    const heardBy = all.map((events) => events.map(({ title }) => title).filter((title) => title !== 'last'))
    expect(heardBy.every((heardTitles) => heardTitles.join() === titles.join())).toBe(true)
    await sendMarker(world, stranger, world.idOf('ordinary'))
    expect(strange).toHaveLength(1)
  })
})

test('a page that closes is gone from the tables and drafts that it looked at, for everybody at once', async () => {
  const world = await buildWorld()
  const { id: spaceId } = await world.space({ type: 'private' })
  const [owner, senior] = [await world.as('owner'), await world.as('senior')]
  const { id } = await owner.data(contract.tables.create, { spaceId, name: 'Casts' })
  const page = 'page-of-the-owner'
  const [leaving, staying] = [
    listen(world, owner, 'owner@lab.test', { page }),
    listen(world, senior, 'senior@lab.test', { page: 'page-of-the-senior' }),
  ]
  await opened(leaving, staying)
  const told = listening(staying)
  await owner.data(contract.tables.look, { spaceId, id, pageId: page })
  await expect.poll(() => told).toMatchObject([{ tableId: id, presence: { pageId: page, isHere: true } }])
  const { id: draft } = await owner.data(contract.publications.create, { spaceId, fields: {} })
  const { look } = contract.publications
  for (const [who, error] of [
    ['normal', 'publicationGone'],
    ['ordinary', 'publicationGone'],
  ] as const)
    expect(await (await world.as(who)).call(look, { id: draft, pageId: 'page-of-another' })).toMatchObject({ error })
  await owner.data(look, { id: draft, pageId: page, place: 'title.zh' })
  const inDraft = { mark: 'draft', draftId: draft, spaceId }
  const person = { pageId: page, personId: world.idOf('owner') }
  await expect
    .poll(() => told.at(-1))
    .toMatchObject({ ...inDraft, presence: { ...person, isHere: true, place: 'title.zh' } })
  leaving.terminate()
  const isGone = { pageId: page, isHere: false }
  const gone = (told: object, presence: object) =>
    expect.objectContaining({ ...told, presence: expect.objectContaining({ ...isGone, ...presence }) })
  // Which of the two comes first is nobody's promise.
  await expect
    .poll(() => told.slice(-2))
    .toEqual(expect.arrayContaining([gone({ tableId: id }, { cell: null }), gone(inDraft, { place: '' })]))
})
