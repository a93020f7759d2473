import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { AVATAR_PX, KEYS_PER_PERSON } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { codeIn } from '../support/inbox.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

const { account, session, settings, registration, users } = contract
const GOOD = 'Mesa-4711x'
const profile = {
  name: '欧阳文',
  englishName: 'Ouyang Wen',
  orgChineseName: '湖泊研究所',
  orgEnglishName: 'Institute of Lakes',
  telephone: '13800138000',
  orcId: '0000-0002-1825-0097',
  introduction: '水',
}
const picture = async (width: number, height: number, colour = '#0f766e') =>
  `data:image/png;base64,${(
    await sharp({ create: { width, height, channels: 3, background: colour } })
      .png()
      .toBuffer()
  ).toString('base64')}`

describe('the own profile', () => {
  test.each([
    ['name', ''],
    ['name', '<script>'],
    ['orgChineseName', ''],
    ['telephone', '12345'],
    ['telephone', '25412345678'],
    ['orcId', '0000-0002-1825-0098'],
    ['introduction', 'x'.repeat(301)],
  ])('%s refuses %j', async (field, value) => {
    const owner = await (await buildWorld()).as('owner')
    const answer = await owner.call(account.update, { ...profile, [field]: value })
    expect(answer).toMatchObject({ error: 'invalid', fields: [{ field }] })
  })

  test('changes, and every window of the person sees the new name', async () => {
    const world = await buildWorld()
    const [here, there] = [await world.as('owner'), await new Client(world.origin).login('owner@lab.test', PASSWORD)]
    await here.data(account.update, profile)
    expect(await there.data(account.profile, {})).toMatchObject(profile)
    expect(await there.data(session.current, {})).toMatchObject({ name: '欧阳文' })
  })
})

describe('the picture', () => {
  test.each([
    ['no image', `data:image/png;base64,${Buffer.from('<svg onload=alert(1)>').toString('base64')}`],
    ['an SVG', `data:image/png;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"').toString('base64')}`],
    ['nothing', 'data:image/png;base64,'],
  ])('%s is refused', async (_what, image) => {
    const owner = await (await buildWorld()).as('owner')
    expect(await owner.call(account.setAvatar, { image })).toMatchObject({ error: 'imageInvalid' })
  })

  test('a program that calls itself a picture is refused before anything draws it', async () => {
    const owner = await (await buildWorld()).as('owner')
    const uses = Array.from(
      { length: 12 },
      (_, i) => `<g id="g${i + 1}">${`<use href="#g${i}"/>`.repeat(10)}</g>`,
    ).join('')
    const svg = `<svg xmlns="http://www.w3.org/2000/svg"><g id="g0"><rect width="9" height="9"/></g>${uses}</svg>`
    const image = `data:image/png;base64,${Buffer.from(svg).toString('base64')}`
    const began = performance.now()
    expect(await owner.call(account.setAvatar, { image })).toMatchObject({ error: 'imageInvalid' })
    expect(performance.now() - began).toBeLessThan(5000)
  })

  test('is drawn again as a square PNG and shown to everybody by its hash', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const { avatar } = await owner.data(account.setAvatar, { image: await picture(400, 200) })
    const response = await (await world.as('stranger')).fetch(avatar)
    const { width, height, format } = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
    expect([width, height, format]).toEqual([AVATAR_PX, AVATAR_PX, 'png'])
    expect(response.headers.get('content-security-policy')).toContain('sandbox')
    expect(await owner.data(account.removeAvatar, {})).toMatchObject({ avatar: '' })
  })
})

describe('the password', () => {
  const change = (client: Client, origPwd: string, newPwd: string, conPwd = newPwd) =>
    client.call(account.changePassword, { origPwd, newPwd, conPwd })

  test.each([
    ['a wrong old one', 'nope', GOOD, GOOD, 'wrongPassword'],
    ['two that differ', PASSWORD, GOOD, 'Other-4711', 'passwordsDiffer'],
    ['the same again', PASSWORD, PASSWORD, PASSWORD, 'passwordSame'],
    ['a common one', PASSWORD, 'Password1!', 'Password1!', 'passwordCommon'],
    ['a weak one', PASSWORD, 'abcdefgh', 'abcdefgh', 'invalid'],
  ])('%s is refused', async (_what, old, next, confirm, error) => {
    const owner = await (await buildWorld()).as('owner')
    expect(await change(owner, old, next, confirm)).toMatchObject({ error })
  })

  test('changes for everybody, ordinary users included; other sessions end, this one stays, a mail tells', async () => {
    const world = await buildWorld()
    const [here, there] = [
      await new Client(world.origin).login('ordinary@lab.test', PASSWORD),
      await new Client(world.origin).login('ordinary@lab.test', PASSWORD),
    ]
    expect(await change(here, PASSWORD, GOOD)).toMatchObject({ code: 0 })
    expect(await here.call(session.current, {})).toMatchObject({ code: 0 })
    expect(await there.call(session.current, {})).toMatchObject({ code: 5 })
    expect(
      await new Client(world.origin).call(session.login, { emailAccounts: 'ordinary@lab.test', password: PASSWORD }),
    ).toMatchObject({ error: 'wrongCredentials' })
    expect(await world.inbox('ordinary@lab.test')).toHaveLength(2)
  })

  test('its strength is told: weak breaks the rule, common is common', async () => {
    const owner = await (await buildWorld()).as('owner')
    expect(await owner.data(account.checkPassword, { password: 'abc' })).toEqual({ strength: 'weak', isCommon: false })
    expect(await owner.data(account.checkPassword, { password: 'Password1!' })).toMatchObject({ isCommon: true })
    expect(await owner.data(account.checkPassword, { password: 'Mesa-47#1xQ' })).toEqual({
      strength: 'strong',
      isCommon: false,
    })
  })
})

describe('the backup address', () => {
  test('counts once its link was followed, and then reset links go there too', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    expect(await owner.call(account.setBackupEmail, { spareEmail: 'OWNER@lab.test' })).toMatchObject({
      error: 'backupSame',
    })
    await owner.data(account.setBackupEmail, { spareEmail: 'home@lab.test' })
    expect(await owner.data(account.profile, {})).toMatchObject({
      backupEmail: 'home@lab.test',
      isBackupVerified: false,
    })
    const code = codeIn((await world.inbox('home@lab.test'))[0])
    const stranger = await world.as('stranger')
    await stranger.data(registration.confirmBackup, { code })
    expect(await owner.data(account.profile, {})).toMatchObject({ isBackupVerified: true })
    await stranger.data(registration.requestReset, { emailAccounts: 'owner@lab.test', ...(await world.captcha()) })
    expect(await world.inbox('home@lab.test')).toHaveLength(2)
  })

  test('a link for an address that was replaced since confirms nothing', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    await owner.data(account.setBackupEmail, { spareEmail: 'home@lab.test' })
    await owner.data(account.setBackupEmail, { spareEmail: 'other@lab.test' })
    const code = codeIn((await world.inbox('home@lab.test'))[0])
    expect(await (await world.as('stranger')).call(registration.confirmBackup, { code })).toMatchObject({
      error: 'linkWrong',
    })
  })
})

describe('devices', () => {
  test('somebody else’s session is not there to end', async () => {
    const world = await buildWorld()
    const [owner, normal] = [await world.as('owner'), await world.as('normal')]
    const [device] = await normal.data(account.devices, {})
    expect(await owner.call(account.endDevice, { id: device?.id ?? '' })).toMatchObject({ error: 'notFound' })
  })

  test('each is listed with what it is; one ended is dead at once, all others by one call', async () => {
    const world = await buildWorld()
    const clients = await Promise.all([1, 2, 3].map(() => new Client(world.origin).login('owner@lab.test', PASSWORD)))
    const [here, second, third] = clients as [Client, Client, Client]
    const devices = await here.data(account.devices, {})
    expect(devices.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    const other = (await second.data(account.devices, {})).find(({ isCurrent }) => isCurrent)
    await here.data(account.endDevice, { id: other?.id ?? '' })
    expect(await second.call(session.current, {})).toMatchObject({ code: 5 })
    expect(await here.data(account.endOthers, {})).toBe(1)
    expect(await third.call(session.current, {})).toMatchObject({ code: 5 })
  })

  test('a browser that is new to a person is told by mail, the second time not, and not to who wants none', async () => {
    const world = await buildWorld()
    const sign = (client: Client) => client.login('owner@lab.test', PASSWORD)
    const known = await sign(new Client(world.origin))
    await sign(known)
    expect(await world.inbox('owner@lab.test')).toHaveLength(0)
    await sign(new Client(world.origin))
    expect(await world.inbox('owner@lab.test')).toHaveLength(1)
    await known.data(account.setMailType, { type: 'account_security', value: false })
    expect(await known.data(account.mailTypes, {})).toMatchObject({ account_security: false, space_invite: true })
    await sign(new Client(world.origin))
    expect(await world.inbox('owner@lab.test')).toHaveLength(1)
  })

  test('the history tells sign-ins and refusals, newest first, page by page, and only one’s own', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    await new Client(world.origin).call(session.login, { emailAccounts: 'owner@lab.test', password: 'nope' })
    await world.as('normal')
    const first = await owner.data(account.history, { size: '1' as never })
    expect(first.list).toMatchObject([{ outcome: 'refused', reason: 'wrongCredentials', method: 'password' }])
    const rest = await owner.data(account.history, { after: first.next })
    expect(rest.list).toMatchObject([{ outcome: 'success' }])
  })
})

describe('an access token', () => {
  const make = async (world: World, scope: 'read' | 'write') => {
    const owner = await world.as('owner')
    const { token, item } = await owner.data(account.addToken, { name: 'ci', scope, validityDays: 7 })
    const call = (path: string, init: RequestInit = {}) =>
      fetch(world.origin + path, {
        ...init,
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...(init.headers as object) },
      })
    return { owner, token, item, call }
  }
  const errorOf = async (response: Response) => ((await response.json()) as { error?: string }).error

  test('is one of so many of its person', async () => {
    const world = await buildWorld()
    const { owner } = await make(world, 'read')
    const more = { name: 'more', scope: 'read', validityDays: 7 } as const
    for (let count = 1; count < KEYS_PER_PERSON; count += 1) await owner.data(account.addToken, more)
    expect(await owner.call(account.addToken, more)).toMatchObject({ error: 'tooManyKeys' })
  })

  test('that reads changes nothing', async () => {
    const world = await buildWorld()
    const { call } = await make(world, 'read')
    expect((await call('/api/spaces?scope=mine')).status).toBe(200)
    const body = JSON.stringify({ name: 'a', identifier: 'abc1', type: 'private' })
    expect(await errorOf(await call('/api/spaces', { method: 'POST', body }))).toBe('tokenReadsOnly')
  })

  test('that writes needs no CSRF token, but never reaches the account or administration', async () => {
    const world = await buildWorld()
    const { call } = await make(world, 'write')
    const body = JSON.stringify({ name: 'a', identifier: 'abc1', type: 'private' })
    expect((await call('/api/spaces', { method: 'POST', body })).status).toBe(200)
    expect(await errorOf(await call('/api/account/tokens'))).toBe('sessionOnly')
    expect(await errorOf(await call('/api/account/sessions', { method: 'DELETE' }))).toBe('sessionOnly')
    const admin = await world.as('admin')
    const { token } = await admin.data(account.addToken, { name: 'a', scope: 'write', validityDays: 1 })
    const response = await fetch(`${world.origin}/api/users`, { headers: { authorization: `Bearer ${token}` } })
    expect(await errorOf(response)).toBe('sessionOnly')
  })

  test('is shown once, kept as a hash, dead when ended, expired or its person disabled', async () => {
    const world = await buildWorld()
    const { owner, token, item, call } = await make(world, 'read')
    expect(JSON.stringify(await owner.data(account.tokens, {}))).not.toContain(token)
    const { rows } = { rows: await world.db.selectFrom('access_token').selectAll().execute() }
    expect(JSON.stringify(rows)).not.toContain(token)
    await world.db
      .updateTable('person')
      .set({ disabled_at: world.clock.now() })
      .where('email', '=', 'owner@lab.test')
      .execute()
    expect((await call('/api/get.u')).status).toBe(401)
    await world.db.updateTable('person').set({ disabled_at: null }).execute()
    expect((await call('/api/get.u')).status).toBe(200)
    world.clock.advance(7 * 86_400_000)
    expect((await call('/api/get.u')).status).toBe(401)
    world.clock.advance(-7 * 86_400_000)
    await owner.data(account.removeToken, { id: item.id })
    expect((await call('/api/get.u')).status).toBe(401)
  })

  test('a made-up one is nobody', async () => {
    const world = await buildWorld()
    for (const token of ['dst_', 'dst_x', 'x'.repeat(5000), '😀'.repeat(3).normalize()]) {
      const response = await fetch(`${world.origin}/api/get.u`, {
        headers: { authorization: `Bearer ${encodeURIComponent(token)}` },
      })
      expect(response.status).toBe(401)
    }
  })
})

describe('an app password', () => {
  test('for a space that one cannot see is refused as if there were none', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const ordinary = await world.as('ordinary')
    const draft = { name: 'phone', protocols: ['webdav' as const], spaceId: id }
    expect(await ordinary.call(account.addAppPassword, draft)).toMatchObject({ error: 'spaceNotFound' })
  })

  test('is shown once, names its space, and is gone when removed', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const owner = await world.as('owner')
    const { password, item } = await owner.data(account.addAppPassword, {
      name: 'phone',
      protocols: ['webdav'],
      spaceId: id,
    })
    expect(password).toMatch(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/)
    expect(await owner.data(account.appPasswords, {})).toMatchObject([
      { id: item.id, space: { id, name: 'Lake survey' }, expiresAt: null },
    ])
    await owner.data(account.removeAppPassword, { id: item.id })
    expect(await owner.data(account.appPasswords, {})).toEqual([])
  })
})

describe('an account that an administrator closes', () => {
  test.each([
    ['locked', users.lock, 'accountLocked'],
    ['disabled', users.disable, 'accountDisabled'],
  ])('%s: its sessions end at once and it does not open again', async (_what, operation, error) => {
    const world = await buildWorld()
    const [admin, ordinary] = [await world.as('admin'), await world.as('ordinary')]
    await admin.data(operation, { id: world.idOf('ordinary') })
    expect(await ordinary.call(session.current, {})).toMatchObject({ code: 5 })
    const again = await new Client(world.origin).call(session.login, {
      emailAccounts: 'ordinary@lab.test',
      password: PASSWORD,
    })
    expect(again).toMatchObject({ error })
  })
})

describe('signing in by a local password, switched off', () => {
  test('is refused to everybody but administrators', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    await admin.data(settings.setAccountRules, {
      ...(await admin.data(settings.accountRules, {})),
      isPasswordSignInOn: false,
    })
    const login = (emailAccounts: string) =>
      new Client(world.origin).call(session.login, { emailAccounts, password: PASSWORD })
    expect(await login('owner@lab.test')).toMatchObject({ error: 'passwordSignInOff' })
    expect(await login('admin@lab.test')).toMatchObject({ code: 0 })
  })

  test('closes registration too: nobody gets an account that only a password would open', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const rules = await admin.data(settings.accountRules, {})
    await admin.data(settings.setAccountRules, { ...rules, isPasswordSignInOn: false })
    const form = { emailAccounts: 'eve@lab.test', name: 'Eve', org: 'Lab', password: GOOD, confirmPassword: GOOD }
    const stranger = await world.as('stranger')
    expect(await stranger.call(registration.register, { ...form, ...(await world.captcha()) })).toMatchObject({
      error: 'passwordSignInOff',
    })
    expect(await (await fetch(`${world.origin}/register`)).text()).toContain('本站已关闭密码登录')
  })
})

describe('the mail about a new device', () => {
  test.each([
    ['zh', '密码'],
    ['en', 'Password'],
  ] as const)('says in the language of its reader (%s) how the session was opened', async (language, word) => {
    const world = await buildWorld()
    await new Client(world.origin).login('owner@lab.test', PASSWORD)
    await world.db.updateTable('person').set({ language }).where('email', '=', 'owner@lab.test').execute()
    await new Client(world.origin).login('owner@lab.test', PASSWORD)
    const [mail] = await world.inbox('owner@lab.test')
    expect(mail?.text).toContain(language === 'zh' ? `方式：${word}\n` : `Method: ${word}\n`)
  })
})
