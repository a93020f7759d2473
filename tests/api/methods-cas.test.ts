import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { cas } from '#server/modules/methods/cas.ts'
import { Browser } from '../services/browser.ts'
import { hasCas, startCas } from '../services/cas.ts'
import { closeServer } from '../services/oidc.ts'
import { freePort } from '../services/program.ts'
import { adviceOf, setupFor } from '../services/setup.ts'

const USER = { username: 'zhangsan', password: 'Passw0rd!' }

/** A site that the server may post the end of a session to. */
async function openSite() {
  const posted: string[] = []
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (piece: Buffer) => (body += piece.toString()))
    request.on('end', () => {
      if (request.method === 'POST') posted.push(body)
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  return { callbackUrl: `http://127.0.0.1:${port}/api/sign-in/1/callback`, posted, stop: () => closeServer(server) }
}

/** A server that answers every validation alike. */
async function startOdd(body: string, status = 200, headers: Record<string, string> = {}) {
  const server = createServer((_request, response) => response.writeHead(status, headers).end(body))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => closeServer(server))
  return `http://127.0.0.1:${(server.address() as { port: number }).port}`
}
const comeBack = (ticket = 'ST-1-a') => ({ url: new URL(`https://x.test/cb?state=s&ticket=${ticket}`), form: {} })
const journey = { state: 's', memory: {} }

describe.skipIf(!hasCas)('CAS (django-cas-server)', () => {
  let server: Awaited<ReturnType<typeof startCas>>
  let site: Awaited<ReturnType<typeof openSite>>
  beforeAll(async () => {
    server = await startCas()
    site = await openSite()
  })
  afterAll(async () => {
    await site?.stop()
    await server?.stop()
  })
  const setup = (config: Record<string, unknown> = {}) => ({
    ...setupFor('cas', { serverUrl: server.serverUrl, ...config }),
    callbackUrl: site.callbackUrl,
  })
  async function goThere(browser = new Browser(), state = 'state-1') {
    const { url, journey: begun } = await cas.begin(setup(), state)
    return { journey: begun, given: { url: await browser.walk(url, site.callbackUrl, USER), form: {} } }
  }

  test('a ticket is taken once', async () => {
    const { journey: begun, given } = await goThere()
    expect(await cas.finish(setup(), begun, given)).not.toBeNull()
    expect(await adviceOf(cas.finish(setup(), begun, given))).toBe('ticketRefused')
  })

  test('a ticket for another service, another state and what is no ticket are refused', async () => {
    const { journey: begun, given } = await goThere()
    const elsewhere = { ...setup(), callbackUrl: `${site.callbackUrl}x` }
    expect(await adviceOf(cas.finish(setup(), { ...begun, state: 'x' }, given))).toBe('stateWrong')
    expect(await adviceOf(cas.finish(elsewhere, begun, given))).toBe('ticketRefused')
    given.url.searchParams.set('ticket', 'ST-1&service=x')
    expect(await adviceOf(cas.finish(setup(), begun, given))).toBe('ticketRefused')
  })

  test('somebody who comes back without a ticket is nobody', async () => {
    const url = new URL(`${site.callbackUrl}?state=s`)
    expect(await cas.finish(setup(), journey, { url, form: {} })).toBeNull()
  })

  test.each(['2', '3'])('a good ticket becomes who it is (version %s)', async (version) => {
    const { journey: begun, given } = await goThere()
    const roleRules = [{ group: 'lake', role: 'role_senior' }]
    const who = await cas.finish(setup({ version, roleRules }), begun, given)
    expect(who).toMatchObject({ subject: 'zhangsan', label: 'zhangsan', ticket: given.url.searchParams.get('ticket') })
    if (version === '3')
      expect(who).toMatchObject({
        name: '张三',
        email: 'zhangsan@example.org',
        isEmailVerified: true,
        role: 'role_senior',
      })
  })

  test('an address is not vouched for when the server is not trusted with it', async () => {
    const { journey: begun, given } = await goThere()
    expect(await cas.finish(setup({ trustsEmail: false }), begun, given)).toMatchObject({ isEmailVerified: false })
  })

  test('the end of a session there names its ticket', async () => {
    const browser = new Browser()
    const { journey: begun, given } = await goThere(browser)
    await cas.finish(setup(), begun, given)
    const ticket = given.url.searchParams.get('ticket')
    await browser.go(`${server.serverUrl}/logout`)
    await expect.poll(() => site.posted.length).toBeGreaterThan(0)
    const ended = await Promise.all(
      site.posted.map(async (body) => cas.endedTicket?.(setup(), Object.fromEntries(new URLSearchParams(body)))),
    )
    expect(ended).toContain(ticket)
  })

  test('its test button shows that the server answers, and what to register', async () => {
    const { steps } = await cas.test(setup(), 'en')
    expect(steps.map(({ step, state }) => `${step} ${state}`)).toEqual(['loginPage ok', 'validate ok', 'register ok'])
    expect(steps[1]?.answered).toMatch(/INVALID_TICKET/)
    expect(steps[2]?.answered).toBe(site.callbackUrl)
  })
})

describe('CAS servers that answer oddly', () => {
  const finish = async (serverUrl: string) => adviceOf(cas.finish(setupFor('cas', { serverUrl }), journey, comeBack()))

  test.each([
    ['a page', '<html><body>Welcome', 'notXml'],
    ['another XML', '<serviceResponse/>', 'notCas'],
    ['XML with a document type', '<!DOCTYPE x [<!ENTITY a "b">]><a/>', 'notXml'],
    ['neither success nor failure', '<c:serviceResponse xmlns:c="http://www.yale.edu/tp/cas"/>', 'notCas'],
    ['endless text', 'x'.repeat(2_000_000), 'tooLarge'],
  ])('%s is refused', async (_what, body, advice) => {
    expect(await finish(await startOdd(body))).toBe(advice)
  })

  test('a redirect is not followed, an error is told, and so is a server that is down', async () => {
    expect(await finish(await startOdd('', 302, { location: 'http://127.0.0.1/' }))).toBe('redirected')
    expect(await finish(await startOdd('oops', 500))).toBe('httpStatus')
    expect(await finish(`http://127.0.0.1:${await freePort()}`)).toBe('refused')
  })

  test('another prefix for the namespace and attributes beside the name are read', async () => {
    const url = await startOdd(
      '<x:serviceResponse xmlns:x="http://www.yale.edu/tp/cas"><x:authenticationSuccess><x:user>li</x:user><x:name>Li &amp; Si</x:name></x:authenticationSuccess></x:serviceResponse>',
    )
    expect(await finish(url)).toMatchObject({ subject: 'li', name: 'Li & Si', email: '', isEmailVerified: false })
  })

  test('only a logout request of SAML names an ended session', async () => {
    const setup = setupFor('cas', { serverUrl: 'https://cas.example.org' })
    const logout = (space: string) =>
      `<s:LogoutRequest xmlns:s="${space}"><s:SessionIndex>ST-9-z</s:SessionIndex></s:LogoutRequest>`
    const ended = (logoutRequest: string) => cas.endedTicket?.(setup, { logoutRequest })
    expect(await ended(logout('urn:oasis:names:tc:SAML:2.0:protocol'))).toBe('ST-9-z')
    expect(await ended(logout('urn:else'))).toBeNull()
    expect(await ended('nonsense')).toBeNull()
  })
})
