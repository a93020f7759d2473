import { connect, createServer, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { METHOD_TIMEOUT_MS } from '#contract/core/limits.ts'
import { semaphore } from '#server/concurrency/semaphore.ts'
import { ldap } from '#server/modules/methods/ldap.ts'
import { DIRECTORY_CALLS } from '#server/modules/methods/open-methods.ts'
import { freePort } from '../services/program.ts'
import { adviceOf, setupFor } from '../services/setup.ts'
import { ADMIN_DN, ADMIN_PASSWORD, BASE, GROUPS, hasSlapd, PEOPLE, startSlapd } from '../services/slapd.ts'
import { openSlowProxy } from '../services/slow-proxy.ts'
import { inFull } from '../support/full.ts'

let slapd: Awaited<ReturnType<typeof startSlapd>>

const base = () => ({
  url: `ldap://127.0.0.1:${slapd.port}`,
  bindDn: ADMIN_DN,
  baseDn: BASE,
  userFilter: '(|(uid={username})(mail={username}))',
})
const setup = (config: Record<string, unknown> = {}, secret = ADMIN_PASSWORD) =>
  setupFor('ldap', { ...base(), ...config }, { bindPassword: secret })
const signIn = (config: Record<string, unknown> = {}, username = 'zhangsan', password = 'Passw0rd!') =>
  adviceOf(ldap.verify(setup(config), username, password).then((who): object => who ?? refused))
const refused = { refused: true }
const zhangsan = {
  label: 'zhangsan',
  email: 'zhangsan@example.org',
  isEmailVerified: true,
  name: '张三',
  org: '计算所',
  phone: '13800138000',
}

describe.skipIf(!hasSlapd)('a directory (OpenLDAP)', () => {
  beforeAll(async () => {
    slapd = await startSlapd()
  })
  afterAll(() => slapd?.stop())

  test.each([
    ['a wrong password', 'zhangsan', 'wrong'],
    ['an unknown user', 'nobody-of-this-name', 'Passw0rd!'],
    ['a name that is a filter', '*)(uid=*', 'Passw0rd!'],
    ['a star', '*', 'Passw0rd!'],
    ['a name with a NUL', 'zhangsan\0', 'Passw0rd!'],
    ['an address that two entries carry', 'twins@example.org', 'Twin-2026'],
    ['an entry without a password', 'mute', 'anything'],
  ])('%s is refused', async (_what, username, password) => {
    expect(await signIn({}, username, password)).toEqual(refused)
  })

  test('an empty password is refused before anybody is asked', async () => {
    const proxy = await openSlowProxy(slapd.port, 0)
    onTestFinished(() => proxy.close())
    const config = { url: `ldap://127.0.0.1:${proxy.port}` }
    expect(await signIn(config, 'zhangsan', '')).toEqual(refused)
    expect(await signIn(config, ' ', 'Passw0rd!')).toEqual(refused)
    expect(proxy.state.connections).toBe(0)
  })

  test('a certificate that nobody vouches for is refused, by ldaps and by StartTLS', async () => {
    expect(await signIn({ url: `ldaps://localhost:${slapd.securePort}` })).toBe('tlsUntrusted')
    expect(await signIn({ url: `ldap://localhost:${slapd.port}`, startTls: true })).toBe('tlsUntrusted')
  })

  test('a certificate for another name is refused', async () => {
    const config = { url: `ldaps://127.0.0.1:${slapd.securePort}`, caCertificate: slapd.certificate }
    expect(await signIn(config)).toBe('tlsName')
  })

  test('a wrong search account, a wrong base and a search without a name are told apart', async () => {
    expect(await adviceOf(ldap.verify(setup({}, 'wrong'), 'zhangsan', 'Passw0rd!') as Promise<object>)).toBe(
      'bindAccount',
    )
    expect(await adviceOf(ldap.verify(setup({}, ''), 'zhangsan', 'Passw0rd!') as Promise<object>)).toBe('secretMissing')
    expect(await signIn({ baseDn: 'dc=elsewhere,dc=org' })).toBe('baseMissing')
    expect(await signIn({ bindDn: '' })).toBe('baseMissing')
  })

  test('a server that is down, a name that does not exist and a port of another protocol are told apart', async () => {
    const web = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void web.close())
    const { port } = web.address() as { port: number }
    expect(await signIn({ url: `ldap://127.0.0.1:${await freePort()}` })).toBe('refused')
    expect(await signIn({ url: 'ldap://directory.invalid' })).toBe('dns')
    expect(['closed', 'network', 'timeout']).toContain(await signIn({ url: `ldap://127.0.0.1:${port}` }))
    expect(await signIn({ url: `ldaps://localhost:${slapd.port}` })).toMatch(/closed|tlsProtocol|network/)
  })

  test.each([
    ['plain', {}],
    ['StartTLS', { startTls: true }],
  ])('a directory that answers after 10 seconds is refused within the time allowed (%s)', async (_what, config) => {
    const answerMs = 2 * METHOD_TIMEOUT_MS
    const proxy = await openSlowProxy(slapd.port, answerMs)
    onTestFinished(() => proxy.close())
    const startMs = performance.now()
    expect(await signIn({ ...config, url: `ldap://127.0.0.1:${proxy.port}` })).toBe('timeout')
    expect(performance.now() - startMs).toBeLessThan(answerMs)
    await expect.poll(proxy.open).toBe(0)
  })

  test('a directory that answers each step slowly is refused within the time allowed for all', async () => {
    const stepMs = METHOD_TIMEOUT_MS / 2
    const proxy = await openSlowProxy(slapd.port, stepMs)
    onTestFinished(() => proxy.close())
    const startMs = performance.now()
    expect(await signIn({ url: `ldap://127.0.0.1:${proxy.port}` })).toBe('timeout')
    // To sign in takes three steps: the account that searches, the search, and the person.
    expect(performance.now() - startMs).toBeLessThan(3 * stepMs)
  })

  test('somebody outside the required group is refused, and so is a group whose name only begins alike', async () => {
    const config = { requiredGroup: `cn=researchers,${GROUPS}` }
    expect(await signIn(config, 'lisi', 'Lisi-2026')).toEqual(refused)
    expect(await signIn({ requiredGroup: 'cn=research' })).toEqual(refused)
    expect(await signIn({ requiredGroup: `CN=Researchers,${GROUPS}` })).toMatchObject(zhangsan)
  })

  test('an entry without the attribute that names people is refused with what it has', async () => {
    expect(await signIn({ subjectAttribute: 'employeeNumber' })).toBe('subjectMissing')
  })

  test('the right password is taken, and the entry becomes who it is', async () => {
    const who = await signIn()
    expect(who).toMatchObject({ ...zhangsan, role: null, ticket: null })
    expect(who).toHaveProperty('subject', expect.stringMatching(/^[0-9a-f-]{36}$/))
    expect(await signIn({}, 'zhangsan@example.org')).toEqual(who)
  })

  test('ldaps and StartTLS are trusted by the certificate that is given', async () => {
    const caCertificate = slapd.certificate
    expect(await signIn({ url: `ldaps://localhost:${slapd.securePort}`, caCertificate })).toMatchObject(zhangsan)
    const startTls = { url: `ldap://localhost:${slapd.port}`, startTls: true, caCertificate }
    expect(await signIn(startTls)).toMatchObject(zhangsan)
  })

  test('the second directory of a list answers when the first is down or silent', async () => {
    const proxy = await openSlowProxy(slapd.port, 10_000)
    onTestFinished(() => proxy.close())
    const good = `ldap://127.0.0.1:${slapd.port}`
    expect(await signIn({ url: `ldap://127.0.0.1:${await freePort()} ${good}` })).toMatchObject(zhangsan)
    expect(await signIn({ url: `ldap://127.0.0.1:${proxy.port} ${good}` })).toMatchObject(zhangsan)
  })

  test('groups give roles, from the entry or by a search; the first rule that fits counts', async () => {
    const roleRules = [
      { group: `cn=students,${GROUPS}`, role: 'role_general' },
      { group: 'cn=research*', role: 'role_senior' },
      { group: `cn=researchers,${GROUPS}`, role: 'role_admin' },
    ]
    expect(await signIn({ roleRules })).toMatchObject({ role: 'role_senior' })
    const searched = { roleRules, groupBaseDn: GROUPS, groupsAttribute: '' }
    expect(await signIn(searched)).toMatchObject({ role: 'role_senior' })
    expect(await signIn(searched, 'lisi', 'Lisi-2026')).toMatchObject({ role: 'role_general' })
    expect(await signIn(searched, 'u1', 'Pw-1')).toMatchObject({ role: null })
  })

  test('an address is not vouched for when the directory is not trusted with it', async () => {
    expect(await signIn({ trustsEmail: false })).toMatchObject({
      email: 'zhangsan@example.org',
      isEmailVerified: false,
    })
  })

  test(
    'a hundred people of ten thousand sign in, as many at once as may, and every connection is closed',
    inFull,
    async () => {
      const letIn = semaphore(DIRECTORY_CALLS)
      const proxy = await openSlowProxy(slapd.port, 0)
      onTestFinished(() => proxy.close())
      const config = { url: `ldap://127.0.0.1:${proxy.port}` }
      const people = Array.from({ length: 100 }, (_one, index) =>
        letIn(() => signIn(config, `u${index * 97}`, `Pw-${index * 97}`)),
      )
      for (const [index, who] of (await Promise.all(people)).entries())
        expect(who).toMatchObject({ label: `u${index * 97}` })
      await expect.poll(proxy.open).toBe(0)
    },
  )

  describe('its test button', () => {
    const tryIt = (
      config: Record<string, unknown>,
      secret = ADMIN_PASSWORD,
      given = { username: 'zhangsan', password: 'Passw0rd!' },
    ) => ldap.test(setup(config, secret), 'en', given)
    const states = (steps: { step: string; state: string }[]) => steps.map(({ step, state }) => `${step} ${state}`)

    test('every step is taken, and the person is shown as the mapping makes one', async () => {
      const config = { url: `ldaps://localhost:${slapd.securePort}`, caCertificate: slapd.certificate }
      const { steps, person } = await tryIt(config)
      expect(states(steps)).toEqual([
        'resolve ok',
        'connect ok',
        'tls ok',
        'bindAccount ok',
        'base ok',
        'findPerson ok',
        'groups ok',
        'mapping ok',
        'bindPerson ok',
      ])
      expect(steps[2]?.answered).toMatch(/TLSv1\.\d; CN=localhost; CN=localhost; \d{4}-/)
      expect(steps[5]?.answered).toBe(`uid=zhangsan,${PEOPLE}`)
      expect(person).toMatchObject({ email: 'zhangsan@example.org', name: '张三', isEmailVerified: 'true' })
      expect(JSON.stringify(steps)).not.toContain('Passw0rd!')
    })

    test('a certificate that nobody vouches for is shown, and no password is sent', async () => {
      const { steps } = await tryIt({ url: `ldap://localhost:${slapd.port}`, startTls: true })
      expect(states(steps)).toEqual(['resolve ok', 'connect ok', 'tls failed'])
      expect(steps[2]?.answered).toContain('CN=localhost')
      expect(steps[2]?.advice).toMatch(/isn’t trusted/)
    })

    test.each([
      ['answers in plain text', (socket: Socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n')],
      ['closes', (socket: Socket) => socket.end()],
      ['closes at the first byte', (socket: Socket) => socket.once('data', () => socket.destroy())],
      ['resets', (socket: Socket) => socket.once('data', () => socket.resetAndDestroy())],
      ['answers in plain LDAP', (socket: Socket) => socket.pipe(connect(slapd.port, '127.0.0.1')).pipe(socket)],
    ])('a port without TLS that %s fails the encryption, in words', async (_what, answer) => {
      const server = createServer((socket) => void answer(socket.on('error', () => {})))
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
      onTestFinished(() => void server.close())
      const { port } = server.address() as { port: number }
      const { steps } = await tryIt({ url: `ldaps://127.0.0.1:${port}` })
      expect(states(steps)).toEqual(['resolve ok', 'connect ok', 'tls failed'])
      expect(steps[2]?.answered).not.toMatch(/undefined|null/)
      expect(steps[2]?.advice).toMatch(/^The encrypted connection failed/)
    })

    test('plain LDAP is warned of', async () => {
      const { steps } = await tryIt({})
      expect(steps[2]).toMatchObject({ step: 'tls', state: 'warning', advice: expect.stringMatching(/plain text/) })
    })

    test.each([
      ['a wrong search account', {}, 'wrong', 'bindAccount'],
      ['a wrong base', { baseDn: 'dc=elsewhere' }, ADMIN_PASSWORD, 'base'],
      ['a group that is missing', { requiredGroup: 'cn=nobody' }, ADMIN_PASSWORD, 'groups'],
    ])('%s fails its step with an advice', async (_what, config, secret, failed) => {
      const { steps } = await tryIt(config, secret)
      expect(steps.find(({ state }) => state === 'failed')).toMatchObject({
        step: failed,
        advice: expect.stringMatching(/\w/),
      })
    })

    test('a wrong password of the person fails the step of the person', async () => {
      const { steps } = await tryIt({}, ADMIN_PASSWORD, { username: 'zhangsan', password: 'wrong' })
      expect(steps.at(-1)).toMatchObject({ step: 'bindPerson', state: 'failed' })
    })

    test('it is over within 10 seconds whatever the directory does', async () => {
      const proxy = await openSlowProxy(slapd.port, 60_000)
      onTestFinished(() => proxy.close())
      const startMs = performance.now()
      const { steps } = await tryIt({
        url: `ldap://127.0.0.1:${proxy.port} ldap://127.0.0.1:${proxy.port}`,
        startTls: true,
      })
      expect(performance.now() - startMs).toBeLessThan(15_000)
      expect(steps.at(-1)?.state).toBe('failed')
    })
  })
})
