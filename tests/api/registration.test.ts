import { describe, expect, test } from 'vitest'
import { ACTIVATION_HOURS, CAPTCHA_MS, MAIL_AGAIN_MS, RESET_HOURS } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { HOUR_MS } from '../../contract/core/time.ts'
import { REGISTRATIONS_AN_HOUR } from '../../server/modules/registration/register.ts'
import { Client } from '../support/client.ts'
import { codeIn } from '../support/inbox.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

const { account, audit, registration, session, users, settings } = contract
const GOOD = 'Mesa-4711x'

const form = async (
  world: World,
  over: Partial<Parameters<typeof registration.register.input.parse>[0] & object> = {},
) => ({
  emailAccounts: 'new@lab.test',
  name: '新同学',
  org: '湖泊研究所',
  password: GOOD,
  confirmPassword: GOOD,
  ...(await world.captcha()),
  ...over,
})
const login = (world: World, emailAccounts: string, password: string) =>
  new Client(world.origin).call(session.login, { emailAccounts, password })

describe('GET /getCode', () => {
  test('the answer leaves the server neither in the body nor in the image as text', async () => {
    const world = await buildWorld()
    const stranger = await world.as('stranger')
    const { image, question, captchaId } = await stranger.data(registration.captcha, {})
    expect(image).toMatch(/^data:image\/png;base64,/)
    expect(question).toBe('')
    const row = await world.db.selectFrom('captcha').selectAll().where('id', '=', captchaId).executeTakeFirstOrThrow()
    expect(row.answer).toHaveLength(32)
  })

  test('people who cannot read the image get a question in words, in their language', async () => {
    const world = await buildWorld()
    const stranger = new Client(world.origin)
    const { question, captchaId, image } = await stranger.data(registration.captcha, { kind: 'words' })
    const [, a, b] = /What is (\d+) plus (\d+)\?/.exec(question) ?? []
    expect(image).toBe('')
    const answer = { captchaId, verificationCode: ` ${Number(a) + Number(b)} ` }
    expect(await stranger.call(registration.register, { ...(await form(world)), ...answer })).toMatchObject({ code: 0 })
  })

  test('the 61st image of a minute is refused', async () => {
    const world = await buildWorld()
    const stranger = await world.as('stranger')
    for (let i = 0; i < 60; i += 1) await stranger.data(registration.captcha, { kind: 'words' })
    expect(await stranger.call(registration.captcha, { kind: 'words' })).toMatchObject({ status: 429 })
  })
})

describe('POST /user/add', () => {
  test.each([
    ['a wrong answer to the image', async () => ({ verificationCode: 'XXXX' }), 'captchaWrong', 'verificationCode'],
    [
      'two passwords that differ',
      async () => ({ confirmPassword: 'Other-4711' }),
      'passwordsDiffer',
      'confirmPassword',
    ],
    [
      'a common password',
      async () => ({ password: 'Password1!', confirmPassword: 'Password1!' }),
      'passwordCommon',
      'password',
    ],
    ['a short password', async () => ({ password: 'Ab1!', confirmPassword: 'Ab1!' }), 'invalid', 'password'],
    [
      'a password of two kinds',
      async () => ({ password: 'abcdefg1', confirmPassword: 'abcdefg1' }),
      'invalid',
      'password',
    ],
    ['a malformed address', async () => ({ emailAccounts: 'nobody' }), 'invalid', 'emailAccounts'],
    ['a name with marks', async () => ({ name: '<b>' }), 'invalid', 'name'],
    ['no unit', async () => ({ org: ' ' }), 'invalid', 'org'],
    ['an invitation that does not exist', async () => ({ code: 'nonsense-code' }), 'invitationWrong', 'code'],
  ])('refuses %s beside its field', async (_what, over, error, field) => {
    const world = await buildWorld()
    const answer = await (await world.as('stranger')).call(registration.register, await form(world, await over()))
    expect(answer).toMatchObject({ error, fields: [{ field }] })
  })

  test('refuses an image that was answered before, also rightly', async () => {
    const world = await buildWorld()
    const stranger = await world.as('stranger')
    const captcha = await world.captcha()
    expect(await stranger.call(registration.register, { ...(await form(world)), ...captcha })).toMatchObject({
      code: 0,
    })
    const again = { ...(await form(world, { emailAccounts: 'b@lab.test' })), ...captcha }
    expect(await stranger.call(registration.register, again)).toMatchObject({ error: 'captchaWrong' })
  })

  test('refuses an image after 60 seconds', async () => {
    const world = await buildWorld()
    const input = await form(world)
    world.clock.advance(CAPTCHA_MS + 1)
    expect(await (await world.as('stranger')).call(registration.register, input)).toMatchObject({
      error: 'captchaWrong',
    })
  })

  test('is closed when the site says so, but not to somebody who was invited', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const rules = await admin.data(settings.accountRules, {})
    await admin.data(settings.setAccountRules, { ...rules, isRegistrationOpen: false })
    const stranger = await world.as('stranger')
    expect(await stranger.call(registration.register, await form(world))).toMatchObject({ error: 'registrationClosed' })
    const { code } = await admin.data(users.addInvitation, {
      emailAccounts: '',
      role: 'role_general',
      uses: 1,
      validityDays: 1,
    })
    expect(await stranger.call(registration.register, await form(world, { code }))).toMatchObject({ code: 0 })
  })

  test('answers a known address exactly as an unknown one; its owner gets a mail, and nothing changes', async () => {
    const world = await buildWorld()
    const stranger = await world.as('stranger')
    const known = await stranger.call(registration.register, await form(world, { emailAccounts: 'OWNER@lab.test' }))
    const unknown = await stranger.call(registration.register, await form(world))
    expect(known).toEqual(unknown)
    const [mail] = await world.inbox('owner@lab.test')
    expect(mail?.text).toContain('/retrieve-password')
    expect(await login(world, 'owner@lab.test', PASSWORD)).toMatchObject({ code: 0 })
    expect(await login(world, 'owner@lab.test', GOOD)).toMatchObject({ error: 'wrongCredentials' })
  })

  test('the account opens only after the link of the mail, which says how long it works', async () => {
    const world = await buildWorld()
    const stranger = await world.as('stranger')
    await stranger.data(registration.register, await form(world))
    expect(await login(world, 'new@lab.test', GOOD)).toMatchObject({ error: 'accountInactive' })
    const [mail] = await world.inbox('new@lab.test')
    expect(mail?.text).toContain(`${ACTIVATION_HOURS} hours`)
    expect(await stranger.data(registration.activate, { code: codeIn(mail) })).toEqual({
      emailAccounts: 'new@lab.test',
    })
    expect(await login(world, 'new@lab.test', GOOD)).toMatchObject({
      code: 0,
      data: { user: { roles: ['role_general'] } },
    })
  })

  test('an activation link works once, and not after its time', async () => {
    const world = await buildWorld()
    const stranger = await world.as('stranger')
    await stranger.data(registration.register, await form(world))
    const code = codeIn((await world.inbox('new@lab.test'))[0])
    const activate = () => stranger.call(registration.activate, { code, password: GOOD })
    world.clock.advance(ACTIVATION_HOURS * HOUR_MS + 1)
    expect(await activate()).toMatchObject({ error: 'linkWrong' })
    world.clock.advance(-2)
    const both = await Promise.all([activate(), activate()])
    expect(both.map(({ code: answer }) => answer).sort()).toEqual([-2, 0])
  })

  test('in another browser than the one that registered the link asks for the password', async () => {
    const world = await buildWorld()
    await (await world.as('stranger')).data(registration.register, await form(world))
    const code = codeIn((await world.inbox('new@lab.test'))[0])
    const other = new Client(world.origin)
    expect(await other.call(registration.activate, { code })).toMatchObject({ error: 'passwordNeeded' })
    expect(await other.call(registration.activate, { code, password: 'nope' })).toMatchObject({
      error: 'wrongPassword',
    })
    expect(await other.call(registration.activate, { code, password: GOOD })).toMatchObject({ code: 0 })
  })

  test('nobody lies in wait with a password of theirs, before or after: each link brings what was said with it', async () => {
    const world = await buildWorld()
    const [owner, thief] = [new Client(world.origin), new Client(world.origin)]
    const theirs = { password: 'Evil-4711x', confirmPassword: 'Evil-4711x', name: 'Eve' }
    await thief.data(registration.register, await form(world, theirs))
    await owner.data(registration.register, await form(world))
    await thief.data(registration.register, await form(world, theirs))
    const [first, own, last] = (await world.inbox('new@lab.test')).map(codeIn)
    // The owner of the mailbox follows a link that the thief caused: it does not open by itself.
    for (const code of [first ?? '', last ?? ''])
      expect(await owner.call(registration.activate, { code })).toMatchObject({ error: 'passwordNeeded' })
    await owner.data(registration.activate, { code: own ?? '' })
    expect(await login(world, 'new@lab.test', 'Evil-4711x')).toMatchObject({ error: 'wrongCredentials' })
    expect(await login(world, 'new@lab.test', GOOD)).toMatchObject({ data: { user: { name: '新同学' } } })
    expect(await thief.call(registration.activate, { code: last ?? '', password: 'Evil-4711x' })).toMatchObject({
      error: 'linkWrong',
    })
  })

  test('nobody is flooded with mails: the sixth registration of an address within an hour is refused, known or not', async () => {
    const world = await buildWorld()
    const stranger = await world.as('stranger')
    for (const emailAccounts of ['owner@lab.test', 'nobody@lab.test']) {
      const ask = async () => stranger.call(registration.register, await form(world, { emailAccounts }))
      for (let i = 0; i < REGISTRATIONS_AN_HOUR; i += 1) expect(await ask()).toMatchObject({ code: 0 })
      expect(await ask()).toMatchObject({ error: 'mailAgainLater', data: { seconds: 3600 } })
    }
    expect(await world.inbox('owner@lab.test')).toHaveLength(REGISTRATIONS_AN_HOUR)
  })

  test('many registrations of one address at once make one account', async () => {
    const world = await buildWorld()
    const forms = await Promise.all(Array.from({ length: REGISTRATIONS_AN_HOUR }, () => form(world)))
    const answers = await Promise.all(forms.map((one) => new Client(world.origin).call(registration.register, one)))
    expect(answers.every(({ code }) => code === 0)).toBe(true)
    const rows = await world.db.selectFrom('person').select('id').where('email', '=', 'new@lab.test').execute()
    expect(rows).toHaveLength(1)
  })

  test('an invitation for one address is refused for another, and opens the account without a mail', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const stranger = await world.as('stranger')
    const invite = { emailAccounts: 'new@lab.test', role: 'role_senior' as const, uses: 1, validityDays: 1 }
    const { code } = await admin.data(users.addInvitation, invite)
    const other = await form(world, { emailAccounts: 'other@lab.test', code })
    expect(await stranger.call(registration.register, other)).toMatchObject({ error: 'invitationWrong' })
    expect(await stranger.data(registration.register, await form(world, { code }))).toEqual({ state: 'active' })
    expect(await login(world, 'new@lab.test', GOOD)).toMatchObject({
      code: 0,
      data: { user: { roles: ['role_senior'] } },
    })
    expect(await stranger.call(registration.register, await form(world, { code }))).toMatchObject({
      error: 'invitationWrong',
    })
  })
})

describe('an e-mail suffix of the institution', () => {
  const setSuffixes = async (world: World, seniorSuffixes: string) => {
    const admin = await world.as('admin')
    await admin.data(settings.setAccountRules, { ...(await admin.data(settings.accountRules, {})), seniorSuffixes })
  }

  test('that is none is refused', async () => {
    const world = await buildWorld()
    await expect(setSuffixes(world, 'lab.test; not a domain')).rejects.toThrow('seniorSuffixes')
  })

  test('makes an advanced user, and takes it back when it goes: looked at with each sign-in', async () => {
    const world = await buildWorld()
    await setSuffixes(world, 'other.test；@lab.test')
    const stranger = await world.as('stranger')
    await stranger.data(registration.register, await form(world))
    await stranger.data(registration.activate, { code: codeIn((await world.inbox('new@lab.test'))[0]) })
    expect(await login(world, 'new@lab.test', GOOD)).toMatchObject({ data: { user: { roles: ['role_senior'] } } })
    await setSuffixes(world, 'other.test')
    expect(await login(world, 'new@lab.test', GOOD)).toMatchObject({ data: { user: { roles: ['role_general'] } } })
  })

  test('does not touch a role that an administrator set', async () => {
    const world = await buildWorld()
    await setSuffixes(world, 'other.test')
    expect(await login(world, 'owner@lab.test', PASSWORD)).toMatchObject({ data: { user: { roles: ['role_senior'] } } })
  })
})

describe('mails that anybody may ask for', () => {
  test.each([
    ['activation', registration.resend],
    ['reset', registration.requestReset],
  ])('%s: alike for known and unknown addresses, once in 3 minutes each', async (_what, operation) => {
    const world = await buildWorld()
    const stranger = await world.as('stranger')
    const ask = async (emailAccounts: string) => stranger.call(operation, { emailAccounts, ...(await world.captcha()) })
    expect(await ask('owner@lab.test')).toEqual(await ask('nobody@lab.test'))
    const again = [await ask('OWNER@lab.test'), await ask('nobody@lab.test')]
    expect(again).toMatchObject([
      { status: 429, error: 'mailAgainLater', data: { seconds: 180 } },
      { status: 429, error: 'mailAgainLater', data: { seconds: 180 } },
    ])
    world.clock.advance(MAIL_AGAIN_MS)
    expect(await ask('owner@lab.test')).toMatchObject({ code: 0 })
  })
})

describe('POST /common/restPwd', () => {
  const askReset = async (world: World, emailAccounts: string) => {
    await (await world.as('stranger')).data(registration.requestReset, { emailAccounts, ...(await world.captcha()) })
    return (await world.inbox(emailAccounts)).at(-1)
  }

  test('a link that was made up, used or is too old is refused', async () => {
    const world = await buildWorld()
    const stranger = await world.as('stranger')
    const set = async (code: string) =>
      stranger.call(registration.reset, { code, password: GOOD, confirmPassword: GOOD, ...(await world.captcha()) })
    expect(await set('made-up-by-me')).toMatchObject({ error: 'linkWrong' })
    const code = codeIn(await askReset(world, 'owner@lab.test'))
    world.clock.advance(RESET_HOURS * HOUR_MS + 1)
    expect(await set(code)).toMatchObject({ error: 'linkWrong' })
    const fresh = codeIn(await askReset(world, 'owner@lab.test'))
    expect(await set(fresh)).toMatchObject({ code: 0 })
    expect(await set(fresh)).toMatchObject({ error: 'linkWrong' })
  })

  test('a refused password leaves the link as it was', async () => {
    const world = await buildWorld()
    const stranger = await world.as('stranger')
    const code = codeIn(await askReset(world, 'owner@lab.test'))
    const set = async (password: string) =>
      stranger.call(registration.reset, { code, password, confirmPassword: password, ...(await world.captcha()) })
    expect(await set('Password1!')).toMatchObject({ error: 'passwordCommon' })
    expect(await set(GOOD)).toMatchObject({ code: 0 })
  })

  test('the new password opens, the old one does not, and every session is over', async () => {
    const world = await buildWorld()
    const owner = await new Client(world.origin).login('owner@lab.test', PASSWORD)
    const mail = await askReset(world, 'owner@lab.test')
    expect(mail?.text).toContain(`${RESET_HOURS} hours`)
    const stranger = await world.as('stranger')
    expect(await stranger.data(registration.checkReset, { code: codeIn(mail) })).toMatchObject({
      emailAccounts: 'owner@lab.test',
      isInvited: false,
    })
    await stranger.data(registration.reset, {
      code: codeIn(mail),
      password: GOOD,
      confirmPassword: GOOD,
      ...(await world.captcha()),
    })
    // Whoever reads the mailbox and didn't do this hears of it.
    expect((await world.inbox('owner@lab.test')).at(-1)?.subject).toContain('password was changed')
    expect(await owner.call(session.current, {})).toMatchObject({ code: 5 })
    expect(await login(world, 'owner@lab.test', PASSWORD)).toMatchObject({ error: 'wrongCredentials' })
    expect(await login(world, 'owner@lab.test', GOOD)).toMatchObject({ code: 0 })
  })

  test('links in mails lead to this site whatever a request claims to be', async () => {
    const world = await buildWorld()
    const stranger = await world.as('stranger')
    const body = JSON.stringify({ emailAccounts: 'owner@lab.test', ...(await world.captcha()) })
    const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'content-type': 'application/json' }
    await stranger.fetch('/api/common/pwdEmail', { method: 'POST', body, headers })
    const [mail] = await world.inbox('owner@lab.test')
    expect(mail?.text).toContain(`${world.origin}/reset-password?code=`)
    expect(mail?.text).not.toContain('evil')
  })

  test('a link to an address that changed since opens nothing', async () => {
    const world = await buildWorld()
    const code = codeIn(await askReset(world, 'owner@lab.test'))
    await (await world.as('admin')).data(users.update, { id: world.idOf('owner'), emailAccounts: 'olive@lab.test' })
    const stranger = await world.as('stranger')
    expect(await stranger.call(registration.checkReset, { code })).toMatchObject({ error: 'linkWrong' })
    const set = { code, password: GOOD, confirmPassword: GOOD, ...(await world.captcha()) }
    expect(await stranger.call(registration.reset, set)).toMatchObject({ error: 'linkWrong' })
  })

  test('tokens and app passwords end with the old password', async () => {
    const world = await buildWorld()
    const owner = await new Client(world.origin).login('owner@lab.test', PASSWORD)
    const { token } = await owner.data(account.addToken, { name: 'x', scope: 'read', validityDays: 1 })
    await owner.data(account.addAppPassword, { name: 'x', protocols: ['webdav'] })
    const code = codeIn(await askReset(world, 'owner@lab.test'))
    const set = { code, password: GOOD, confirmPassword: GOOD, ...(await world.captcha()) }
    await (await world.as('stranger')).data(registration.reset, set)
    const answer = await fetch(`${world.origin}/api/get.u`, { headers: { authorization: `Bearer ${token}` } })
    expect(answer.status).toBe(401)
    expect(await world.db.selectFrom('app_password').selectAll().execute()).toEqual([])
  })

  test('a disabled account gets no link', async () => {
    const world = await buildWorld()
    await world.db
      .updateTable('person')
      .set({ disabled_at: world.clock.now() })
      .where('email', '=', 'owner@lab.test')
      .execute()
    expect(await askReset(world, 'owner@lab.test')).toBeUndefined()
  })
})

describe('a code that was mailed to somebody who was invited', () => {
  test.each([
    ['role_admin', 'role_admin', ['activate']],
    ['role_general', 'role_senior', ['activate', 'roleChanged']],
  ] as const)('lets %s in as %s, and the log tells it', async (had, has, actions) => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const emailAccounts = 'boss@lab.test'
    const { id } = await admin.data(users.create, { emailAccounts, name: 'Boss', orgChineseName: 'U', role: had })
    const { code } = await admin.data(users.addInvitation, {
      emailAccounts,
      role: 'role_senior',
      uses: 2,
      validityDays: 5,
    })
    const before = await world.db.selectFrom('audit').select('number').execute()
    const stranger = new Client(world.origin)
    const link = codeIn((await world.inbox(emailAccounts)).at(0))
    expect(await stranger.data(registration.register, await form(world, { emailAccounts, code }))).toEqual({
      state: 'active',
    })
    expect(await admin.data(users.show, { id })).toMatchObject({ role: has, state: 'active', name: '新同学' })
    const rows = await world.db.selectFrom('audit').select('action').orderBy('number').offset(before.length).execute()
    expect(rows.map(({ action }) => action)).toEqual(actions)
    expect(await login(world, emailAccounts, GOOD)).toMatchObject({ code: 0 })
    // What was mailed before opens nothing any more.
    expect(await stranger.call(registration.checkReset, { code: link })).toMatchObject({ error: 'linkWrong' })
  })
})

test('who registered and has not followed the link is informed, by the own password alone', async () => {
  const world = await buildWorld()
  const stranger = new Client(world.origin)
  await stranger.data(registration.register, await form(world))
  expect(await login(world, 'new@lab.test', GOOD)).toMatchObject({ error: 'accountInactive' })
  expect(await login(world, 'new@lab.test', 'Other-4711x')).toMatchObject({ error: 'wrongCredentials' })
  const { password_hash } = await world.db
    .selectFrom('person')
    .select('password_hash')
    .where('email', '=', 'new@lab.test')
    .executeTakeFirstOrThrow()
  expect(password_hash).toBeNull()
})

describe('the terms of service', () => {
  const bare = { zh: '', en: '' }
  /** A site with terms in English; `version` names them. */
  async function withTerms(clause = { ...bare, en: 'Be kind to lakes.' }) {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const stranger = await world.as('stranger')
    const setTerms = async (to: typeof clause) =>
      admin.data(settings.setWebsite, { ...(await admin.data(settings.website, {})), clause: to })
    await setTerms(clause)
    const { clauseVersion: version } = await stranger.data(settings.basic, {})
    return { world, admin, stranger, setTerms, version }
  }
  const newUser = { emailAccounts: 'new@lab.test', name: 'New', orgChineseName: 'Lab', role: 'role_general' } as const
  const linkFor = async (world: World) => codeIn((await world.inbox('new@lab.test')).at(-1))
  const firstPassword = async (world: World, code: string, clause?: string) =>
    new Client(world.origin).call(registration.reset, {
      code,
      password: GOOD,
      confirmPassword: GOOD,
      clause,
      ...(await world.captcha()),
    })
  const agreementOf = async (admin: Client, emailAccounts = 'new@lab.test') =>
    (await admin.data(users.list, { q: emailAccounts })).list[0]?.agreement
  const entriesOf = async (admin: Client, action: 'activate' | 'register' | 'resetDone') =>
    (await admin.data(audit.list, { action })).list.map(({ after }) => after)

  test('must be agreed to by those who sign up, in the version of now; when and what is kept', async () => {
    const { world, admin, stranger, setTerms, version } = await withTerms()
    expect(await stranger.call(registration.register, await form(world))).toMatchObject({
      error: 'clauseNeeded',
      fields: [{ field: 'clause' }],
    })
    await setTerms({ zh: '善待湖泊。', en: 'Be kinder to lakes.' })
    const stale = await form(world, { clause: version })
    expect(await stranger.call(registration.register, stale)).toMatchObject({ error: 'clauseChanged' })
    // Whoever reads the Chinese page agrees to the Chinese text.
    const reader = new Client(world.origin)
    reader.language = 'zh'
    const { clauseVersion } = await reader.data(settings.basic, {})
    const at = world.clock.now().toISOString()
    await stranger.data(registration.register, await form(world, { clause: clauseVersion }))
    expect(await agreementOf(admin)).toBeNull()
    world.clock.advance(HOUR_MS)
    await stranger.data(registration.activate, { code: await linkFor(world) })
    expect(await agreementOf(admin)).toEqual({ version: clauseVersion, at })
    expect(await entriesOf(admin, 'activate')).toEqual([{ termsVersion: clauseVersion, termsAgreedAt: at }])
  })

  test('must be agreed to with the first password of an account that an administrator made', async () => {
    const { world, admin, stranger, version } = await withTerms()
    await admin.data(users.create, newUser)
    const code = await linkFor(world)
    expect(await stranger.data(registration.checkReset, { code })).toMatchObject({ isInvited: true, mustAgree: true })
    expect(await firstPassword(world, code)).toMatchObject({ error: 'clauseNeeded' })
    expect(await firstPassword(world, code, version)).toMatchObject({ code: 0 })
    const at = world.clock.now().toISOString()
    expect(await agreementOf(admin)).toEqual({ version, at })
    expect(await entriesOf(admin, 'resetDone')).toEqual([
      { isFirstPassword: true, termsVersion: version, termsAgreedAt: at },
    ])
  })

  test('must be agreed to with the first password of an account that an administrator activated', async () => {
    const { world, admin, version } = await withTerms()
    const { id } = await admin.data(users.create, newUser)
    await admin.data(users.activate, { id })
    const code = await linkFor(world)
    expect(await firstPassword(world, code)).toMatchObject({ error: 'clauseNeeded' })
    expect(await firstPassword(world, code, version)).toMatchObject({ code: 0 })
  })

  test('are not asked for again with a new password, nor where there are none in one’s language', async () => {
    const { world, admin, stranger, setTerms } = await withTerms()
    await stranger.data(registration.requestReset, { emailAccounts: 'owner@lab.test', ...(await world.captcha()) })
    const code = codeIn((await world.inbox('owner@lab.test')).at(-1))
    expect(await stranger.data(registration.checkReset, { code })).toMatchObject({ mustAgree: false })
    expect(await firstPassword(world, code)).toMatchObject({ code: 0 })
    await setTerms({ ...bare, zh: '善待湖泊。' })
    await admin.data(users.create, newUser)
    expect(await firstPassword(world, await linkFor(world))).toMatchObject({ code: 0 })
    expect(await agreementOf(admin)).toBeNull()
  })
})
