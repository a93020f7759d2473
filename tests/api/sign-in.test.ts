import { describe, expect, onTestFinished, test } from 'vitest'
import { BIND_CODE_MINUTES, SIGN_IN_MINUTES } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { CODE_TRIES } from '../../server/modules/session/attempt-store.ts'
import { Browser } from '../services/browser.ts'
import { CLIENT, startOidc } from '../services/oidc.ts'
import { freePort } from '../services/program.ts'
import { Client } from '../support/client.ts'
import { codeIn } from '../support/inbox.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

const { account, messages, methods, registration, session, settings, signIn, users } = contract

/** A world with a certified OpenID provider beside it, set up by an administrator. */
async function withProvider(config: Record<string, unknown> = {}) {
  const world = await buildWorld()
  const admin = await world.as('admin')
  const issuerPort = await freePort()
  const made = await admin.data(methods.create, {
    kind: 'oidc',
    name: { zh: '机构登录', en: 'Institution' },
    isOn: true,
    config: { issuer: `http://127.0.0.1:${issuerPort}`, clientId: CLIENT.id, ...config },
    secrets: { clientSecret: CLIENT.secret },
  })
  const provider = await startOidc(made.callbackUrl, issuerPort)
  onTestFinished(provider.stop)
  return { world, admin, id: made.id, provider }
}

/** Goes to the provider, signs in there as `login`, and answers the address that leads back here. */
async function visit(world: World, id: string, login: string, client = new Client(world.origin)) {
  const away = await client.fetch(`/api/sign-in/${id}/start?callback=${encodeURIComponent('/space/lake')}`)
  const back = await new Browser().walk(away.headers.get('location') ?? '', world.origin, { login, password: 'x' })
  return { client, back }
}
async function comeBack(client: Client, back: URL) {
  const response = await client.fetch(back.pathname + back.search)
  return new URL(response.headers.get('location') ?? '', client.origin)
}
async function signInAs(world: World, id: string, login: string) {
  const { client, back } = await visit(world, id, login)
  return { client, to: await comeBack(client, back) }
}

describe('coming back from another side', () => {
  test('in another browser than the one that left leads nowhere', async () => {
    const { world, id } = await withProvider()
    const { back } = await visit(world, id, 'proved-lin')
    const thief = new Client(world.origin)
    expect((await comeBack(thief, back)).search).toContain('problem=pendingGone')
    expect(thief.cookies.has('ds_session_id')).toBe(false)
  })

  test.each([
    ['another state', (back: URL) => back.searchParams.set('state', 'x')],
    ['no state', (back: URL) => back.searchParams.delete('state')],
    ['no code', (back: URL) => back.searchParams.delete('code')],
    ['another code', (back: URL) => back.searchParams.set('code', 'x')],
    ['another issuer', (back: URL) => back.searchParams.set('iss', 'https://evil.test')],
  ])('with %s is refused', async (_what, tamper) => {
    const { world, id } = await withProvider()
    const { client, back } = await visit(world, id, 'proved-lin')
    tamper(back)
    expect((await comeBack(client, back)).pathname + (await comeBack(client, back)).search).toMatch(
      /^\/login\?problem=/,
    )
    expect(client.cookies.has('ds_session_id')).toBe(false)
  })

  test('twice is refused, and too late too', async () => {
    const { world, id } = await withProvider()
    const { client, back } = await visit(world, id, 'proved-lin')
    await comeBack(client, back)
    client.cookies.delete('ds_attempt')
    expect((await comeBack(client, back)).search).toContain('pendingGone')
    const late = await visit(world, id, 'proved-lin')
    world.clock.advance(SIGN_IN_MINUTES * 60_000 + 1)
    expect((await comeBack(late.client, late.back)).search).toContain('pendingGone')
  })

  test('by a method that was switched off meanwhile is refused', async () => {
    const { world, admin, id } = await withProvider()
    const { client, back } = await visit(world, id, 'proved-lin')
    const [method] = await admin.data(methods.list, {})
    if (!method) throw new Error('no method')
    await admin.data(methods.update, { ...method, isOn: false, secrets: {} })
    const response = await client.fetch(back.pathname + back.search)
    expect(client.cookies.has('ds_session_id')).toBe(false)
    expect(response.status).toBeLessThan(500)
    const stranger = await world.as('stranger')
    expect(await stranger.data(signIn.methods, {})).toEqual([])
    expect(await stranger.call(signIn.directory, { username: 'lin', password: 'x' })).toMatchObject({
      error: 'methodOff',
    })
  })

  test('when the provider is down names the method by its id, which the page turns into its name, and /readyz names it', async () => {
    const { world, id, provider } = await withProvider()
    const { client, back } = await visit(world, id, 'proved-lin')
    await provider.stop()
    expect((await comeBack(client, back)).search).toBe(`?problem=methodFailing&method=${id}`)
    const ready = await (await fetch(`${world.origin}/readyz`)).json()
    expect(ready).toMatchObject({ status: 'ready', weak: [{ part: 'mail' }, { part: 'sign-in: Institution' }] })
  })

  test('is refused to a browser on the sign-in page, and to programs by the envelope, at every step', async () => {
    const { world, admin, id, provider } = await withProvider()
    const asPage = { headers: { accept: 'text/html,application/xhtml+xml' } }
    const ledTo = async (path: string, init: RequestInit = {}) => {
      const response = await new Client(world.origin).fetch(path, { ...init, ...asPage })
      return `${response.status} ${response.headers.get('location')}`
    }
    const paths = { start: `/api/sign-in/${id}/start`, callback: `/api/sign-in/${id}/callback` }
    await provider.stop()
    expect(await ledTo(paths.start)).toBe(`303 /login?problem=methodFailing&method=${id}`)
    const program = await new Client(world.origin).fetch(paths.start, { headers: { accept: 'application/json' } })
    expect([program.status, (await program.json()).error]).toEqual([502, 'methodFailing'])
    const [method] = await admin.data(methods.list, {})
    if (!method) throw new Error('no method')
    await admin.data(methods.update, { ...method, isOn: false, secrets: {} })
    const off = `303 /login?problem=methodOff&method=${id}`
    expect(await ledTo(paths.start)).toBe(off)
    expect(await ledTo(paths.callback)).toBe(off)
    expect(await ledTo(paths.callback, { method: 'POST', body: new URLSearchParams({ RelayState: 'x' }) })).toBe(off)
    await admin.data(methods.remove, { id })
    expect(await ledTo(paths.start)).toBe(off)
    for (let tries = 0; tries < 60; tries++) await ledTo(paths.start)
    expect(await ledTo(paths.start)).toBe(`303 /login?problem=tooManyRequests&method=${id}`)
  })

  test('a person may say no there', async () => {
    const { world, id } = await withProvider()
    const { client, back } = await visit(world, id, 'proved-lin')
    const state = back.searchParams.get('state') ?? ''
    const refused = new URL(`${back.origin}${back.pathname}?error=access_denied&state=${state}`)
    expect((await comeBack(client, refused)).search).toMatch(/problem=(refused|methodFailing)/)
  })
})

describe('somebody who is new here', () => {
  test('cannot take over an account by an address that the other side does not vouch for', async () => {
    const { world, admin, id } = await withProvider()
    await admin.data(users.update, { id: world.idOf('owner'), emailAccounts: 'lin@example.org' })
    const { client, to } = await signInAs(world, id, 'lin')
    expect(to.pathname).toBe('/login-oauth-perfect')
    const complete = { name: 'Eve', org: 'x', emailAccounts: 'lin@example.org' }
    expect(await client.data(signIn.complete, complete)).toMatchObject({ state: 'mailSent', user: null })
    expect(await world.inbox('lin@example.org')).toHaveLength(1)
    expect((await signInAs(world, id, 'lin')).to.pathname).toBe('/login-oauth-perfect')
    const identities = await world.db.selectFrom('identity').selectAll().execute()
    expect(identities).toEqual([])
  })

  test('nor by one that it does vouch for: the owner of the account binds it', async () => {
    const { world, admin, id } = await withProvider()
    await admin.data(users.update, { id: world.idOf('owner'), emailAccounts: 'proved-lin@example.org' })
    const { client, to } = await signInAs(world, id, 'proved-lin')
    expect(to.pathname).toBe('/login-oauth-bind')
    expect(await client.data(signIn.pending, {})).toMatchObject({ isEmailTaken: true, mayCreate: false, mayBind: true })
    const complete = { name: 'Eve', org: 'x', emailAccounts: 'proved-lin@example.org' }
    expect(await client.data(signIn.complete, complete)).toMatchObject({ user: null })
    expect(client.cookies.has('ds_session_id')).toBe(false)
  })

  test('gets an account at once with a vouched address, and next time is simply in, at the page they asked for', async () => {
    const { world, id } = await withProvider()
    const { client, to } = await signInAs(world, id, 'proved-lin')
    expect(to.pathname + to.search).toBe(`/login-oauth-perfect?callback=${encodeURIComponent('/space/lake')}`)
    expect(await client.data(signIn.pending, {})).toMatchObject({
      kind: 'oidc',
      name: '张三',
      isEmailVerified: true,
      mayCreate: true,
    })
    const done = await client.data(signIn.complete, {
      name: '张三',
      org: '计算所',
      emailAccounts: 'proved-lin@example.org',
    })
    expect(done).toMatchObject({
      state: 'signedIn',
      user: { emailAccounts: 'proved-lin@example.org', roles: ['role_general'] },
    })
    const again = await signInAs(world, id, 'proved-lin')
    expect(again.to.pathname).toBe('/space/lake')
    expect(await again.client.data(account.profile, {})).toMatchObject({ joinMethod: 'oidc', hasPassword: false })
  })

  test('with an address that nobody vouches for waits for the mail', async () => {
    const { world, id } = await withProvider()
    const { client } = await signInAs(world, id, 'lin')
    expect(
      await client.data(signIn.complete, { name: 'Lin', org: 'x', emailAccounts: 'lin@example.org' }),
    ).toMatchObject({ state: 'mailSent' })
    const code = codeIn((await world.inbox('lin@example.org'))[0])
    await client.data(registration.activate, { code })
    expect((await signInAs(world, id, 'lin')).to.pathname).toBe('/space/lake')
  })

  test('who gave a stranger’s address is not bound to the account that its owner activates', async () => {
    const { world, id } = await withProvider()
    const thief = (await signInAs(world, id, 'lin')).client
    await thief.data(signIn.complete, { name: 'Lin', org: 'x', emailAccounts: 'victim@lab.test' })
    const owner = new Client(world.origin)
    await owner.data(registration.activate, { code: codeIn((await world.inbox('victim@lab.test'))[0]) })
    expect((await signInAs(world, id, 'lin')).to.pathname).toBe('/login-oauth-perfect')
    expect(await world.db.selectFrom('identity').selectAll().execute()).toEqual([])
  })

  test('learns of no address whether it is known, also when bound meanwhile', async () => {
    const { world, id } = await withProvider()
    const [one, two] = [await signInAs(world, id, 'lin'), await signInAs(world, id, 'lin')]
    await two.client.data(signIn.bind, { emailAccounts: 'owner@lab.test', password: PASSWORD })
    for (const emailAccounts of ['owner@lab.test', 'nobody@lab.test'])
      expect(await one.client.call(signIn.complete, { name: 'x', org: 'x', emailAccounts })).toMatchObject({
        error: 'identityTaken',
      })
  })

  test('gets none where the method lets nobody sign up', async () => {
    const { world, id } = await withProvider({ maySignUp: false })
    const { client, to } = await signInAs(world, id, 'proved-lin')
    expect(to.pathname).toBe('/login-oauth-bind')
    const complete = { name: 'Lin', org: 'x', emailAccounts: 'proved-lin@example.org' }
    expect(await client.call(signIn.complete, complete)).toMatchObject({ error: 'registrationClosed' })
  })

  test('gets none without agreeing to the terms of the site; what was agreed to is kept', async () => {
    const { world, admin, id } = await withProvider()
    const website = await admin.data(settings.website, {})
    await admin.data(settings.setWebsite, { ...website, clause: { zh: '', en: 'Be kind to lakes.' } })
    const { client } = await signInAs(world, id, 'proved-lin')
    const complete = { name: 'Lin', org: 'x', emailAccounts: 'proved-lin@example.org' }
    expect(await client.call(signIn.complete, complete)).toMatchObject({ error: 'clauseNeeded' })
    const { clauseVersion: clause } = await client.data(settings.basic, {})
    expect(await client.data(signIn.complete, { ...complete, clause })).toMatchObject({ state: 'signedIn' })
    const [user] = (await admin.data(users.list, { q: 'proved-lin' })).list
    expect(user?.agreement).toEqual({ version: clause, at: world.clock.now().toISOString() })
  })

  test('gets the role that the rules of the method give, and loses it there', async () => {
    const { world, admin, id } = await withProvider({ roleRules: [{ group: 'lab/*', role: 'role_senior' }] })
    const { client } = await signInAs(world, id, 'proved-lin')
    const done = await client.data(signIn.complete, { name: '张三', org: 'x', emailAccounts: 'proved-lin@example.org' })
    expect(done.user?.roles).toEqual(['role_senior'])
    const [method] = await admin.data(methods.list, {})
    if (!method) throw new Error('no method')
    const config = { ...method.config, roleRules: [{ group: 'lab/*', role: 'role_general' }] }
    await admin.data(methods.update, { ...method, config, secrets: {} })
    const again = await signInAs(world, id, 'proved-lin')
    expect(await again.client.data(session.current, {})).toMatchObject({ roles: ['role_general'] })
    const told = (await again.client.data(messages.list, {})).list.map(({ content }) => content)
    expect(told).toEqual(['Your role on this site changed from “Advanced user” to “Ordinary user”.'])
  })
})

describe('binding an account of this site', () => {
  test('needs its password, and a wrong one waits as at sign-in', async () => {
    const { world, id } = await withProvider()
    const { client } = await signInAs(world, id, 'lin')
    const bind = (password: string) => client.call(signIn.bind, { emailAccounts: 'owner@lab.test', password })
    for (let i = 0; i < 3; i += 1) expect(await bind('nope')).toMatchObject({ error: 'wrongCredentials' })
    expect(await bind(PASSWORD)).toMatchObject({ error: 'loginDelayed' })
    world.clock.advance(2000)
    expect(await bind(PASSWORD)).toMatchObject({ data: { user: { name: 'Olive Owner' } } })
    const again = await signInAs(world, id, 'lin')
    expect(await again.client.data(session.current, {})).toMatchObject({ emailAccounts: 'owner@lab.test' })
  })

  test('or a code that is mailed to it: five tries, fifteen minutes, alike for unknown addresses', async () => {
    const { world, id } = await withProvider()
    const { client } = await signInAs(world, id, 'lin')
    const ask = (emailAccounts: string) => client.call(signIn.bindByMail, { emailAccounts })
    expect(await ask('nobody@lab.test')).toEqual(await ask('owner@lab.test'))
    const [mail] = await world.inbox('owner@lab.test')
    expect(mail?.text).toContain(`${BIND_CODE_MINUTES} 分钟`)
    const code = /\b\d{8}\b/.exec(mail?.text ?? '')?.[0] ?? ''
    expect(
      await client.call(signIn.confirmBind, { code: code === '00000000' ? '11111111' : '00000000' }),
    ).toMatchObject({ error: 'codeWrong' })
    expect(await client.call(signIn.confirmBind, { code })).toMatchObject({
      code: 0,
      data: { user: { name: 'Olive Owner' } },
    })

    const other = await signInAs(world, id, 'someone')
    for (let i = 0; i < CODE_TRIES; i += 1) await other.client.call(signIn.confirmBind, { code: '12345678' })
    expect(await other.client.call(signIn.confirmBind, { code })).toMatchObject({ error: 'pendingGone' })
  })

  test('does not go around its second step', async () => {
    const { world, id } = await withProvider()
    const owner = await world.as('owner')
    const { secret } = await owner.data(account.beginTotp, {})
    const { Secret, TOTP } = await import('otpauth')
    const codeNow = () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now().getTime() })
    await owner.data(account.confirmTotp, { code: codeNow() })
    world.clock.advance(30_000)
    const { client } = await signInAs(world, id, 'lin')
    expect(await client.data(signIn.bind, { emailAccounts: 'owner@lab.test', password: PASSWORD })).toMatchObject({
      user: null,
      ways: ['totp', 'recovery'],
    })
    expect(await world.db.selectFrom('identity').selectAll().execute()).toEqual([])
    expect(await client.data(signIn.second, { way: 'totp', code: codeNow() })).toMatchObject({
      user: { name: 'Olive Owner' },
    })
    expect(await world.db.selectFrom('identity').selectAll().execute()).toHaveLength(1)
  })

  test('does not go around a second step that the role asks for, nor around passwords that are switched off', async () => {
    const { world, admin, id } = await withProvider()
    const rules = await admin.data(settings.accountRules, {})
    const bind = async () => {
      const { client } = await signInAs(world, id, 'lin')
      return client.call(signIn.bind, { emailAccounts: 'owner@lab.test', password: PASSWORD })
    }
    await admin.data(settings.setAccountRules, { ...rules, secondStepRoles: ['role_senior'] })
    expect(await bind()).toMatchObject({ error: 'mustSetUp' })
    await admin.data(settings.setAccountRules, { ...rules, isPasswordSignInOn: false })
    expect(await bind()).toMatchObject({ error: 'passwordSignInOff' })
    expect(await world.db.selectFrom('identity').selectAll().execute()).toEqual([])
  })

  test('that was begun in a session which ended since binds nothing', async () => {
    const { world, id } = await withProvider()
    const owner = await new Client(world.origin).login('owner@lab.test', PASSWORD)
    const { url } = await owner.data(account.bind, { methodId: id })
    const back = await new Browser().walk(url, world.origin, { login: 'lin', password: 'x' })
    const other = await new Client(world.origin).login('owner@lab.test', PASSWORD)
    await other.data(account.endOthers, {})
    await comeBack(owner, back)
    expect(await world.db.selectFrom('identity').selectAll().execute()).toEqual([])
  })

  test('from the personal center: the one who began it, and nobody else’s identity', async () => {
    const { world, id } = await withProvider()
    const owner = await world.as('owner')
    const begin = async () => {
      const { url } = await owner.data(account.bind, { methodId: id })
      const back = await new Browser().walk(url, world.origin, { login: 'lin', password: 'x' })
      return comeBack(owner, back)
    }
    expect((await begin()).search).toBe('?tab=3&bound=1')
    expect((await begin()).search).toBe('?tab=3&problem=identityTaken')
    const { bound, free } = await owner.data(account.identities, {})
    expect(bound).toMatchObject([{ kind: 'oidc', methodName: 'Institution' }])
    expect(free).toEqual([])
    await owner.data(account.unbind, { id: bound[0]?.id ?? '' })
    expect((await signInAs(world, id, 'lin')).to.pathname).toBe('/login-oauth-perfect')
  })

  test('the last way to sign in is not unbound', async () => {
    const { world, id } = await withProvider()
    const { client } = await signInAs(world, id, 'proved-lin')
    await client.data(signIn.complete, { name: '张三', org: 'x', emailAccounts: 'proved-lin@example.org' })
    const { bound } = await client.data(account.identities, {})
    expect(await client.call(account.unbind, { id: bound[0]?.id ?? '' })).toMatchObject({ error: 'lastWay' })
    await client.data(account.changePassword, { newPwd: 'Mesa-4711x', conPwd: 'Mesa-4711x' })
    expect(await client.call(account.unbind, { id: bound[0]?.id ?? '' })).toMatchObject({ code: 0 })
  })
})

test('an administrator gets in by the local password while the provider is down and local passwords are off', async () => {
  const { world, admin, provider } = await withProvider()
  await admin.data(settings.setAccountRules, {
    ...(await admin.data(settings.accountRules, {})),
    isPasswordSignInOn: false,
  })
  await provider.stop()
  const answer = await new Client(world.origin).call(session.login, {
    emailAccounts: 'admin@lab.test',
    password: PASSWORD,
  })
  expect(answer).toMatchObject({ code: 0 })
})

describe('what strangers send to the sign-in', () => {
  const junk = [
    '',
    'x',
    '../..',
    '\u0000',
    '%00',
    "' or 1=1 --",
    '<script>',
    '{"$ne":null}',
    'A'.repeat(8000),
    '😀',
    '[]',
    'null',
    '-1',
    '1e309',
  ]

  test('is refused and never a defect: methods, callbacks, codes and cookies that mean nothing', async () => {
    const { world, id } = await withProvider()
    const stranger = new Client(world.origin)
    for (const value of junk) {
      const text = encodeURIComponent(value)
      for (const path of [
        `/api/sign-in/${text}/start`,
        `/api/sign-in/${id}/start?callback=${text}`,
        `/api/sign-in/${text}/callback?state=${text}`,
        `/api/sign-in/${id}/callback?state=${text}&code=${text}&ticket=${text}`,
        `/api/sign-in/${id}/metadata?x=${text}`,
        `/api/registration/reset?code=${text}`,
        `/api/registration/invitation?code=${text}`,
        `/api/getCode?kind=${text}`,
        `/api/avatars/${text}`,
      ]) {
        const response = await stranger.fetch(path, {
          headers: { cookie: `ds_attempt=${text}; ds_session_id=${text}; ds_device=${text}` },
        })
        expect([path, response.status < 500 || response.status === 502]).toEqual([path, true])
      }
      world.clock.advance(60_000)
    }
  })

  test('bodies of the wrong kind are refused, not swallowed', async () => {
    const { world, id } = await withProvider()
    const stranger = new Client(world.origin)
    const paths = [
      '/api/login',
      '/api/ldap-login',
      '/api/user/add',
      '/api/common/pwdEmail',
      '/api/common/restPwd',
      '/api/sign-in/second',
      '/api/sign-in/passkey',
      '/api/sign-in/bind',
      '/api/sign-in/complete',
      '/api/registration/activate',
    ]
    for (const path of paths)
      for (const body of [
        'null',
        '[]',
        '"x"',
        '0',
        '{}',
        '{"emailAccounts":{},"password":[],"code":{},"captchaId":1,"response":{"id":[]}}',
        '{',
        junk[8] ?? '',
      ]) {
        const response = await stranger.fetch(path, {
          method: 'POST',
          body,
          headers: { 'content-type': 'application/json' },
        })
        expect([path, body.slice(0, 20), response.status >= 400 && response.status < 500]).toEqual([
          path,
          body.slice(0, 20),
          true,
        ])
      }
    for (const body of ['', 'SAMLResponse=x', 'logoutRequest=<x', `logoutRequest=${'<a>'.repeat(2000)}`]) {
      const response = await stranger.fetch(`/api/sign-in/${id}/callback`, {
        method: 'POST',
        body,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
      })
      expect(response.status).toBeLessThan(500)
    }
  })
})
