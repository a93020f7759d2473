import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { METHOD_TIMEOUT_MS } from '#contract/core/limits.ts'
import type { Setup } from '#server/modules/methods/adapter.ts'
import { oauth2 } from '#server/modules/methods/oauth2.ts'
import { oidc } from '#server/modules/methods/oidc.ts'
import { Browser } from '../services/browser.ts'
import { CLIENT, closeServer, startForger, startOidc } from '../services/oidc.ts'
import { freePort } from '../services/program.ts'
import { adviceOf, ORIGIN, setupFor } from '../services/setup.ts'

let provider: Awaited<ReturnType<typeof startOidc>>
beforeAll(async () => {
  provider = await startOidc()
})
afterAll(() => provider.stop())

const setup = (config: Record<string, unknown> = {}, clientSecret = CLIENT.secret) =>
  setupFor('oidc', { issuer: provider.issuer, clientId: CLIENT.id, ...config }, { clientSecret })
const walk = (url: string, login = 'zhangsan') => new Browser().walk(url, ORIGIN, { login, password: 'x' })

/** Goes to the provider and signs in there. */
async function goThere(method: Setup<'oidc'>, login = 'zhangsan') {
  const { url, journey } = await oidc.begin(method, 'state-1')
  return { journey, given: { url: await walk(url, login), form: {} } }
}
async function signIn(config: Record<string, unknown> = {}, login = 'zhangsan') {
  const method = setup(config)
  const { journey, given } = await goThere(method, login)
  return oidc.finish(method, journey, given)
}

describe('OpenID Connect (oidc-provider)', () => {
  test('another state than the one of the way there is refused', async () => {
    const method = setup()
    const { journey, given } = await goThere(method)
    expect(await adviceOf(oidc.finish(method, { ...journey, state: 'state-2' }, given))).toBe('stateWrong')
    given.url.searchParams.set('state', 'state-2')
    expect(await adviceOf(oidc.finish(method, journey, given))).toBe('stateWrong')
  })

  test('a code is taken once', async () => {
    const method = setup()
    const { journey, given } = await goThere(method)
    expect(await oidc.finish(method, journey, given)).not.toBeNull()
    expect(await adviceOf(oidc.finish(method, journey, given))).toBe('codeRefused')
  })

  test('a code of somebody else’s way there is refused: verifier and nonce are not his', async () => {
    const method = setup()
    const [mine, theirs] = [await goThere(method), await goThere(method)]
    expect(await adviceOf(oidc.finish(method, mine.journey, theirs.given))).toBe('codeRefused')
    const own = await goThere(method)
    const memory = { ...own.journey.memory, nonce: 'another' }
    expect(await adviceOf(oidc.finish(method, { ...own.journey, memory }, own.given))).toBe('tokenWrong')
  })

  test('an answer of another issuer is refused', async () => {
    const method = setup()
    const { journey, given } = await goThere(method)
    given.url.searchParams.set('iss', 'https://elsewhere.example.org')
    expect(await adviceOf(oidc.finish(method, journey, given))).toBe('tokenWrong')
  })

  test('a wrong secret is told from a wrong code', async () => {
    const { journey, given } = await goThere(setup())
    expect(await adviceOf(oidc.finish(setup({}, 'wrong'), journey, given))).toBe('clientRefused')
    given.url.searchParams.set('code', 'never-issued')
    expect(await adviceOf(oidc.finish(setup(), journey, given))).toBe('codeRefused')
  })

  test.each([
    ['for another client', { aud: 'another' }, true],
    ['of another issuer', { iss: 'https://elsewhere.example.org' }, true],
    ['that is over', { exp: 1_700_000_000 }, true],
    ['of another sign-in', { nonce: 'another' }, true],
    ['signed with another key', {}, false],
  ])('a token %s is refused', async (_what, claims, isSigned) => {
    const given: Record<string, unknown> = { nonce: '', ...claims }
    const forger = await startForger(given, isSigned)
    onTestFinished(forger.stop)
    const method = setup({ issuer: forger.issuer })
    const { journey } = await oidc.begin(method, 's')
    given.nonce ||= journey.memory.nonce
    const url = new URL(`${ORIGIN}/cb?code=c&state=s`)
    expect(await adviceOf(oidc.finish(method, journey, { url, form: {} }))).toBe('tokenWrong')
  })

  test('the forger of these tests is believed when it forges nothing', async () => {
    const claims: Record<string, unknown> = {}
    const forger = await startForger(claims)
    onTestFinished(forger.stop)
    const method = setup({ issuer: forger.issuer })
    const { journey } = await oidc.begin(method, 's')
    claims.nonce = journey.memory.nonce
    const url = new URL(`${ORIGIN}/cb?code=c&state=s`)
    expect(await oidc.finish(method, journey, { url, form: {} })).toMatchObject({ subject: 'mallory', email: '' })
  })

  test('somebody who declines there comes back as nobody', async () => {
    const { journey } = await goThere(setup())
    const url = new URL(`${ORIGIN}/cb?error=access_denied&state=state-1`)
    expect(await oidc.finish(setup(), journey, { url, form: {} })).toBeNull()
  })

  test('an issuer that calls itself otherwise, one that is down and one that is no provider are told apart', async () => {
    const issuer = `${provider.issuer.replace('127.0.0.1', 'localhost')}`
    expect(await adviceOf(oidc.begin(setup({ issuer }), 's'))).toBe('issuerDiffers')
    expect(await adviceOf(oidc.begin(setup({ issuer: `http://127.0.0.1:${await freePort()}` }), 's'))).toBe('refused')
    expect(await adviceOf(oidc.begin(setup({ issuer: `${provider.issuer}/nothing` }), 's'))).toBe('httpStatus')
    expect(await adviceOf(oidc.begin(setup({ issuer: 'https://provider.invalid' }), 's'))).toBe('dns')
  })

  test('a provider that never answers is refused within the time allowed', async () => {
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => closeServer(silent))
    const { port } = silent.address() as { port: number }
    const startMs = performance.now()
    expect(await adviceOf(oidc.begin(setup({ issuer: `http://127.0.0.1:${port}` }), 's'))).toBe('timeout')
    expect(performance.now() - startMs).toBeLessThan(2 * METHOD_TIMEOUT_MS)
  })

  test('discovery is tried again after a failure, and manual endpoints go before it', async () => {
    const late = createServer()
    const port = await freePort()
    const issuer = `http://127.0.0.1:${port}`
    expect(await adviceOf(oidc.begin(setup({ issuer }), 's'))).toBe('refused')
    late.on('request', (_request, response) =>
      response
        .setHeader('content-type', 'application/json')
        .end(JSON.stringify({ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` })),
    )
    await new Promise<void>((resolve) => late.listen(port, '127.0.0.1', resolve))
    onTestFinished(() => closeServer(late))
    expect((await oidc.begin(setup({ issuer }), 's')).url).toMatch(`${issuer}/auth?`)
    const authorizationEndpoint = 'https://other.example.org/login'
    expect((await oidc.begin(setup({ issuer, authorizationEndpoint }), 's')).url).toMatch(authorizationEndpoint)
  })

  test('with every endpoint given by hand nothing is discovered, and the answer is checked alike', async () => {
    const { issuer } = provider
    const manual = {
      authorizationEndpoint: `${issuer}/auth`,
      tokenEndpoint: `${issuer}/token`,
      userinfoEndpoint: `${issuer}/me`,
      jwksUri: `${issuer}/jwks`,
    }
    expect(await signIn(manual)).toMatchObject({ subject: 'zhangsan' })
    const method = setup({ ...manual, issuer: `${issuer}/other` })
    const { journey, given } = await goThere(method)
    expect(await adviceOf(oidc.finish(method, journey, given))).toBe('tokenWrong')
  })

  test.each([
    ['that the provider says is not proved', 'zhangsan', false, false],
    ['that the provider says is not proved, whatever is trusted', 'zhangsan', true, false],
    ['of which the provider says nothing', 'silent', false, false],
    ['of which the provider says nothing, when it is trusted', 'silent', true, true],
    ['that the provider vouches for', 'proved', false, true],
  ])('an address %s counts accordingly', async (_what, login, trustsEmail, isEmailVerified) => {
    expect(await signIn({ trustsEmail }, login)).toMatchObject({ email: `${login}@example.org`, isEmailVerified })
  })

  test('a good answer becomes who it is, with the role of the first rule that fits', async () => {
    const roleRules = [{ group: 'lab/*', role: 'role_senior' }]
    expect(await signIn({ roleRules })).toEqual({
      subject: 'zhangsan',
      label: 'zhangsan',
      email: 'zhangsan@example.org',
      isEmailVerified: false,
      name: '张三',
      englishName: '',
      org: '',
      phone: '',
      role: 'role_senior',
      ticket: null,
    })
  })

  describe('its test button', () => {
    const stepsOf = async (method: Setup<'oidc'>) =>
      (await oidc.test(method, 'en')).steps.map(({ step, state }) => `${step} ${state}`)

    test('every step is taken; a refused code shows that the secret is right', async () => {
      expect(await stepsOf(setup())).toEqual([
        'discovery ok',
        'endpoints ok',
        'keys ok',
        'authorize ok',
        'token ok',
        'register ok',
      ])
    })

    test('a wrong secret, an address that is not registered and a wrong issuer fail their steps', async () => {
      const { steps } = await oidc.test(setup({}, 'wrong'), 'zh')
      expect(steps.find(({ step }) => step === 'token')).toMatchObject({
        state: 'failed',
        advice: expect.stringMatching(/密钥/),
      })
      const elsewhere = { ...setup(), callbackUrl: 'https://elsewhere.test/cb' }
      expect(await stepsOf(elsewhere)).toContain('authorize warning')
      expect(await stepsOf(setup({ issuer: provider.issuer.replace('127.0.0.1', 'localhost') }))).toEqual([
        'discovery failed',
      ])
    })
  })
})

describe('plain OAuth 2.0 (oidc-provider, by fixed addresses)', () => {
  const plain = (config: Record<string, unknown> = {}, clientSecret = CLIENT.secret) =>
    setupFor(
      'oauth2',
      {
        clientId: CLIENT.id,
        scope: 'openid email profile',
        authorizationEndpoint: `${provider.issuer}/auth`,
        tokenEndpoint: `${provider.issuer}/token`,
        userinfoEndpoint: `${provider.issuer}/me`,
        subjectAttribute: 'sub',
        ...config,
      },
      { clientSecret },
    )
  async function there(method = plain()) {
    const { url, journey } = await oauth2.begin(method, 'state-1')
    return { journey, given: { url: await walk(url), form: {} } }
  }

  test('another state, a used code, a code of another way there and a wrong secret are refused', async () => {
    const { journey, given } = await there()
    expect(await adviceOf(oauth2.finish(plain(), { ...journey, state: 'x' }, given))).toBe('stateWrong')
    expect(await adviceOf(oauth2.finish(plain({}, 'wrong'), journey, given))).toBe('clientRefused')
    expect(await oauth2.finish(plain(), journey, given)).toMatchObject({ subject: 'zhangsan' })
    expect(await adviceOf(oauth2.finish(plain(), journey, given))).toBe('codeRefused')
    const [mine, theirs] = [await there(), await there()]
    expect(await adviceOf(oauth2.finish(plain(), mine.journey, theirs.given))).toBe('codeRefused')
  })

  test('the person is read from the address for it', async () => {
    const { journey, given } = await there()
    expect(await oauth2.finish(plain(), journey, given)).toMatchObject({
      subject: 'zhangsan',
      label: 'zhangsan',
      name: '张三',
      isEmailVerified: false,
    })
  })

  test('its test button tells a right secret from a wrong one', async () => {
    const stepOf = async (method: Setup<'oauth2'>) =>
      (await oauth2.test(method, 'en')).steps.find(({ step }) => step === 'token')
    expect(await stepOf(plain())).toMatchObject({ state: 'ok', answered: expect.stringMatching(/invalid_grant/) })
    expect(await stepOf(plain({}, 'wrong'))).toMatchObject({ state: 'failed' })
  })
})
