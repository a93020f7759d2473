import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { apiGroupOf } from '#contract/api-groups.ts'
import { ApiGroup } from '#contract/applications.ts'
import { APPLICATION_DAY_GB, APPLICATION_SPACES_MAX, SIGNATURE_SECONDS } from '#contract/core/limits.ts'
import type { Operation } from '#contract/core/operation.ts'
import { DAY_MS, MINUTE_MS } from '#contract/core/time.ts'
import { contract, operations } from '#contract/index.ts'
import { anotherNode } from '../support/another-node.ts'
import {
  ApplicationClient,
  bearerOf,
  type Registered,
  registerApplication,
  signedHeaders,
} from '../support/application.ts'
import { secretOf } from '../support/share.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

const { applications, files, joining, journal, messages, shareAccess, shares, spaces } = contract
const NOBODY = '00000000-0000-4000-8000-000000000000'

const errorOf = async (answer: Response | Promise<Response>): Promise<string | null> => {
  const text = await (await answer).text()
  return text.startsWith('{') ? ((JSON.parse(text) as { error?: string }).error ?? null) : null
}
const ask = (world: World, path: string, headers: Record<string, string>, init: RequestInit = {}) =>
  fetch(world.origin + path, { ...init, headers })
const signed = (world: World, app: Registered, path = '/api/spaces', wish: Parameters<typeof signedHeaders>[3] = {}) =>
  ask(world, path, signedHeaders(world, app, path, wish), {
    method: wish.method ?? 'GET',
    ...(wish.body !== undefined && { body: wish.body }),
  })
const dayIn = (world: World, days: number) =>
  new Date(world.clock.now().getTime() + days * DAY_MS).toISOString().slice(0, 10)

describe('keeping applications', () => {
  test('is for administrators who have just confirmed who they are', async () => {
    const world = await buildWorld()
    const draft = { name: 'Reader', contact: 'app@lab.test', ways: ['bearer' as const] }
    expect(await (await world.as('owner')).call(applications.register, draft)).toMatchObject({ error: 'forbidden' })
    const admin = await world.as('admin')
    world.clock.advance(20 * MINUTE_MS)
    expect(await admin.call(applications.register, draft)).toMatchObject({ error: 'confirmNeeded' })
  })

  test('the name stands for one application, and an unknown one is told to be gone', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const { id } = await registerApplication(world, { name: 'Reader' })
    const draft = { name: 'reader', contact: 'app@lab.test' }
    expect(await admin.call(applications.register, { ...draft, ways: ['bearer'] })).toMatchObject({
      error: 'applicationNameTaken',
    })
    const other = await registerApplication(world, { name: 'Other' })
    expect(await admin.call(applications.edit, { ...draft, id: other.id })).toMatchObject({
      error: 'applicationNameTaken',
    })
    for (const answer of [
      admin.call(applications.show, { id: NOBODY }),
      admin.call(applications.edit, { ...draft, id: NOBODY }),
      admin.call(applications.days, { id: NOBODY }),
      admin.call(applications.setOnline, { id: NOBODY, isOnline: true }),
      admin.call(applications.setSpace, { id: NOBODY, spaceId: NOBODY, flags: [] }),
    ])
      expect(await answer).toMatchObject({ error: 'applicationGone' })
    for (const answer of [
      admin.call(applications.setSpace, { id, spaceId: NOBODY, flags: [] }),
      admin.call(applications.removeSpace, { id, spaceId: NOBODY }),
    ])
      expect(await answer).toMatchObject({ error: 'spaceNotFound' })
  })

  test('an application is in so many spaces and in no more', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const { id } = await registerApplication(world)
    await world.db.transaction().execute(async (tx) => {
      await sql`set local session_replication_role = replica`.execute(tx)
      await sql`
        insert into member (space_id, person_id, role)
        select gen_random_uuid(), ${id}::uuid, 'normal' from generate_series(1, ${APPLICATION_SPACES_MAX}::int)`.execute(
        tx,
      )
    })
    expect(await (await world.as('admin')).call(applications.setSpace, { id, spaceId, flags: [] })).toMatchObject({
      error: 'applicationSpacesTooMany',
    })
  })

  test('the secret is answered once and stored as a hash, sealed only for those who sign', async () => {
    const world = await buildWorld()
    const bearer = await registerApplication(world, { ways: ['bearer'] })
    const signing = await registerApplication(world, { ways: ['signature'] })
    const rows = await world.db.selectFrom('application').selectAll().execute()
    const text = JSON.stringify(rows.map((row) => [row, row.secret_hash.toString(), row.sealed_secret?.toString()]))
    expect(text).not.toContain(bearer.secret)
    expect(text).not.toContain(signing.secret)
    expect(rows.find(({ id }) => id === bearer.id)?.sealed_secret).toBeNull()
    const shown = await (await world.as('admin')).data(applications.show, { id: bearer.id })
    expect(JSON.stringify(shown)).not.toContain(bearer.secret)
  })

  test('an application is no account: it is in no list of users, signs in by nothing and gets no mail', async () => {
    const world = await buildWorld()
    const { id, key } = await registerApplication(world)
    const admin = await world.as('admin')
    const emailAccounts = `${key}@application.invalid`
    const { list } = await admin.data(contract.users.list, {})
    expect(list.map((user) => user.id)).not.toContain(id)
    expect(await admin.call(contract.users.show, { id })).toMatchObject({ error: 'userNotFound' })
    expect(await admin.call(contract.users.update, { id, role: 'role_admin' })).toMatchObject({ error: 'userNotFound' })
    const stranger = await world.as('stranger')
    expect(await stranger.call(contract.session.login, { emailAccounts, password: PASSWORD })).toMatchObject({
      error: 'wrongCredentials',
    })
    expect(await world.inbox(emailAccounts)).toEqual([])
  })

  test('administrators are told once, by message and mail, before a grant ends', async () => {
    const world = await buildWorld()
    await registerApplication(world, { groups: ['readSpaces', 'readFiles'], until: dayIn(world, 10), name: 'Reader' })
    await registerApplication(world, { groups: ['readSpaces'], until: dayIn(world, 40) })
    await world.services.applications.warnOfEnds()
    await world.services.applications.warnOfEnds()
    const { list } = await (await world.as('admin')).data(messages.list, {})
    expect(list).toMatchObject([{ kind: 'grantEnding', link: '/systemConfig/openApi' }])
    expect(list[0]?.content).toMatch(/Reader.* 10 days/)
    expect(await world.inbox('admin@lab.test')).toHaveLength(1)
  })

  test('calls, errors and refusals for too many are counted by day, with the last use', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world, { groups: ['readSpaces'], callsPerMinute: 3 })
    const paths = ['/api/spaces', '/api/files', '/api/spaces', '/api/spaces']
    for (const path of paths) await ask(world, path, bearerOf(app))
    await world.services.applications.save()
    const admin = await world.as('admin')
    const days = await admin.data(applications.days, { id: app.id, days: 2 })
    expect(days).toEqual([
      { day: dayIn(world, -1), calls: 0, errors: 0, limited: 0, bytes: 0 },
      { day: dayIn(world, 0), calls: 4, errors: 2, limited: 1, bytes: expect.any(Number) },
    ])
    expect(days[1]?.bytes).toBeGreaterThan(0)
    const { lastUsedAt } = await admin.data(applications.show, { id: app.id })
    expect(lastUsedAt).toBe(world.clock.now().toISOString())
  })
})

describe('a removed application', () => {
  test('loses key, grants, consents, webhooks and spaces at once on every node, and its links open nothing', async () => {
    const world = await buildWorld()
    const node = await anotherNode(world)
    const { id: spaceId } = await world.space()
    const app = await registerApplication(world, { spaceId, name: 'Uploader' })
    const client = new ApplicationClient(world.origin, app)
    const link = await client.data(shares.makeSpace, { spaceId })
    const admin = await world.as('admin')
    const hook = { applicationId: app.id, url: 'https://a.test/', topics: ['file' as const] }
    await admin.data(contract.webhooks.create, hook)
    expect(await errorOf(fetch(`${node.origin}/api/spaces`, { headers: bearerOf(app) }))).toBeNull()
    await admin.data(applications.remove, { id: app.id })
    const refusalAt = (origin: string) => errorOf(fetch(`${origin}/api/spaces`, { headers: bearerOf(app) }))
    expect(await refusalAt(world.origin)).toBe('applicationWrong')
    // Another node hears of it a moment later.
    await expect.poll(() => refusalAt(node.origin)).toBe('applicationWrong')
    for (const table of ['application', 'application_grant', 'webhook', 'webhook_action'] as const)
      expect(await world.db.selectFrom(table).selectAll().execute()).toEqual([])
    expect((await admin.data(applications.list, {})).list).toEqual([])
    expect(await admin.call(applications.remove, { id: app.id })).toMatchObject({ error: 'applicationGone' })
    const owner = await world.as('owner')
    const members = (await owner.data(spaces.members, { id: spaceId })).list
    expect(members.map(({ personId }) => personId)).not.toContain(app.id)
    const stranger = await world.as('stranger')
    expect(await stranger.call(shareAccess.info, { linkId: secretOf(link) })).toMatchObject({ error: 'shareGone' })
  })

  test('keeps its name in journals, and gives it free for another one', async () => {
    const world = await buildWorld()
    const { id: spaceId, root } = await world.space()
    const app = await registerApplication(world, { spaceId, name: 'Uploader' })
    await new ApplicationClient(world.origin, app).data(files.create, { spaceId, hash: root, path: 'made' })
    const admin = await world.as('admin')
    await admin.data(applications.remove, { id: app.id })
    await registerApplication(world, { name: 'Uploader' })
    const entries = (await (await world.as('owner')).data(journal.list, { id: spaceId })).list
    expect(entries.map(({ action, actor }) => [action, actor?.personName])).toEqual(
      expect.arrayContaining([
        ['folderMade', 'Uploader'],
        ['removed', 'Ada Admin'],
      ]),
    )
    const { list } = await admin.data(contract.audit.list, { action: 'applicationRemoved' })
    expect(list).toMatchObject([{ target: { id: app.id, name: 'Uploader' } }])
  })

  test('is removed by an administrator who has just confirmed who they are', async () => {
    const world = await buildWorld()
    const { id } = await registerApplication(world)
    world.clock.advance(20 * MINUTE_MS)
    expect(await (await world.as('admin')).call(applications.remove, { id })).toMatchObject({ error: 'confirmNeeded' })
  })
})

describe('a request by bearer token', () => {
  test.each([
    ['an unknown key', (app: Registered) => ({ ...app, key: 'aaaaaaaaaa' })],
    ['a wrong secret', (app: Registered) => ({ ...app, secret: `${app.secret.slice(0, -1)}_` })],
    ['a strange form', (app: Registered) => ({ ...app, secret: '' })],
  ])('with %s is refused', async (_what, forge) => {
    const world = await buildWorld()
    const app = await registerApplication(world)
    expect(await errorOf(ask(world, '/api/spaces', bearerOf(forge(app))))).toBe('applicationWrong')
  })

  test('of an application that only signs is refused, and a signature of one that does not', async () => {
    const world = await buildWorld()
    const signing = await registerApplication(world, { ways: ['signature'] })
    const bearer = await registerApplication(world, { ways: ['bearer'] })
    expect(await errorOf(ask(world, '/api/spaces', bearerOf(signing)))).toBe('applicationWrong')
    expect(await errorOf(signed(world, bearer))).toBe('applicationWrong')
  })

  test('ends at once on every node with a new secret, offline, and with its grant', async () => {
    const world = await buildWorld()
    const node = await anotherNode(world)
    const app = await registerApplication(world)
    const admin = await world.as('admin')
    const both = async (headers: Record<string, string>) => [
      await errorOf(ask(world, '/api/spaces', headers)),
      await errorOf(fetch(`${node.origin}/api/spaces`, { headers })),
    ]
    // Another node hears of a change a moment later.
    expect(await both(bearerOf(app))).toEqual([null, null])
    await admin.data(applications.setOnline, { id: app.id, isOnline: false })
    await expect.poll(() => both(bearerOf(app))).toEqual(['applicationOffline', 'applicationOffline'])
    await admin.data(applications.setOnline, { id: app.id, isOnline: true })
    const { secret } = await admin.data(applications.rotate, { id: app.id, ways: ['bearer'] })
    await expect.poll(() => both(bearerOf(app))).toEqual(['applicationWrong', 'applicationWrong'])
    await expect.poll(() => both(bearerOf({ ...app, secret }))).toEqual([null, null])
    await admin.data(applications.grant, { id: app.id, grants: [{ group: 'readFiles', until: null }] })
    await expect.poll(() => both(bearerOf({ ...app, secret }))).toEqual(['apiNotGranted', 'apiNotGranted'])
  })

  test('holds until the end of the last day of its grant', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world, { until: dayIn(world, 1) })
    expect(await errorOf(ask(world, '/api/spaces', bearerOf(app)))).toBeNull()
    world.clock.advance(2 * DAY_MS)
    expect(await errorOf(ask(world, '/api/spaces', bearerOf(app)))).toBe('apiGrantOver')
  })

  test('waits for the next minute when there were too many, and delays no other application', async () => {
    const world = await buildWorld()
    const [busy, quiet] = [
      await registerApplication(world, { callsPerMinute: 2 }),
      await registerApplication(world, { callsPerMinute: 2 }),
    ]
    const call = (app: Registered) => ask(world, '/api/spaces', bearerOf(app))
    await call(busy)
    await call(busy)
    const refused = await call(busy)
    expect(refused.status).toBe(429)
    const seconds = Number(refused.headers.get('retry-after'))
    expect(seconds).toBeGreaterThan(0)
    expect(seconds).toBeLessThanOrEqual(60)
    expect((await call(quiet)).status).toBe(200)
    world.clock.advance(seconds * 1000)
    expect((await call(busy)).status).toBe(200)
  })
})

describe('calls a minute', () => {
  test('are counted on all nodes together, and the last one that is allowed is answered', async () => {
    const world = await buildWorld()
    const node = await anotherNode(world)
    const app = await registerApplication(world, { callsPerMinute: 40 })
    const call = (origin: string) => fetch(`${origin}/api/spaces`, { headers: bearerOf(app) })
    const both = Array.from({ length: 60 }, (_, at) => call(at % 2 ? world.origin : node.origin))
    const statuses = (await Promise.all(both)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(40)
    expect(statuses.filter((status) => status === 429)).toHaveLength(20)
  })

  test('that were used up are more at once when an administrator allows more', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world, { callsPerMinute: 1 })
    const call = () => ask(world, '/api/spaces', bearerOf(app))
    expect([(await call()).status, (await call()).status]).toEqual([200, 429])
    const wish = { id: app.id, name: 'More', contact: 'app@lab.test', callsPerMinute: 3 }
    await (await world.as('admin')).data(applications.edit, wish)
    expect([(await call()).status, (await call()).status, (await call()).status]).toEqual([200, 200, 429])
  })
})

describe('a quota by day', () => {
  const call = (world: { origin: string }, app: Registered) =>
    fetch(`${world.origin}/api/spaces`, { headers: bearerOf(app) })

  test.each([
    ['no call', { callsPerDay: 0 }],
    ['part of a call', { callsPerDay: 1.5 }],
    ['no bytes', { gbPerDay: 0 }],
    ['more bytes than there are', { gbPerDay: 1_000_000 }],
  ])('of %s is refused', async (_what, wish) => {
    const world = await buildWorld()
    const draft = { name: 'Reader', contact: 'app@lab.test', ways: ['bearer' as const], ...wish }
    expect(await (await world.as('admin')).call(applications.register, draft)).toMatchObject({ error: 'invalid' })
  })

  test('of calls that is used up is refused by name until the next day, and stops no other application', async () => {
    const world = await buildWorld()
    const [busy, quiet] = [
      await registerApplication(world, { callsPerDay: 2 }),
      await registerApplication(world, { callsPerDay: 2 }),
    ]
    expect([(await call(world, busy)).status, (await call(world, busy)).status]).toEqual([200, 200])
    const refused = await call(world, busy)
    const seconds = Number(refused.headers.get('retry-after'))
    const midnight = Math.ceil(world.clock.now().getTime() / DAY_MS) * DAY_MS
    expect([refused.status, seconds]).toEqual([429, Math.ceil((midnight - world.clock.now().getTime()) / 1000)])
    expect(await refused.json()).toMatchObject({ error: 'apiQuotaUsed', data: { seconds, quota: 'calls' } })
    expect((await call(world, quiet)).status).toBe(200)
    world.clock.advance(seconds * 1000)
    expect((await call(world, busy)).status).toBe(200)
  })

  test('of calls is not passed by many at once', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world, { callsPerDay: 10 })
    const statuses = await Promise.all(Array.from({ length: 25 }, async () => (await call(world, app)).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    expect(statuses.filter((status) => status === 429)).toHaveLength(15)
  })

  test('of calls is not passed by two nodes together, nor forgotten with one that ended without a farewell', async () => {
    const world = await buildWorld()
    const node = await anotherNode(world)
    const app = await registerApplication(world, { callsPerDay: 10 })
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => (await call(at % 2 ? world : node, app)).status),
    )
    expect(statuses.filter((status) => status === 200)).toHaveLength(10)
    // Neither has saved what it counted.
    expect(await errorOf(call(await anotherNode(world), app))).toBe('apiQuotaUsed')
  })

  test('of calls that is set later counts the calls of the day before it, saved or not', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world, {})
    expect((await call(world, app)).status).toBe(200)
    const wish = { id: app.id, name: 'Reader', contact: 'app@lab.test', callsPerDay: 2 }
    await (await world.as('admin')).data(applications.edit, wish)
    expect([(await call(world, app)).status, await errorOf(call(world, app))]).toEqual([200, 'apiQuotaUsed'])
  })

  test('of calls that is used up asks the database no more', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world, { callsPerDay: 1 })
    expect([(await call(world, app)).status, (await call(world, app)).status]).toEqual([200, 429])
    await world.db.deleteFrom('application_day').execute()
    expect((await call(world, app)).status).toBe(429)
  })

  test('of bytes refuses what comes after it is used up, and a body that has no room in it', async () => {
    const world = await buildWorld()
    const { id: spaceId, root } = await world.space()
    const app = await registerApplication(world, { spaceId, gbPerDay: APPLICATION_DAY_GB.min })
    const make = (name: string) =>
      ask(
        world,
        '/api/file/create',
        { ...bearerOf(app), 'content-type': 'application/json' },
        {
          method: 'POST',
          body: JSON.stringify({ spaceId, hash: root, path: name }),
        },
      )
    expect(await errorOf(make('one'))).toBeNull()
    const put = (bytes: number) =>
      ask(world, '/api/spaces', bearerOf(app), { method: 'POST', body: new Uint8Array(bytes) })
    const refused = await put(1_074_000)
    expect(await refused.json()).toMatchObject({ error: 'apiQuotaUsed', data: { quota: 'bytes' } })
    expect(await errorOf(make('still'))).toBeNull()
    await put(1_000_000)
    await put(60_000)
    await expect.poll(async () => errorOf(make('two'))).toBe('apiQuotaUsed')
  })

  test('is shown with what is used of it, and holds at once when an administrator changes it', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world, { callsPerDay: 1, gbPerDay: 0.5 })
    expect([(await call(world, app)).status, (await call(world, app)).status]).toEqual([200, 429])
    await world.services.applications.save()
    const admin = await world.as('admin')
    const shown = await admin.data(applications.show, { id: app.id })
    expect(shown).toMatchObject({ callsPerDay: 1, gbPerDay: 0.5, today: { calls: 1, bytes: expect.any(Number) } })
    expect(shown.today.bytes).toBeGreaterThan(0)
    const wish = { id: app.id, name: 'More', contact: 'app@lab.test', callsPerDay: 2 }
    expect(await admin.data(applications.edit, wish)).toMatchObject({ callsPerDay: 2, gbPerDay: null })
    expect([(await call(world, app)).status, (await call(world, app)).status]).toEqual([200, 429])
    const { list } = await admin.data(contract.audit.list, { action: 'applicationChanged' })
    expect(list[0]).toMatchObject({ before: { callsPerDay: 1 }, after: { callsPerDay: 2 } })
    expect((await admin.data(applications.days, { id: app.id, days: 1 }))[0]).toMatchObject({ calls: 3, limited: 1 })
  })

  test('that was counted for an application that is gone keeps no other from being saved', async () => {
    const world = await buildWorld()
    const [gone, left] = [await registerApplication(world), await registerApplication(world)]
    await call(world, gone)
    await call(world, left)
    const admin = await world.as('admin')
    await admin.data(applications.remove, { id: gone.id })
    await world.services.applications.save()
    expect(await admin.data(applications.days, { id: left.id, days: 1 })).toMatchObject([{ calls: 1 }])
  })
})

describe('a signed request', () => {
  const body = JSON.stringify({ spaceId: NOBODY })
  const post = { method: 'POST', body }

  test('is accepted once, on any node', async () => {
    const world = await buildWorld()
    const node = await anotherNode(world)
    const app = await registerApplication(world)
    const headers = signedHeaders(world, app, '/api/spaces', { components: ['@method', '@path', '@query'] })
    expect(await errorOf(ask(world, '/api/spaces', headers))).toBeNull()
    expect(await errorOf(ask(world, '/api/spaces', headers))).toBe('signatureReplayed')
    expect(await errorOf(fetch(`${node.origin}/api/spaces`, { headers }))).toBe('signatureReplayed')
  })

  test('that comes many times at once is accepted once', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world)
    const headers = signedHeaders(world, app, '/api/spaces')
    const answers = await Promise.all(Array.from({ length: 12 }, () => errorOf(ask(world, '/api/spaces', headers))))
    expect(answers.filter((error) => error === null)).toHaveLength(1)
    expect(answers.filter((error) => error === 'signatureReplayed')).toHaveLength(11)
  })

  test.each([
    [
      'another path',
      (world: World, app: Registered) => ask(world, '/api/spaces/tags', signedHeaders(world, app, '/api/spaces')),
    ],
    [
      'another query',
      (world: World, app: Registered) => ask(world, '/api/spaces?q=a', signedHeaders(world, app, '/api/spaces')),
    ],
    [
      'another method',
      (world: World, app: Registered) =>
        ask(world, '/api/spaces', signedHeaders(world, app, '/api/spaces'), { method: 'DELETE' }),
    ],
    ['another secret', (world: World, app: Registered) => signed(world, { ...app, secret: 'x'.repeat(43) })],
    ['no path', (world: World, app: Registered) => signed(world, app, '/api/spaces', { components: ['@method'] })],
    [
      'a body that is not covered',
      (world: World, app: Registered) =>
        signed(world, app, '/api/tables', { ...post, components: ['@method', '@target-uri'] }),
    ],
    [
      'a body exchanged on the way',
      (world: World, app: Registered) =>
        ask(world, '/api/tables', signedHeaders(world, app, '/api/tables', post), {
          method: 'POST',
          body: body.replace('0', '1'),
        }),
    ],
    [
      'a digest exchanged on the way',
      (world: World, app: Registered) =>
        ask(
          world,
          '/api/tables',
          {
            ...signedHeaders(world, app, '/api/tables', post),
            'content-digest': `sha-256=:${Buffer.alloc(32).toString('base64')}:`,
          },
          post,
        ),
    ],
    [
      'another algorithm',
      (world: World, app: Registered) =>
        ask(world, '/api/spaces', {
          ...signedHeaders(world, app, '/api/spaces'),
          'signature-input': (signedHeaders(world, app, '/api/spaces')['signature-input'] ?? '').replace(
            'hmac-sha256',
            'none',
          ),
        }),
    ],
    [
      'two signatures',
      (world: World, app: Registered) => {
        const headers = signedHeaders(world, app, '/api/spaces')
        return ask(world, '/api/spaces', { ...headers, signature: `${headers.signature}, ${headers.signature}` })
      },
    ],
    ['no nonce', (world: World, app: Registered) => signed(world, app, '/api/spaces', { nonce: '' })],
  ])('with %s is refused', async (_what, send) => {
    const world = await buildWorld()
    const app = await registerApplication(world)
    expect(await errorOf(send(world, app))).toBe('signatureWrong')
  })

  test.each([
    [-SIGNATURE_SECONDS - 2, 'signatureStale'],
    [SIGNATURE_SECONDS + 2, 'signatureStale'],
    [-SIGNATURE_SECONDS + 2, null],
    [SIGNATURE_SECONDS - 2, null],
  ])('of a clock that is %d seconds off answers %s', async (offset, error) => {
    const world = await buildWorld()
    const app = await registerApplication(world)
    const created = Math.floor(world.clock.now().getTime() / 1000) + offset
    expect(await errorOf(signed(world, app, '/api/spaces', { created }))).toBe(error)
  })

  test('that says when it ends is refused after that', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world)
    const seconds = Math.floor(world.clock.now().getTime() / 1000)
    expect(await errorOf(signed(world, app, '/api/spaces', { extra: `;expires=${seconds - 1}` }))).toBe(
      'signatureStale',
    )
  })

  test('is not played again when its nonce has been swept', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world)
    const headers = signedHeaders(world, app, '/api/spaces')
    await ask(world, '/api/spaces', headers)
    world.clock.advance((SIGNATURE_SECONDS + 2) * 1000)
    await world.services.applications.sweep()
    expect(await world.db.selectFrom('application_nonce').selectAll().execute()).toEqual([])
    expect(await errorOf(ask(world, '/api/spaces', headers))).toBe('signatureStale')
  })

  test('carries a body that arrives as it was signed', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const app = await registerApplication(world, { spaceId })
    const draft = JSON.stringify({ spaceId, name: 'Samples' })
    const answer = await signed(world, app, '/api/tables', { method: 'POST', body: draft })
    expect(await answer.json()).toMatchObject({ code: 0, data: { name: 'Samples' } })
  })
})

describe('what an application reaches', () => {
  const bare = (world: World, app: Registered, { method, path }: Operation) =>
    ask(world, `/api${path.replace(/:\w+/g, NOBODY)}`, bearerOf(app), { method })

  test('is with all groups every operation that has one, and no other', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world, { callsPerMinute: 100_000 })
    const wrong: string[] = []
    for (const [name, operation] of operations) {
      const isRefused = (await errorOf(bare(world, app, operation))) === 'apiNotGranted'
      if (isRefused === Boolean(apiGroupOf(operation))) wrong.push(name)
    }
    expect(wrong).toEqual([])
  })

  test.each(ApiGroup.options)('is with %s alone exactly its operations', async (group) => {
    const world = await buildWorld()
    const app = await registerApplication(world, { groups: [group], callsPerMinute: 100_000 })
    const wrong: string[] = []
    for (const [name, operation] of operations) {
      const isRefused = (await errorOf(bare(world, app, operation))) === 'apiNotGranted'
      if (isRefused === (apiGroupOf(operation) === group)) wrong.push(name)
    }
    expect(wrong).toEqual([])
  })

  test.each(['/', '/api/docs', '/space', '/api/upload/tus', '/healthz', '/nowhere'])(
    'is nothing that is no operation: %s',
    async (path) => {
      const world = await buildWorld()
      const app = await registerApplication(world)
      expect(await errorOf(ask(world, path, bearerOf(app)))).toBe('apiNotGranted')
    },
  )

  test('is a private space only while it is its member', async () => {
    const world = await buildWorld()
    const { id: spaceId, root } = await world.space()
    const app = await registerApplication(world)
    const client = new ApplicationClient(world.origin, app)
    const admin = await world.as('admin')
    const list = () => client.call(files.list, { spaceId, hash: root })
    expect(await list()).toMatchObject({ error: 'spaceNotFound' })
    await admin.data(applications.setSpace, { id: app.id, spaceId, flags: [] })
    expect(await list()).toMatchObject({ code: 0 })
    await admin.data(applications.removeSpace, { id: app.id, spaceId })
    expect(await list()).toMatchObject({ error: 'spaceNotFound' })
  })

  test('is by its own flags, whatever the role of the space may, and the journal names it', async () => {
    const world = await buildWorld()
    const { id: spaceId, root } = await world.space()
    const app = await registerApplication(world, { spaceId, flags: ['F_DOWN_AM'], name: 'Uploader' })
    const client = new ApplicationClient(world.origin, app)
    const make = () => client.call(files.create, { spaceId, hash: root, path: 'made' })
    expect(await make()).toMatchObject({ error: 'fileForbidden' })
    const admin = await world.as('admin')
    await admin.data(applications.setSpace, { id: app.id, spaceId, flags: ['F_MAKE'] })
    expect(await make()).toMatchObject({ code: 0 })
    const owner = await world.as('owner')
    const entries = (await owner.data(journal.list, { id: spaceId })).list
    expect(entries.map(({ action, actor }) => [action, actor?.personName])).toEqual(
      expect.arrayContaining([
        ['folderMade', 'Uploader'],
        ['applicationAdmitted', 'Ada Admin'],
      ]),
    )
  })

  test('is sharing: its links open while it is online, and no longer', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const app = await registerApplication(world, { spaceId, groups: ['share'] })
    const client = new ApplicationClient(world.origin, app)
    const made = await client.data(shares.makeSpace, { spaceId, mayDownload: true, way: 'none', days: 7 })
    const stranger = await world.as('stranger')
    const open = () => stranger.call(shareAccess.info, { linkId: secretOf(made) })
    expect(await open()).toMatchObject({ code: 0 })
    await (await world.as('admin')).data(applications.setOnline, { id: app.id, isOnline: false })
    expect(await open()).toMatchObject({ error: 'shareGone' })
  })

  test('is answering requests to join, and inviting', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space({ type: 'restricted' })
    const app = await registerApplication(world, { spaceId, groups: ['manageSpaces'] })
    const client = new ApplicationClient(world.origin, app)
    await (await world.as('ordinary')).data(joining.apply, { id: spaceId, reason: 'Please' })
    const [request] = (await client.data(joining.requests, { id: spaceId })).list
    const wish = { id: spaceId, requestIds: [request?.id ?? ''], isPassed: true }
    expect(await client.data(joining.answer, wish)).toMatchObject([{ isDone: true }])
    const invited = await client.data(joining.invite, { id: spaceId, emails: ['new@lab.test'], role: 'normal' })
    expect(invited).toMatchObject([{ isDone: true }])
  })

  test('is the decision of owners too: they are told, see it as a member, remove it, and make it nothing more', async () => {
    const world = await buildWorld()
    const { id: spaceId, identifier } = await world.space()
    const app = await registerApplication(world, { spaceId, name: 'Uploader' })
    const owner = await world.as('owner')
    const { list } = await owner.data(messages.list, {})
    expect(list).toMatchObject([{ kind: 'applicationAdmitted' }])
    const members = (await owner.data(spaces.members, { id: spaceId })).list
    expect(members.find(({ personId }) => personId === app.id)).toMatchObject({ isApplication: true, role: 'normal' })
    const place = { id: spaceId, personId: app.id }
    expect(await owner.call(spaces.setMemberRole, { ...place, role: 'senior' })).toMatchObject({
      error: 'applicationHasNoRole',
    })
    expect(await owner.call(spaces.transfer, { ...place, identifier })).toMatchObject({ error: 'receiverWrong' })
    await owner.data(spaces.removeMember, place)
    expect(await new ApplicationClient(world.origin, app).call(files.list, { spaceId })).toMatchObject({
      error: 'spaceNotFound',
    })
    const admin = await world.as('admin')
    expect(await admin.call(applications.removeSpace, { id: app.id, spaceId })).toMatchObject({
      error: 'memberUnknown',
    })
  })

  test('is not widened by the cookies of somebody who is signed in', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const app = await registerApplication(world, { groups: ['readSpaces'] })
    const owner = await world.as('owner')
    const headers = { ...owner.headers(), ...bearerOf(app) }
    expect(await errorOf(ask(world, `/api/files?spaceId=${spaceId}`, headers))).toBe('apiNotGranted')
    expect(await errorOf(ask(world, `/api/spaces/${spaceId}`, headers))).toBe('spaceNotFound')
  })
})
