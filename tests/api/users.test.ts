import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { MAIL_AGAIN_MS, ONLINE_MS } from '#contract/core/limits.ts'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import type { Role } from '#contract/session.ts'
import { newId } from '#server/storage/id.ts'
import { Client } from '../support/client.ts'
import { codeIn } from '../support/inbox.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

const { users, spaces, session, registration, messages, journal } = contract

const draft = (change: Partial<InputOf<typeof users.create>> = {}): InputOf<typeof users.create> => ({
  emailAccounts: 'wei@lab.test',
  name: '林蔚',
  orgChineseName: '湖泊研究所',
  role: 'role_general',
  ...change,
})
const setRole = (world: World, who: string, role: Role) =>
  world.db.updateTable('person').set({ role }).where('email', '=', `${who}@lab.test`).execute()
const actions = async (world: World) => {
  const rows = await world.db.selectFrom('audit').select('action').orderBy('number').execute()
  return rows.map(({ action }) => action)
}
/** Kinds of the mails in the outbox to an address, oldest first. */
const mailsTo = async (world: World, email: string) => {
  const rows = await world.db.selectFrom('mail').selectAll().where('recipient', '=', email).orderBy('id').execute()
  return rows.map(({ kind }) => kind)
}
const isSignedIn = async (client: Client) => (await client.call(session.current, {})).code === 0

describe('user administration', () => {
  const id = newId()
  const calls: [name: string, send: (client: Client) => Promise<Response>][] = [
    ['list', (client) => client.send(users.list, {})],
    ['counts', (client) => client.send(users.counts, {})],
    ['show', (client) => client.send(users.show, { id })],
    ['create', (client) => client.send(users.create, draft())],
    ['update', (client) => client.send(users.update, { id, name: 'x' })],
    ['invite', (client) => client.send(users.invite, { id })],
    ['activate', (client) => client.send(users.activate, { id })],
    ['enable', (client) => client.send(users.enable, { id })],
    ['disable', (client) => client.send(users.disable, { id })],
    ['lock', (client) => client.send(users.lock, { id })],
    ['unlock', (client) => client.send(users.unlock, { id })],
    ['endSessions', (client) => client.send(users.endSessions, { id })],
    ['resetSecondStep', (client) => client.send(users.resetSecondStep, { id })],
    ['owned', (client) => client.send(users.owned, { id })],
    ['import', (client) => client.fetch('/api/users-import', { method: 'POST', body: new FormData() })],
    ['importDirectory', (client) => client.send(users.importDirectory, { methodId: id })],
    ['export', (client) => client.send(users.export, {})],
    ['template', (client) => client.send(users.template, {})],
    ['invitations', (client) => client.send(users.invitations, {})],
    [
      'addInvitation',
      (client) =>
        client.send(users.addInvitation, { emailAccounts: '', role: 'role_general', uses: 1, validityDays: 1 }),
    ],
    ['removeInvitation', (client) => client.send(users.removeInvitation, { id })],
  ]

  test('is closed to everybody but administrators', async () => {
    expect(calls.map(([name]) => name).sort()).toEqual(Object.keys(users).sort())
    const world = await buildWorld()
    const errorsOf = async (who: 'stranger' | 'ordinary' | 'owner') => {
      const client = await world.as(who)
      const answers = calls.map(async ([, send]) => ((await (await send(client)).json()) as { error: string }).error)
      return new Set(await Promise.all(answers))
    }
    expect(await errorsOf('stranger')).toEqual(new Set(['notSignedIn']))
    expect(await errorsOf('ordinary')).toEqual(new Set(['forbidden']))
    expect(await errorsOf('owner')).toEqual(new Set(['forbidden']))
  })

  test('knows no account that is not there', async () => {
    const admin = await (await buildWorld()).as('admin')
    const one = { id: newId() }
    const answers = await Promise.all([
      admin.call(users.show, one),
      admin.call(users.update, { ...one, name: 'x' }),
      admin.call(users.invite, one),
      admin.call(users.activate, one),
      admin.call(users.enable, one),
      admin.call(users.disable, one),
      admin.call(users.lock, one),
      admin.call(users.unlock, one),
      admin.call(users.endSessions, one),
      admin.call(users.resetSecondStep, one),
      admin.call(users.owned, one),
    ])
    expect(answers.map((answer) => ('error' in answer ? answer.error : answer.code))).toEqual(
      answers.map(() => 'userNotFound'),
    )
  })
})

describe('POST /users', () => {
  test('an address that is taken is refused beside its field, however it is written', async () => {
    const admin = await (await buildWorld()).as('admin')
    expect(await admin.call(users.create, draft({ emailAccounts: 'Owner@LAB.test' }))).toMatchObject({
      error: 'userEmailTaken',
      fields: [{ field: 'emailAccounts' }],
    })
  })

  test('what breaks a rule is named by its field', async () => {
    const admin = await (await buildWorld()).as('admin')
    const wrong = draft({ emailAccounts: 'x', name: ' ', orgChineseName: '', telephone: '12', orcId: '1' })
    const answer = await admin.call(users.create, wrong)
    expect(answer).toMatchObject({ error: 'invalid' })
    expect('fields' in answer && answer.fields?.map(({ field }) => field).sort()).toEqual(
      ['emailAccounts', 'name', 'orcId', 'orgChineseName', 'telephone'].sort(),
    )
  })

  test('a new account waits for its person, has no password, and a link goes to its address', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const user = await admin.data(users.create, draft({ role: 'role_senior' }))
    expect(user).toMatchObject({
      emailAccounts: 'wei@lab.test',
      name: '林蔚',
      orgChineseName: '湖泊研究所',
      englishName: '',
      role: 'role_senior',
      roleSource: 'administrator',
      state: 'invited',
      joinMethod: 'administrator',
      hasPassword: false,
      hasSecondStep: false,
      isOnline: false,
      lastSignInAt: null,
      methods: [],
      ownedSpaces: 0,
    })
    expect(await mailsTo(world, 'wei@lab.test')).toEqual(['invitation'])
    expect(await actions(world)).toContain('userCreated')
    const link = await world.db.selectFrom('link').selectAll().executeTakeFirstOrThrow()
    expect(link).toMatchObject({ kind: 'invitation', person_id: user.id, email: 'wei@lab.test' })
    expect(link.expires_at.getTime() - world.clock.now().getTime()).toBe(72 * 3_600_000)
  })
})

describe('PATCH /users/:id', () => {
  test('nobody changes their own role, so that one administrator always remains', async () => {
    const world = await buildWorld()
    await setRole(world, 'senior', 'role_admin')
    const admin = await world.as('admin')
    const id = world.idOf('admin')
    expect(await admin.call(users.update, { id, role: 'role_general' })).toMatchObject({ error: 'notYourself' })
    expect(await admin.data(users.update, { id, role: 'role_admin', name: 'Ada' })).toMatchObject({ name: 'Ada' })
  })

  test('nobody changes, locks or disables the own account by its id in capitals', async () => {
    const world = await buildWorld()
    await setRole(world, 'senior', 'role_admin')
    const admin = await world.as('admin')
    const id = world.idOf('admin').toUpperCase()
    for (const answer of [
      await admin.call(users.update, { id, role: 'role_general' }),
      await admin.call(users.lock, { id }),
      await admin.call(users.disable, { id }),
    ])
      expect(answer).toMatchObject({ error: 'notYourself' })
    expect(await admin.data(users.show, { id })).toMatchObject({ id: world.idOf('admin'), role: 'role_admin' })
  })

  test('two administrators who demote each other at once: one remains', async () => {
    const world = await buildWorld()
    await setRole(world, 'senior', 'role_admin')
    const [admin, senior] = await Promise.all([world.as('admin'), world.as('senior')])
    const answers = await Promise.all([
      admin.call(users.update, { id: world.idOf('senior'), role: 'role_general' }),
      senior.call(users.update, { id: world.idOf('admin'), role: 'role_general' }),
    ])
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    const rest = await world.db.selectFrom('person').select('id').where('role', '=', 'role_admin').execute()
    expect(rest).toHaveLength(1)
  })

  test('an address that somebody else has is refused, the own one in other letters is not', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const id = world.idOf('ordinary')
    expect(await admin.call(users.update, { id, emailAccounts: 'OWNER@lab.test' })).toMatchObject({
      error: 'userEmailTaken',
    })
    expect(await admin.data(users.update, { id, emailAccounts: 'Ordinary@lab.test' })).toMatchObject({
      emailAccounts: 'Ordinary@lab.test',
    })
  })

  test('a new role bites at once and is the administrator’s', async () => {
    const world = await buildWorld()
    const [admin, ordinary] = await Promise.all([world.as('admin'), world.as('ordinary')])
    const space = { name: 'Reef', identifier: 'reef2026', type: 'private' } as const
    expect(await ordinary.call(spaces.create, space)).toMatchObject({ error: 'spaceCreateForbidden' })
    await world.db.updateTable('person').set({ role_source: 'suffix' }).execute()
    const user = await admin.data(users.update, { id: world.idOf('ordinary'), role: 'role_senior' })
    expect(user).toMatchObject({ role: 'role_senior', roleSource: 'administrator' })
    expect(await ordinary.call(spaces.create, space)).toMatchObject({ code: 0 })
    expect(await actions(world)).toContain('roleChanged')
    expect(await actions(world)).not.toContain('userChanged')
    // Whose role it is reads what it was and is, here and by mail unless these mails are off.
    const content = 'Your role on this site changed from “Ordinary user” to “Advanced user”.'
    expect((await ordinary.data(messages.list, {})).list).toMatchObject([{ kind: 'siteRoleChanged', content }])
    expect((await world.inbox('ordinary@lab.test')).map(({ text }) => text)).toEqual([expect.stringContaining(content)])
    await admin.data(users.update, { id: world.idOf('ordinary'), role: 'role_senior', telephone: '13800138000' })
    expect((await ordinary.data(messages.list, {})).list).toHaveLength(1)
  })

  test('a role that stays keeps its source, and only what differs is written down', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const id = world.idOf('ordinary')
    await world.db.updateTable('person').set({ role_source: 'suffix' }).where('id', '=', id).execute()
    const user = await admin.data(users.update, { id, role: 'role_general', telephone: '13800138000' })
    expect(user).toMatchObject({ roleSource: 'suffix', telephone: '13800138000' })
    const entry = await world.db.selectFrom('audit').selectAll().where('action', '=', 'userChanged').executeTakeFirst()
    expect(entry).toMatchObject({ before: { telephone: '' }, after: { telephone: '13800138000' } })
    await admin.data(users.update, { id, telephone: '13800138000' })
    expect((await actions(world)).filter((action) => action === 'userChanged')).toHaveLength(1)
    expect(await admin.data(users.update, { id })).toMatchObject({ id })
  })

  test('a link that was mailed to the old address opens nothing any more', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const { id } = await admin.data(users.create, draft())
    await admin.data(users.update, { id, emailAccounts: 'other@lab.test' })
    const link = await world.db.selectFrom('link').selectAll().executeTakeFirstOrThrow()
    expect(link.used_at).not.toBeNull()
  })
})

describe('POST /users/:id/invite', () => {
  test('the same mail goes to the same address only every few minutes', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const { id } = await admin.data(users.create, draft())
    await admin.data(users.invite, { id })
    expect(await admin.call(users.invite, { id })).toMatchObject({ error: 'mailAgainLater' })
    world.clock.advance(MAIL_AGAIN_MS)
    await admin.data(users.invite, { id })
    expect(await mailsTo(world, 'wei@lab.test')).toEqual(['invitation', 'invitation', 'invitation'])
  })

  test.each([
    ['pending', 'invitation'],
    ['invited', 'invitation'],
    ['active', 'reset'],
  ] as const)('an account that is %s gets the mail %s', async (state, kind) => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const id = world.idOf('ordinary')
    await world.db.updateTable('person').set({ state }).where('id', '=', id).execute()
    await admin.data(users.invite, { id })
    expect(await mailsTo(world, 'ordinary@lab.test')).toEqual([kind])
  })
})

describe('POST /users/:id/activate', () => {
  test.each(['pending', 'invited'] as const)(
    'an account that is %s is active, and whoever owns the address sets the password by a mail',
    async (state) => {
      const world = await buildWorld()
      const admin = await world.as('admin')
      const id = world.idOf('ordinary')
      await world.db.updateTable('person').set({ state }).where('id', '=', id).execute()
      expect(await admin.data(users.activate, { id })).toMatchObject({ state: 'active', hasPassword: false })
      const code = codeIn((await world.inbox('ordinary@lab.test')).at(-1))
      const chosen = { password: 'Mesa-4711x', confirmPassword: 'Mesa-4711x' }
      const owner = new Client(world.origin)
      await owner.data(registration.reset, { code, ...chosen, ...(await world.captcha()) })
      expect(await isSignedIn(await owner.login('ordinary@lab.test', chosen.password))).toBe(true)
    },
  )

  test.each(['invite', 'activate'] as const)(
    'a password that a stranger registered with opens nothing after %s',
    async (way) => {
      const world = await buildWorld()
      const stranger = new Client(world.origin)
      const emailAccounts = 'victim@lab.test'
      const evil = { password: 'Evil-4711x', confirmPassword: 'Evil-4711x' }
      const said = { emailAccounts, name: 'Mallory', org: 'Nowhere', ...evil, ...(await world.captcha()) }
      await stranger.data(registration.register, said)
      const admin = await world.as('admin')
      const [found] = (await admin.data(users.list, { q: emailAccounts })).list
      await admin.data(users[way], { id: found?.id ?? '' })
      const code = codeIn((await world.inbox(emailAccounts)).at(-1))
      const victim = new Client(world.origin)
      await victim.call(registration.activate, { code })
      expect(await stranger.call(session.login, { emailAccounts, password: evil.password })).not.toMatchObject({
        code: 0,
      })
      const own = { password: 'Mesa-4711x', confirmPassword: 'Mesa-4711x', name: 'Vera', org: 'Lake lab' }
      await victim.data(registration.reset, { code, ...own, ...(await world.captcha()) })
      expect(await isSignedIn(await victim.login(emailAccounts, own.password))).toBe(true)
      expect(await stranger.call(session.login, { emailAccounts, password: evil.password })).toMatchObject({
        error: 'wrongCredentials',
      })
    },
  )
})

describe('POST /users/:id/disable', () => {
  test('nobody disables the own account', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    expect(await admin.call(users.disable, { id: world.idOf('admin') })).toMatchObject({ error: 'notYourself' })
  })

  test('two administrators who disable each other at once: one remains', async () => {
    const world = await buildWorld()
    await setRole(world, 'senior', 'role_admin')
    const [admin, senior] = await Promise.all([world.as('admin'), world.as('senior')])
    await Promise.all([
      admin.call(users.disable, { id: world.idOf('senior') }),
      senior.call(users.disable, { id: world.idOf('admin') }),
    ])
    const rest = await world.db
      .selectFrom('person')
      .select('id')
      .where('role', '=', 'role_admin')
      .where('disabled_at', 'is', null)
      .execute()
    expect(rest).toHaveLength(1)
  })

  test('somebody who owns spaces is not disabled before they are handed over', async () => {
    const world = await buildWorld()
    const [first] = [await world.space(), await world.space()]
    const admin = await world.as('admin')
    const id = world.idOf('owner')
    expect(await admin.call(users.disable, { id })).toMatchObject({ error: 'handoverNeeded', data: { count: 2 } })
    const some = [{ spaceId: first.id, personId: world.idOf('senior') }]
    expect(await admin.call(users.disable, { id, spaces: some })).toMatchObject({ data: { count: 1 } })
    expect(await admin.data(users.show, { id })).toMatchObject({ isDisabled: false, ownedSpaces: 2 })
    expect(await isSignedIn(await world.as('owner'))).toBe(true)
  })

  test.each<[who: string, change: object]>([
    ['disabled', { disabled_at: new Date() }],
    ['locked', { locked_at: new Date() }],
    ['invited', { state: 'invited' }],
  ])('nobody who is %s takes a space over', async (_who, change) => {
    const world = await buildWorld()
    await world.space()
    const admin = await world.as('admin')
    await world.db.updateTable('person').set(change).where('email', '=', 'senior@lab.test').execute()
    const id = world.idOf('owner')
    expect(await admin.call(users.disable, { id, all: world.idOf('senior') })).toMatchObject({ error: 'handoverWrong' })
    expect(await admin.call(users.disable, { id, all: id })).toMatchObject({ error: 'handoverWrong' })
    expect(await admin.call(users.disable, { id, all: newId() })).toMatchObject({ error: 'handoverWrong' })
  })

  test('every space gets its new owner, and every way to sign in ends at once', async () => {
    const world = await buildWorld()
    const [first, second] = [await world.space(), await world.space()]
    const admin = await world.as('admin')
    const owner = await world.as('owner')
    const id = world.idOf('owner')
    const other = await new Client(world.origin).login('owner@lab.test', PASSWORD)
    const hash = createHash('sha256').update('x').digest()
    const later = new Date(world.clock.now().getTime() + 1e9)
    await world.db
      .insertInto('access_token')
      .values({
        id: newId(),
        person_id: id,
        name: 'x',
        hash,
        prefix: 'x',
        scope: 'read',
        expires_at: later,
        last_used_at: null,
      })
      .execute()
    await world.db
      .insertInto('app_password')
      .values({
        id: newId(),
        person_id: id,
        name: 'x',
        hash,
        protocols: ['ftp'],
        space_id: null,
        expires_at: null,
        last_used_at: null,
      })
      .execute()
    const user = await admin.data(users.disable, {
      id,
      all: world.idOf('ordinary'),
      spaces: [
        { spaceId: second.id, personId: world.idOf('senior') },
        { spaceId: newId(), personId: newId() },
      ],
    })
    expect(user).toMatchObject({ isDisabled: true, ownedSpaces: 0, isOnline: false })
    expect(await isSignedIn(owner)).toBe(false)
    expect(await isSignedIn(other)).toBe(false)
    for (const table of ['access_token', 'app_password', 'session'] as const)
      expect(await world.db.selectFrom(table).select('person_id').where('person_id', '=', id).execute()).toEqual([])
    const rolesIn = async (spaceId: string) => {
      const rows = await world.db
        .selectFrom('member')
        .innerJoin('person', 'person.id', 'person_id')
        .select(['email', 'member.role'])
        .where('space_id', '=', spaceId)
        .execute()
      return Object.fromEntries(rows.map(({ email, role }) => [email.split('@')[0], role]))
    }
    expect(await rolesIn(first.id)).toEqual({ ordinary: 'owner', owner: 'senior', senior: 'senior', normal: 'normal' })
    expect(await rolesIn(second.id)).toEqual({ senior: 'owner', owner: 'senior', normal: 'normal' })
    const ordinary = await world.as('ordinary')
    expect(await ordinary.data(spaces.show, { id: first.id })).toMatchObject({ myRole: 'owner', memberCount: 4 })
    expect(await admin.data(spaces.show, { id: second.id })).toMatchObject({
      memberCount: 3,
      owner: { personName: '申大为' },
    })
    const messageList = await ordinary.data(messages.list, {})
    expect(messageList.list.map(({ kind, link }) => [kind, link])).toEqual([
      ['ownerGiven', `/space/${first.id}/details`],
    ])
    const written = await ordinary.data(journal.list, { id: first.id, action: 'ownerChanged' })
    expect(written.list).toMatchObject([
      { item: { id: world.idOf('ordinary') }, actor: { personId: world.idOf('admin') } },
    ])
    expect((await actions(world)).filter((action) => action === 'spaceHandedOver')).toHaveLength(2)
    expect(await mailsTo(world, 'owner@lab.test')).toContain('accountDisabled')
    expect(
      await new Client(world.origin).call(session.login, { emailAccounts: 'owner@lab.test', password: PASSWORD }),
    ).toMatchObject({ error: 'accountDisabled' })
  })

  test('whoever takes several spaces is informed once', async () => {
    const world = await buildWorld()
    for (let i = 0; i < 3; i += 1) await world.space()
    const admin = await world.as('admin')
    await admin.data(users.disable, { id: world.idOf('owner'), all: world.idOf('ordinary') })
    const { list } = await (await world.as('ordinary')).data(messages.list, {})
    expect(list).toMatchObject([{ kind: 'ownerGivenSeveral', link: '/space' }])
    expect(list[0]?.content).toContain('3')
    expect((await actions(world)).filter((action) => action === 'spaceHandedOver')).toHaveLength(3)
    expect(await admin.data(contract.audit.verify, {})).toMatchObject({ isWhole: true })
  })

  test('a space never ends with somebody who leaves at the same moment', async () => {
    const world = await buildWorld()
    await world.space()
    const admin = await world.as('admin')
    const answers = await Promise.all([
      admin.call(users.disable, { id: world.idOf('owner'), all: world.idOf('senior') }),
      admin.call(users.disable, { id: world.idOf('senior') }),
    ])
    expect(answers.filter(({ code }) => code === 0)).toHaveLength(1)
    const owners = await world.db
      .selectFrom('space')
      .innerJoin('person', 'person.id', 'owner_id')
      .select('disabled_at')
      .execute()
    expect(owners).toEqual([{ disabled_at: null }])
  })

  test('who is disabled already stays so without a second mail, and can be enabled again', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const id = world.idOf('ordinary')
    const { isDisabled } = await admin.data(users.disable, { id })
    await admin.data(users.disable, { id })
    expect(isDisabled).toBe(true)
    expect(await mailsTo(world, 'ordinary@lab.test')).toEqual(['accountDisabled'])
    expect(await admin.data(users.enable, { id })).toMatchObject({ isDisabled: false })
    expect(await isSignedIn(await world.as('ordinary'))).toBe(true)
    expect((await actions(world)).filter((action) => action === 'userDisabled')).toHaveLength(1)
  })
})

describe('POST /users/:id/lock', () => {
  test('nobody locks the own account', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    expect(await admin.call(users.lock, { id: world.idOf('admin') })).toMatchObject({ error: 'notYourself' })
  })

  test('two administrators who lock each other at once: one remains', async () => {
    const world = await buildWorld()
    await setRole(world, 'senior', 'role_admin')
    const [admin, senior] = await Promise.all([world.as('admin'), world.as('senior')])
    await Promise.all([
      admin.call(users.lock, { id: world.idOf('senior') }),
      senior.call(users.lock, { id: world.idOf('admin') }),
    ])
    const rows = await world.db.selectFrom('person').select('locked_at').where('role', '=', 'role_admin').execute()
    expect(rows.filter(({ locked_at }) => locked_at === null)).toHaveLength(1)
  })

  test('the sessions end, and unlocking allows sign-in and forgets wrong passwords', async () => {
    const world = await buildWorld()
    const [admin, ordinary] = await Promise.all([world.as('admin'), world.as('ordinary')])
    const id = world.idOf('ordinary')
    expect(await admin.data(users.lock, { id })).toMatchObject({ isLocked: true })
    expect(await isSignedIn(ordinary)).toBe(false)
    const fresh = new Client(world.origin)
    const right = { emailAccounts: 'ordinary@lab.test', password: PASSWORD }
    expect(await fresh.call(session.login, right)).toMatchObject({ error: 'accountLocked' })
    expect(await admin.data(users.unlock, { id })).toMatchObject({ isLocked: false })
    for (let i = 0; i < 4; i += 1) await fresh.call(session.login, { ...right, password: 'wrong' })
    expect(await fresh.call(session.login, right)).toMatchObject({ error: 'loginDelayed' })
    await world.db
      .insertInto('login_delay')
      .values({ key: '127.0.0.1 extraordinary@lab.test', failures: 1, last_at: new Date(), until: new Date() })
      .execute()
    await admin.data(users.unlock, { id })
    expect(await fresh.call(session.login, right)).toMatchObject({ code: 0 })
    const kept = await world.db.selectFrom('login_delay').select('key').where('key', 'like', '% %').execute()
    expect(kept).toEqual([{ key: '127.0.0.1 extraordinary@lab.test' }])
  })
})

describe('POST /users/:id/end-sessions', () => {
  test('answers how many ended', async () => {
    const world = await buildWorld()
    const [admin, ordinary] = await Promise.all([world.as('admin'), world.as('ordinary')])
    await new Client(world.origin).login('ordinary@lab.test', PASSWORD)
    expect(await admin.data(users.endSessions, { id: world.idOf('ordinary') })).toBe(2)
    expect(await isSignedIn(ordinary)).toBe(false)
  })
})

describe('POST /users/:id/reset-second-step', () => {
  test('asks an administrator who was not heard of for a while to prove it', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    world.clock.advance(20 * 60_000)
    const id = world.idOf('ordinary')
    expect(await admin.call(users.resetSecondStep, { id })).toMatchObject({ error: 'confirmNeeded' })
  })

  test('takes the authenticator app, passkeys and recovery codes away and tells their owner', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const id = world.idOf('ordinary')
    const bytes = Buffer.from('x')
    await world.db.insertInto('totp').values({ person_id: id, secret: bytes }).execute()
    await world.db
      .insertInto('passkey')
      .values({ id: newId(), person_id: id, credential_id: 'x', public_key: bytes, name: 'x', last_used_at: null })
      .execute()
    await world.db.insertInto('recovery_code').values({ person_id: id, hash: bytes, used_at: null }).execute()
    expect(await admin.data(users.show, { id })).toMatchObject({ hasSecondStep: true })
    expect(await admin.data(users.resetSecondStep, { id })).toMatchObject({ hasSecondStep: false })
    expect(await world.db.selectFrom('recovery_code').selectAll().execute()).toEqual([])
    expect(await mailsTo(world, 'ordinary@lab.test')).toEqual(['secondStepChanged'])
  })
})

describe('GET /users', () => {
  const crowd = async (world: World) => {
    const at = world.clock.now().getTime()
    await world.db
      .insertInto('person')
      .values(
        Array.from({ length: 23 }, (_, i) => ({
          id: newId(),
          email: `p${i}@sea.test`,
          name: ['张三', 'scan 10', 'scan 9', 'Ångström', '阿明'][i % 5] ?? '',
          unit: i % 2 ? '湖泊研究所' : 'Sea 100% lab',
          role: 'role_general' as const,
          password_hash: null,
          disabled_at: i % 7 === 3 ? new Date(at) : null,
          locked_at: i % 7 === 4 ? new Date(at) : null,
          state: i % 7 === 5 ? ('invited' as const) : ('active' as const),
          created_at: new Date(at - (i % 4) * 1000),
          last_sign_in_at: i % 3 ? new Date(at - (i % 2) * 1000) : null,
        })),
      )
      .execute()
  }
  const walk = async (client: Client, query: InputOf<typeof users.list>) => {
    const seen = []
    let after: string | undefined
    do {
      const page = await client.data(users.list, { ...query, after, size: 4 })
      seen.push(...page.list)
      after = page.next
    } while (after)
    return seen
  }

  test.each(
    (['created', 'name', 'email', 'lastSignIn'] as const).flatMap((sort) =>
      (['asc', 'desc'] as const).map((order) => [sort, order] as const),
    ),
  )('pages by %s %s hold everybody once and in order', async (sort, order) => {
    const world = await buildWorld()
    await crowd(world)
    const admin = await world.as('admin')
    const paged = await walk(admin, { sort, order })
    const whole = await admin.data(users.list, { sort, order, size: 1000 })
    expect(paged.map(({ id }) => id)).toEqual(whole.list.map(({ id }) => id))
    expect(new Set(paged.map(({ id }) => id)).size).toBe(28)
    const keys = { created: 'createTime', email: 'emailAccounts', lastSignIn: 'lastSignInAt', name: 'name' } as const
    const values = paged.map((user) => user[keys[sort]] ?? '')
    const inOrder = order === 'asc' ? values : values.toReversed()
    if (sort !== 'name') expect(inOrder).toEqual(inOrder.toSorted())
    else expect(inOrder.indexOf('scan 9')).toBeLessThan(inOrder.indexOf('scan 10'))
  })

  test('filters say what they mean', async () => {
    const world = await buildWorld()
    await crowd(world)
    const admin = await world.as('admin')
    await world.as('owner')
    const named = async (query: InputOf<typeof users.list>) =>
      (await walk(admin, query)).map(({ emailAccounts }) => emailAccounts)
    expect(await named({ role: 'role_admin' })).toEqual(['admin@lab.test'])
    expect(await named({ state: 'invited' })).toHaveLength(3)
    expect(await named({ status: 'disabled' })).toHaveLength(3)
    expect(await named({ status: 'locked' })).toHaveLength(3)
    expect(await named({ status: 'enabled' })).toHaveLength(22)
    expect(await named({ online: 'true', sort: 'email', order: 'asc' })).toEqual(['admin@lab.test', 'owner@lab.test'])
    world.clock.advance(ONLINE_MS + 1)
    expect(await named({ online: 'true' })).not.toContain('owner@lab.test')
  })

  test('a search looks into name, address and unit, whatever the case, and takes % for a letter', async () => {
    const world = await buildWorld()
    await crowd(world)
    const admin = await world.as('admin')
    const found = async (q: string) => (await walk(admin, { q })).length
    expect(await found('张三')).toBe(5)
    expect(await found('张')).toBe(5)
    expect(await found('SCAN 1')).toBe(5)
    expect(await found('P22@')).toBe(1)
    expect(await found('研究所')).toBe(11)
    expect(await found('100%')).toBe(12)
    expect(await found('0%')).toBe(12)
    expect(await found('9%')).toBe(0)
    expect(await found('å')).toBe(4)
    expect(await found('  ')).toBe(28)
    expect(await found('nobody at all')).toBe(0)
  })

  test.each(['created', 'name', 'email', 'lastSignIn'])(
    'a cursor that we did not write is refused by %s',
    async (sort) => {
      const admin = await (await buildWorld()).as('admin')
      const cursors = [1, [1, newId()], ['x', 'y'], ['0000-01-01T00:00:00Z', 1], ['2026-01-01T00:00:00+99', 2]]
      const dated = ['x', '0000-01-01T00:00:00Z', '2026-01-01T00:00:00+99'].map((key) => [key, newId()])
      for (const cursor of sort === 'name' || sort === 'email' ? cursors : [...cursors, ...dated]) {
        const after = Buffer.from(JSON.stringify(cursor)).toString('base64url')
        expect((await admin.fetch(`/api/users?sort=${sort}&after=${after}`)).status).toBe(400)
      }
    },
  )

  test('a filter that makes no sense is refused', async () => {
    const admin = await (await buildWorld()).as('admin')
    for (const query of ['role=boss', 'status=gone', 'online=false', 'size=0', 'sort=age', `q=${'x'.repeat(101)}`])
      expect((await admin.fetch(`/api/users?${query}`)).status, query).toBe(400)
  })

  test('methods, spaces and the second step stand beside each account', async () => {
    const world = await buildWorld()
    await world.space()
    const admin = await world.as('admin')
    const id = world.idOf('owner')
    const methodId = newId()
    await world.db
      .insertInto('method')
      .values({ id: methodId, kind: 'ldap', name: sql`'{}'::jsonb`, config: sql`'{}'::jsonb`, secrets: null } as never)
      .execute()
    for (const subject of ['a', 'b'])
      await world.db
        .insertInto('identity')
        .values({ id: newId(), method_id: methodId, subject, person_id: id, last_used_at: null })
        .execute()
    const { list } = await admin.data(users.list, { q: 'olive' })
    expect(list).toMatchObject([{ id, methods: ['ldap'], ownedSpaces: 1, hasPassword: true, isOnline: true }])
  })
})

describe('GET /users-counts', () => {
  test('counts everybody once, and again after a change or ten seconds', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const first = { total: 5, general: 2, senior: 2, admin: 1, waiting: 0, disabled: 0, locked: 0, online: 1 }
    expect(await admin.data(users.counts, {})).toEqual(first)
    await world.db.updateTable('person').set({ locked_at: new Date() }).where('email', '=', 'owner@lab.test').execute()
    expect(await admin.data(users.counts, {})).toEqual(first)
    world.clock.advance(10_001)
    expect(await admin.data(users.counts, {})).toEqual({ ...first, locked: 1 })
    await admin.data(users.create, draft())
    expect(await admin.data(users.counts, {})).toMatchObject({ total: 6, general: 3, waiting: 1 })
    expect((await admin.data(users.list, { state: 'waiting' })).list).toHaveLength(1)
  })
})

describe('GET /users/:id/spaces', () => {
  test('lists what somebody owns by name, page by page', async () => {
    const world = await buildWorld()
    for (const name of ['湖 10', '湖 9', 'Reef']) await world.space({ name })
    const admin = await world.as('admin')
    const id = world.idOf('owner')
    const first = await admin.data(users.owned, { id, size: 2 })
    const second = await admin.data(users.owned, { id, size: 2, after: first.next })
    const names = [...first.list, ...second.list].map(({ name }) => name)
    expect(names.indexOf('湖 9')).toBe(names.indexOf('湖 10') - 1)
    expect(new Set(names).size).toBe(3)
    expect(second.next).toBeUndefined()
    expect(first.list[0]).toMatchObject({ memberCount: 3, usedBytes: 0 })
    expect(await admin.data(users.owned, { id: world.idOf('ordinary') })).toEqual({ list: [] })
  })
})

describe('invitation codes', () => {
  const open = { emailAccounts: '', role: 'role_senior', uses: 3, validityDays: 7 } as const

  test('one that is not there cannot be taken back', async () => {
    const admin = await (await buildWorld()).as('admin')
    expect(await admin.call(users.removeInvitation, { id: newId() })).toMatchObject({ error: 'notFound' })
  })

  test('a code is shown once and kept as its hash; only one for an address is mailed', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const { item, code, url } = await admin.data(users.addInvitation, { ...open })
    expect(code).toMatch(/^[\w-]{20,}$/)
    expect(url).toBe(`${world.origin}/register?code=${code}`)
    expect(item).toMatchObject({ emailAccounts: '', role: 'role_senior', usesLeft: 3, createdBy: 'Ada Admin' })
    const row = await world.db.selectFrom('invitation').selectAll().executeTakeFirstOrThrow()
    expect(row.hash.equals(createHash('sha256').update(code).digest())).toBe(true)
    expect(await world.db.selectFrom('mail').selectAll().execute()).toEqual([])
    await admin.data(users.addInvitation, { ...open, emailAccounts: 'New@lab.test', uses: 1 })
    expect(await mailsTo(world, 'New@lab.test')).toEqual(['invitationCode'])
    const written = JSON.stringify(await world.db.selectFrom('audit').selectAll().execute())
    expect(written).not.toContain(code)
  })

  test('the list holds those that still work, newest first', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const made: string[] = []
    for (const validityDays of [1, 7, 7, 7]) {
      made.push((await admin.data(users.addInvitation, { ...open, validityDays })).item.id)
      world.clock.advance(1000)
    }
    const first = await admin.data(users.invitations, { size: 3 })
    const second = await admin.data(users.invitations, { size: 3, after: first.next })
    expect([...first.list, ...second.list].map(({ id }) => id)).toEqual(made.toReversed())
    await admin.data(users.removeInvitation, { id: made[3] ?? '' })
    await world.db
      .updateTable('invitation')
      .set({ uses_left: 0 })
      .where('id', '=', made[2] ?? '')
      .execute()
    await world.db
      .updateTable('invitation')
      .set({ expires_at: new Date(0) })
      .where('id', '=', made[0] ?? '')
      .execute()
    expect((await admin.data(users.invitations, {})).list.map(({ id }) => id)).toEqual([made[1]])
  })
})
