import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { apiGroups } from '#contract/api-groups.ts'
import { ApiGroup } from '#contract/applications.ts'
import { SIGNATURE_SECONDS } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { anotherNode } from '../support/another-node.ts'
import { type Registered, registerApplication } from '../support/application.ts'
import { buildWorld, type World } from '../support/world.ts'

const { applications, legacyApi, spaces } = contract
type Parameters = Record<string, string>
type Answer = { code: number; message: string; data: Record<string, unknown> | null }

const md5 = (text: string) => createHash('md5').update(text).digest('hex')
/** Parameters as an old client signs them, written apart from the server's own reading of them. */
function signed(world: World, { key, secret }: Registered, given: Parameters, wish: { at?: number } = {}): Parameters {
  const timestamp = String(wish.at ?? world.clock.now().getTime())
  const all: Parameters = { ...given, appId: key, version: '1.0', timestamp }
  const names = Object.keys(all).filter((name) => name !== 'spaceLogo')
  names.sort((a, b) => (a < b ? -1 : 1))
  return { ...all, sign: md5(names.map((name) => `${name}=${all[name]}`).join('&') + secret) }
}
const OLD = { ways: ['md5' as const], groups: ['legacyPeople', 'legacySpaces', 'legacyInfo'] as ApiGroup[] }

const get = async (origin: string, path: string, parameters: Parameters): Promise<Answer> => {
  const answer = await fetch(`${origin}/api/ds.open/${path}?${new URLSearchParams(parameters)}`, { redirect: 'manual' })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Answer
}
const post = async (origin: string, path: string, parameters: Parameters): Promise<Answer> => {
  const answer = await fetch(`${origin}/api/ds.open/${path}`, { method: 'POST', body: new URLSearchParams(parameters) })
  expect(answer.status).toBe(200)
  return (await answer.json()) as Answer
}
const OWNER = { emailAccounts: 'owner@lab.test' }

describe('a call of the old form', () => {
  test('is refused to applications that were not allowed to sign this way, the default', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world, { ways: ['bearer', 'signature'] })
    expect(await get(world.origin, 'userInfo', signed(world, app, OWNER))).toMatchObject({ code: 301, data: null })
    expect(await get(world.origin, 'userInfo', signed(world, { ...app, key: '123456' }, OWNER))).toMatchObject({
      code: 301,
    })
  })

  test('is accepted once, on any node, however often it comes at once', async () => {
    const world = await buildWorld()
    const node = await anotherNode(world)
    const app = await registerApplication(world, OLD)
    const parameters = signed(world, app, OWNER)
    const ask = (origin: string) => get(origin, 'userInfo', parameters)
    const answers = await Promise.all([world.origin, node.origin, world.origin, node.origin].map(ask))
    expect(answers.map(({ code }) => code).sort()).toEqual([200, 302, 302, 302])
    const shouting = { ...parameters, sign: parameters.sign?.toUpperCase() ?? '' }
    expect(await get(world.origin, 'userInfo', shouting)).toMatchObject({ code: 302 })
  })

  test('is not played again when what was remembered of it has been swept', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world, OLD)
    const parameters = signed(world, app, OWNER)
    expect(await get(world.origin, 'userInfo', parameters)).toMatchObject({ code: 200 })
    world.clock.advance((SIGNATURE_SECONDS + 2) * 1000)
    await world.services.applications.sweep()
    expect(await get(world.origin, 'userInfo', parameters)).toMatchObject({ code: 302 })
  })

  test.each([
    ['a changed parameter', (one: Parameters) => ({ ...one, emailAccounts: 'admin@lab.test' })],
    ['another parameter', (one: Parameters) => ({ ...one, extra: '1' })],
    ['one parameter less', ({ emailAccounts: _less, ...one }: Parameters) => one],
    ['another time', (one: Parameters) => ({ ...one, timestamp: String(Number(one.timestamp) + 1) })],
    ['another signature', (one: Parameters) => ({ ...one, sign: md5('guess') })],
    ['a short signature', (one: Parameters) => ({ ...one, sign: 'x' })],
  ])('with %s is refused', async (_what, forge) => {
    const world = await buildWorld()
    const app = await registerApplication(world, OLD)
    expect(await get(world.origin, 'userInfo', forge(signed(world, app, OWNER)))).toMatchObject({ code: 302 })
  })

  test.each([
    ['milliseconds', 1],
    ['seconds', 1000],
  ])('says its time in %s, and may be so far off and no farther', async (_unit, perUnit) => {
    const world = await buildWorld()
    const app = await registerApplication(world, OLD)
    const codeAt = async (offSeconds: number) => {
      const at = Math.floor((world.clock.now().getTime() + offSeconds * 1000) / perUnit)
      return (await get(world.origin, 'userInfo', signed(world, app, OWNER, { at }))).code
    }
    expect(await codeAt(-SIGNATURE_SECONDS + 2)).toBe(200)
    expect(await codeAt(SIGNATURE_SECONDS - 2)).toBe(200)
    expect(await codeAt(-SIGNATURE_SECONDS - 2)).toBe(302)
    expect(await codeAt(SIGNATURE_SECONDS + 2)).toBe(302)
  })

  test.each(['appId', 'version', 'timestamp', 'sign'])('without %s lacks a parameter', async (name) => {
    const world = await buildWorld()
    const app = await registerApplication(world, OLD)
    const { [name]: _left, ...rest } = signed(world, app, OWNER)
    expect(await get(world.origin, 'userInfo', rest)).toMatchObject({ code: 501 })
  })

  test('takes no parameter twice: not in the address, nor in address and body', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world, OLD)
    const twice = `${new URLSearchParams(signed(world, app, OWNER))}&emailAccounts=admin%40lab.test`
    const answer = await fetch(`${world.origin}/api/ds.open/userInfo?${twice}`)
    expect(await answer.json()).toMatchObject({ code: 503 })
    const draft = signed(world, app, { emailAccounts: 'a@lab.test', name: 'A', org: 'Lab' })
    expect(await post(world.origin, 'register?name=B', draft)).toMatchObject({ code: 503 })
  })

  test('takes no value that could be another parameter: what is signed has no escapes', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world, OLD)
    const whole = signed(world, app, { emailAccounts: 'a@lab.test', name: 'A', org: 'Lab', role: 'role_senior' })
    const { role, ...rest } = whole
    // The same signature fits when the role hides in the value before it.
    const hidden = { ...rest, org: `Lab&role=${role}` }
    expect(await post(world.origin, 'register', hidden)).toMatchObject({ code: 503 })
    expect(await post(world.origin, 'register', whole)).toMatchObject({ code: 200 })
    const split = signed(world, app, { emailAccounts: 'b@lab.test', name: 'B', org: 'Lab&role=role_senior' })
    expect(await post(world.origin, 'register', split)).toMatchObject({ code: 503 })
    const harmless = signed(world, app, { emailAccounts: 'c@lab.test', name: 'C', org: 'R&D=2' })
    expect(await post(world.origin, 'register', harmless)).toMatchObject({ code: 200 })
  })

  test('is refused after the last day of its grant, and beyond its calls a minute', async () => {
    const world = await buildWorld()
    const until = new Date(world.clock.now().getTime() + DAY_MS).toISOString().slice(0, 10)
    const app = await registerApplication(world, { ...OLD, until, callsPerMinute: 1 })
    const ask = () => fetch(`${world.origin}/api/ds.open/userInfo?${new URLSearchParams(signed(world, app, OWNER))}`)
    expect(await (await ask()).json()).toMatchObject({ code: 200 })
    world.clock.advance(1)
    const limited = await ask()
    expect(await limited.json()).toMatchObject({ code: 304 })
    expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0)
    await world.services.applications.save()
    const admin = await world.as('admin')
    const [day] = (await admin.data(applications.days, { id: app.id, days: 1 })).slice(-1)
    expect(day).toMatchObject({ calls: 2, errors: 1, limited: 1 })
    world.clock.advance(2 * DAY_MS)
    expect(await (await ask()).json()).toMatchObject({ code: 403 })
  })

  test('is refused while the application is offline', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world, OLD)
    await (await world.as('admin')).data(applications.setOnline, { id: app.id, isOnline: false })
    expect(await get(world.origin, 'userInfo', signed(world, app, OWNER))).toMatchObject({ code: 301 })
  })

  test.each(ApiGroup.options)('reaches with %s alone exactly what was granted', async (group) => {
    const world = await buildWorld()
    const app = await registerApplication(world, { ways: ['md5'], groups: [group] })
    const granted = new Set<object>(apiGroups[group])
    for (const operation of Object.values(legacyApi)) {
      world.clock.advance(1)
      const call = operation.method === 'GET' ? get : post
      const { code } = await call(world.origin, operation.path.replace('/ds.open/', ''), signed(world, app, {}))
      expect([operation.path, code === 403]).toEqual([operation.path, !granted.has(operation)])
    }
  })

  test('opens nothing else: its secret is no bearer token, and signs nothing in the new form', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world, { ways: ['md5'] })
    const bearer = await fetch(`${world.origin}/api/spaces`, {
      headers: { authorization: `Bearer dsa_${app.key}.${app.secret}` },
    })
    expect(await bearer.json()).toMatchObject({ error: 'applicationWrong' })
    const asked = await fetch(
      `${world.origin}/api/spaces?${new URLSearchParams(signed(world, app, { scope: 'mine' }))}`,
    )
    expect(asked.status).not.toBe(200)
  })
})

describe('accounts by the old form', () => {
  test.each([
    [{ emailAccounts: 'nobody' }, 502],
    [{ emailAccounts: 'owner@lab.test' }, 502],
    [{ name: '<b>' }, 503],
    [{ name: 'x'.repeat(200) }, 505],
    [{ password: 'weak' }, 504],
    [{ org: '' }, 501],
    [{ role: 'role_admin' }, 403],
  ] as [Parameters, number][])('%j is refused with %i', async (wrong, code) => {
    const world = await buildWorld()
    const app = await registerApplication(world, OLD)
    const draft = { emailAccounts: 'new@lab.test', name: 'New Person', org: 'Lab', ...wrong }
    expect(await post(world.origin, 'register', signed(world, app, draft))).toMatchObject({ code, data: null })
  })

  test('are made without the password that was sent: the person sets one by mail', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world, { ...OLD, name: 'Portal' })
    const draft = {
      emailAccounts: 'new@lab.test',
      name: 'New Person',
      org: 'Lab',
      password: 'Lake-2026',
      role: 'role_senior',
    }
    const { code, data, message } = await post(world.origin, 'register', signed(world, app, draft))
    expect([code, message]).toEqual([200, 'true'])
    const user = await (await world.as('admin')).data(contract.users.show, { id: String(data?.userId) })
    expect(user).toMatchObject({ state: 'invited', role: 'role_senior', hasPassword: false })
    expect(await world.inbox('new@lab.test')).toHaveLength(1)
    const { list } = await (await world.as('admin')).data(contract.audit.list, { action: 'userCreated' })
    expect(JSON.stringify(list)).toContain('Portal')
    world.clock.advance(1)
    const asked = signed(world, app, { emailAccounts: 'new@lab.test' })
    expect(await get(world.origin, 'userInfo', asked)).toMatchObject({ code: 512 })
  })

  test('are found by address, and nobody is not', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world, OLD)
    expect(await get(world.origin, 'userInfo', signed(world, app, OWNER))).toMatchObject({
      code: 200,
      data: { userId: world.idOf('owner'), name: 'Olive Owner', role: 'role_senior' },
    })
    const nobody = { emailAccounts: 'nobody@lab.test' }
    expect(await get(world.origin, 'userInfo', signed(world, app, nobody))).toMatchObject({ code: 508 })
    const itself = { emailAccounts: `${app.key}@application.invalid` }
    expect(await get(world.origin, 'userInfo', signed(world, app, itself))).toMatchObject({ code: 508 })
    await (await world.as('admin')).data(contract.users.disable, { id: world.idOf('normal') })
    const disabled = { emailAccounts: 'normal@lab.test' }
    expect(await get(world.origin, 'userInfo', signed(world, app, disabled))).toMatchObject({ code: 511 })
  })
})

describe('spaces by the old form', () => {
  const draftOf = (world: World): Parameters => ({
    userId: world.idOf('owner'),
    spaceName: 'Alpine lake',
    spaceCode: 'alpine1',
    type: 'limited',
    tags: 'lake,ice',
  })

  test.each([
    [{ userId: '1' }, 508],
    [{ spaceName: 'a/b' }, 503],
    [{ spaceName: 'x'.repeat(200) }, 505],
    [{ spaceCode: 'a b' }, 506],
    [{ spaceCode: 'x'.repeat(40) }, 506],
    [{ type: 'open' }, 503],
    [{ spaceSize: '1000000' }, 505],
    [{ type: '' }, 501],
  ] as [Parameters, number][])('%j is refused with %i', async (wrong, code) => {
    const world = await buildWorld()
    const app = await registerApplication(world, OLD)
    const parameters = signed(world, app, { ...draftOf(world), ...wrong })
    expect(await post(world.origin, 'space/create', parameters)).toMatchObject({ code })
  })

  test('are made for somebody who may have one, and nobody else', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world, OLD)
    const ordinary = { ...draftOf(world), userId: world.idOf('ordinary') }
    expect(await post(world.origin, 'space/create', signed(world, app, ordinary))).toMatchObject({ code: 403 })
    const made = await post(world.origin, 'space/create', signed(world, app, draftOf(world)))
    expect(made).toMatchObject({ code: 200, data: { spaceCode: 'alpine1' } })
    world.clock.advance(1)
    const again = await post(world.origin, 'space/create', signed(world, app, draftOf(world)))
    expect(again).toMatchObject({ code: 507 })
    const spaceId = String(made.data?.spaceId)
    const owner = await world.as('owner')
    const members = (await owner.data(spaces.members, { id: spaceId })).list
    expect(members.find(({ personId }) => personId === app.id)).toMatchObject({ isApplication: true })
    const entries = (await owner.data(contract.journal.list, { id: spaceId })).list
    expect(entries.some(({ action, actor }) => action === 'created' && actor?.personName === 'Olive Owner')).toBe(true)
  })

  test('are described as they are, in places where the application is', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world, OLD)
    const hidden = await world.space()
    expect(await get(world.origin, 'space/info', signed(world, app, { spaceId: hidden.id }))).toMatchObject({
      code: 601,
    })
    const made = await post(world.origin, 'space/create', signed(world, app, { ...draftOf(world), type: 'private' }))
    const spaceId = String(made.data?.spaceId)
    expect(await get(world.origin, 'space/info', signed(world, app, { spaceId }))).toMatchObject({
      code: 200,
      data: { spaceName: 'Alpine lake', type: 'private', tags: 'lake,ice' },
    })
    expect(await get(world.origin, 'space/dataList', signed(world, app, { spaceId, ask: 'totals' }))).toMatchObject({
      code: 200,
      data: { fileNum: 0, dataSize: 0 },
    })
  })

  test('are shown by their page, and nobody is signed in by that', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space({ type: 'public' })
    const app = await registerApplication(world, OLD)
    const parameters = signed(world, app, { spaceId, userId: world.idOf('owner') })
    const answer = await fetch(`${world.origin}/api/ds.open/space/details?${new URLSearchParams(parameters)}`, {
      redirect: 'manual',
    })
    expect(answer.status).toBe(302)
    expect(answer.headers.get('location')).toMatch(/^\/space\//)
    expect(answer.headers.getSetCookie().join()).not.toContain('ds_session_id')
  })

  test('take members by the rights of who invites, where the application is a member too', async () => {
    const world = await buildWorld()
    const app = await registerApplication(world, OLD)
    const invite = (parameters: Parameters) => get(world.origin, 'space/invite', signed(world, app, parameters))
    const elsewhere = await world.space({ type: 'public' })
    const who = { operaId: world.idOf('owner'), userId: world.idOf('ordinary'), role: 'normal' }
    expect(await invite({ ...who, spaceId: elsewhere.id })).toMatchObject({ code: 601 })
    const made = await post(world.origin, 'space/create', signed(world, app, draftOf(world)))
    const spaceId = String(made.data?.spaceId)
    expect(await invite({ ...who, spaceId, operaId: world.idOf('normal') })).toMatchObject({ code: 403 })
    expect(await invite({ ...who, spaceId, role: 'owner' })).toMatchObject({ code: 503 })
    expect(await invite({ ...who, spaceId })).toMatchObject({ code: 200, data: { isInvited: true } })
  })
})

test('people are never asked for the old form: it knows no consent', async () => {
  const world = await buildWorld()
  const app = await registerApplication(world, { redirectUris: ['https://app.test/back'] })
  const ask = {
    client_id: app.key,
    redirect_uri: 'https://app.test/back',
    response_type: 'code',
    scope: 'legacySpaces',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  }
  const { url } = await (await world.as('owner')).data(contract.consents.ask, ask)
  expect(url).toContain('invalid_scope')
})
