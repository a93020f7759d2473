import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { escience, oauth2 } from '#server/modules/methods/oauth2.ts'
import { passport } from '#server/modules/methods/passport.ts'
import { wechat } from '#server/modules/methods/wechat.ts'
import { CLIENT_OF_PASSPORT, startPassport } from '../services/passport.ts'
import { freePort } from '../services/program.ts'
import { adviceOf, ORIGIN, setupFor } from '../services/setup.ts'
import { type Answered, startWeb } from '../services/web.ts'
import { APP, startWechat } from '../services/wechat.ts'

const journey = { state: 's', memory: { verifier: 'v'.repeat(43) } }
const back = (query: string) => ({ url: new URL(`${ORIGIN}/cb?state=s&${query}`), form: {} })

describe('science cloud passport (a stand-in by public client code; not run against the real service)', () => {
  let server: Awaited<ReturnType<typeof startPassport>>
  beforeAll(async () => {
    server = await startPassport()
  })
  afterAll(() => server.stop())
  const setup = (config: Record<string, unknown> = {}, clientSecret = CLIENT_OF_PASSPORT.secret) =>
    setupFor('passport', { clientId: CLIENT_OF_PASSPORT.id, serverUrl: server.url, ...config }, { clientSecret })

  test('another state, a code that was never issued and a wrong secret are refused', async () => {
    expect(await adviceOf(passport.finish(setup(), { ...journey, state: 'x' }, back('code=good')))).toBe('stateWrong')
    expect(await adviceOf(passport.finish(setup(), journey, back('code=other')))).toBe('codeRefused')
    expect(await adviceOf(passport.finish(setup({}, 'wrong'), journey, back('code=good')))).toBe('clientRefused')
  })

  test('an account that is not active comes back as nobody, and one without an id is refused', async () => {
    expect(await passport.finish(setup(), journey, back('code=temp'))).toBeNull()
    expect(await adviceOf(passport.finish(setup(), journey, back('code=nobody')))).toBe('subjectMissing')
    expect(await passport.finish(setup(), journey, back(''))).toBeNull()
  })

  test('the person is read from the JSON inside the JSON; the code works once', async () => {
    const { url } = await passport.begin(setup(), 's')
    expect(new URL(url).searchParams.get('theme')).toBe('simple')
    const roleRules = [{ group: 'coreMail', role: 'role_senior' }]
    expect(await passport.finish(setup({ roleRules }), journey, back('code=good'))).toMatchObject({
      subject: '42',
      label: 'Zhang@example.cn',
      email: 'zhang@example.cn',
      isEmailVerified: true,
      name: '张三',
      role: 'role_senior',
    })
    expect(await adviceOf(passport.finish(setup(), journey, back('code=good')))).toBe('codeRefused')
  })

  test('the person is asked for when the token comes alone', async () => {
    expect(await passport.finish(setup(), journey, back('code=apart'))).toMatchObject({ subject: '42' })
  })

  test('its test button tells a right secret from a wrong one', async () => {
    const states = async (secret?: string) =>
      (await passport.test(setup({}, secret), 'en')).steps.map(({ step, state }) => `${step} ${state}`)
    expect(await states()).toEqual(['authorize ok', 'token ok', 'register ok'])
    expect(await states('wrong')).toContain('token failed')
  })
})

describe('chat app QR login (a stand-in by the vendor’s documents; not run against the real service)', () => {
  let server: Awaited<ReturnType<typeof startWechat>>
  beforeAll(async () => {
    server = await startWechat()
  })
  afterAll(() => server.stop())
  const setup = (config: Record<string, unknown> = {}, appSecret = APP.secret) =>
    setupFor('wechat', { appId: APP.id, connectUrl: server.url, apiUrl: server.url, ...config }, { appSecret })

  test('another state, a wrong code and a wrong app are refused', async () => {
    expect(await adviceOf(wechat.finish(setup(), { ...journey, state: 'x' }, back('code=good')))).toBe('stateWrong')
    expect(await adviceOf(wechat.finish(setup(), journey, back('code=other')))).toBe('codeRefused')
    expect(await adviceOf(wechat.finish(setup({}, 'wrong'), journey, back('code=good')))).toBe('appRefused')
    expect(await adviceOf(wechat.finish(setup({ appId: 'wx' }), journey, back('code=good')))).toBe('appRefused')
    expect(await wechat.finish(setup(), journey, back(''))).toBeNull()
  })

  test('a server that is down is told without the secret that stands in its address', async () => {
    const apiUrl = `http://127.0.0.1:${await freePort()}`
    const failure = await wechat.finish(setup({ apiUrl }), journey, back('code=good')).catch((error: Error) => error)
    expect(failure).toMatchObject({ advice: 'refused' })
    expect(String(failure)).not.toContain(APP.secret)
  })

  test('the union id names the person, else the id of this app; there is no address', async () => {
    expect((await wechat.begin(setup(), 's')).url).toMatch(/scope=snsapi_login&state=s#wechat_redirect$/)
    const who = { label: '小明', name: '小明', email: '', isEmailVerified: false, role: null }
    expect(await wechat.finish(setup(), journey, back('code=good'))).toMatchObject({ ...who, subject: 'union-1' })
    expect(await wechat.finish(setup(), journey, back('code=alone'))).toMatchObject({ ...who, subject: 'open-2' })
    expect(await adviceOf(wechat.finish(setup(), journey, back('code=good')))).toBe('codeRefused')
  })

  test('its test button knows a refused code from a refused app', async () => {
    const states = async (secret?: string) =>
      (await wechat.test(setup({}, secret), 'zh')).steps.map(({ step, state }) => `${step} ${state}`)
    expect(await states()).toEqual(['authorize ok', 'token ok', 'register ok'])
    expect(await states('wrong')).toEqual(['authorize ok', 'token failed', 'register ok'])
  })
})

describe('OAuth 2.0 servers that answer oddly', () => {
  type Answers = { token?: Answered | ((header: string | undefined) => Answered); user?: Answered }
  const json = (value: object): Answered => ({ type: 'text/plain', body: JSON.stringify(value) })

  async function finish({ token = json({ access_token: 't' }), user }: Answers, config: Record<string, unknown> = {}) {
    const server = await startWeb(({ path, headers }) => {
      if (path === '/user') return user ?? json({ id: 1 })
      return typeof token === 'function' ? token(headers.authorization) : token
    })
    onTestFinished(server.stop)
    const addresses = {
      authorizationEndpoint: server.url,
      tokenEndpoint: `${server.url}/token`,
      userinfoEndpoint: `${server.url}/user`,
    }
    const setup = setupFor('oauth2', { clientId: 'c', ...addresses, ...config }, { clientSecret: 'a secret/+' })
    return { who: await adviceOf(oauth2.finish(setup, journey, back('code=c'))), server }
  }

  test.each([
    ['a page instead of a token', { token: { type: 'text/html', body: '<html>login</html>' } }, 'tokenMissing'],
    ['an error with status 200', { token: json({ error: 'bad_verification_code' }) }, 'codeRefused'],
    ['an error that speaks of the client', { token: json({ error: 'incorrect_client_credentials' }) }, 'clientRefused'],
    ['a redirect', { token: { status: 302, body: '' } }, 'redirected'],
    ['a page instead of a person', { user: { type: 'text/html', body: '<html>' } }, 'notJson'],
    ['a person without an id', { user: json({ name: 'x' }) }, 'subjectMissing'],
    ['a person who is refused', { user: { status: 403, body: 'no' } }, 'httpStatus'],
  ] as const)('%s is refused', async (_what, answers, advice) => {
    expect((await finish(answers)).who).toBe(advice)
  })

  test('a token as a form, without a type, is taken', async () => {
    const token = { type: 'application/x-www-form-urlencoded', body: 'access_token=t&expires_in=1' }
    expect((await finish({ token })).who).toMatchObject({ subject: '1' })
  })

  test('a server that wants the secret in a header gets it there, encoded', async () => {
    const wanted = `Basic ${Buffer.from('c:a%20secret%2F%2B').toString('base64')}`
    const token = (header: string | undefined): Answered =>
      header === wanted ? json({ access_token: 't' }) : { status: 401, body: '{"error":"invalid_client"}' }
    expect((await finish({ token })).who).toMatchObject({ subject: '1' })
  })

  test('fields inside fields are found by their dotted name, and long numbers keep every digit', async () => {
    const user = {
      type: 'application/json',
      body: '{"data":{"user":{"id":9007199254740993,"mail":"A@B.org"},"groups":[{"name":"lake"}]}}',
    }
    const config = {
      subjectAttribute: 'data.user.id',
      emailAttribute: 'data.user.mail',
      groupsAttribute: 'data.groups.name',
      roleRules: [{ group: 'Lake', role: 'role_senior' }],
    }
    expect((await finish({ user }, config)).who).toMatchObject({
      subject: '9007199254740993',
      email: 'a@b.org',
      isEmailVerified: false,
      role: 'role_senior',
    })
  })

  test.each([
    ['"true"', true],
    ['"false"', false],
    ['false', false],
  ])('a claim %s of the address counts as %s, whatever is trusted', async (claim, isEmailVerified) => {
    const user = { body: `{"id":1,"email":"a@b.org","email_verified":${claim}}` }
    expect((await finish({ user }, { trustsEmail: true })).who).toMatchObject({ isEmailVerified })
  })

  test('a person who declines there is nobody, and other errors are told', async () => {
    const setup = setupFor('oauth2', {
      clientId: 'c',
      authorizationEndpoint: 'https://x.test',
      tokenEndpoint: 'https://x.test',
      userinfoEndpoint: 'https://x.test',
    })
    expect(await oauth2.finish(setup, journey, back('error=access_denied'))).toBeNull()
    expect(await adviceOf(oauth2.finish(setup, journey, back('error=invalid_scope')))).toBe('otherRefused')
  })

  test('the sharing network is read by its own names', async () => {
    const server = await startWeb(({ path }) =>
      path === '/user'
        ? json({ userId: 'u-7', userName: '赵六', unit: '湖泊所', email: 'z@b.org' })
        : json({ access_token: 't' }),
    )
    onTestFinished(server.stop)
    const endpoints = {
      authorizationEndpoint: server.url,
      tokenEndpoint: server.url,
      userinfoEndpoint: `${server.url}/user`,
    }
    const setup = setupFor('escience', { clientId: 'c', ...endpoints }, { clientSecret: 's' })
    expect(await escience.finish(setup, journey, back('code=c'))).toMatchObject({
      subject: 'u-7',
      name: '赵六',
      org: '湖泊所',
      email: 'z@b.org',
      isEmailVerified: false,
    })
  })
})
