import { createServer } from 'node:http'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { saml } from '#server/modules/methods/saml.ts'
import { hasOpenssl } from '../services/certificates.ts'
import { closeServer } from '../services/oidc.ts'
import { IDP, startIdp } from '../services/saml.ts'
import { adviceOf, ORIGIN, setupFor } from '../services/setup.ts'

const ADDRESS = 'urn:oid:0.9.2342.19200300.100.1.3'
const NAME = 'urn:oid:2.16.840.1.113730.3.1.241'
const attributes = { [ADDRESS]: ['li@example.org'], [NAME]: ['李四'], groups: ['staff', 'lake'] }

describe.skipIf(!hasOpenssl)('SAML 2.0 (an identity provider with a key of its own)', () => {
  let idp: ReturnType<typeof startIdp>
  beforeAll(() => {
    idp = startIdp()
  })
  afterAll(() => idp?.stop())

  const setup = (config: Record<string, unknown> = {}, secrets: Record<string, string> = {}) =>
    setupFor(
      'saml',
      { entryPoint: 'https://idp.example.org/sso', idpIssuer: IDP, idpCertificate: idp.certificate, ...config },
      secrets,
    )
  type Assertion = Partial<Parameters<typeof idp.answer>[0]>
  async function goThere(method = setup()) {
    const { url, journey } = await saml.begin(method, 'state-1')
    return { journey, asked: idp.read(url) }
  }
  const posted = (xml: string, RelayState = 'state-1') => ({
    url: new URL(`${ORIGIN}/cb`),
    form: { SAMLResponse: idp.encode(xml), RelayState },
  })
  /** Goes there, and brings back what the provider says, changed on the way by `alter`. */
  async function signIn(claims: Assertion = {}, alter: (xml: string) => string = (xml) => xml, method = setup()) {
    const { journey, asked } = await goThere(method)
    return adviceOf(saml.finish(method, journey, posted(alter(idp.answer({ ...asked, attributes, ...claims })))))
  }

  test.each([
    ['without a signature', { signs: '' }],
    ['with a signature of another key', { isForeign: true }],
    ['that is over', { minutes: -10 }],
    ['for another audience', { audience: 'https://elsewhere.test' }],
    ['for another address', { recipient: 'https://elsewhere.test/cb' }],
    ['to another request', { requestId: '_another' }],
    ['of another issuer', { issuer: 'https://idp.elsewhere.test' }],
  ] as const)('a response %s is refused', async (_what, claims) => {
    expect(['responseRefused', 'issuerDiffers']).toContain(await signIn(claims))
  })

  test.each([
    ['the name of the person', (xml: string) => xml.replace('person-1', 'person-2')],
    ['an attribute', (xml: string) => xml.replace('li@example.org', 'admin@example.org')],
    ['the audience', (xml: string) => xml.replace(/<saml:Audience>[^<]*/, '<saml:Audience>x')],
  ])('a response in which %s was altered is refused', async (_what, alter) => {
    expect(await signIn({}, alter)).toBe('responseRefused')
  })

  test('a signed assertion wrapped beside a forged one is refused', async () => {
    const forged = (xml: string) => {
      const inner = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
      const fake = inner
        .replace(/ID="[^"]*"/, 'ID="_fake"')
        .replace('person-1', 'admin')
        .replace(/<Signature[\s\S]*?<\/Signature>/, '')
      return xml.replace(inner, `${fake}${inner}`)
    }
    expect(await signIn({}, forged)).toBe('responseRefused')
    const buried = (xml: string) => {
      const inner = /<saml:Assertion[\s\S]*<\/saml:Assertion>/.exec(xml)?.[0] ?? ''
      const fake = inner
        .replace(/ID="[^"]*"/, 'ID="_fake"')
        .replace('person-1', 'admin')
        .replace(/<Signature[\s\S]*?<\/Signature>/, '')
      return xml.replace(
        inner,
        fake.replace('</saml:Assertion>', `<saml:Advice>${inner}</saml:Advice></saml:Assertion>`),
      )
    }
    expect(await signIn({}, buried)).toBe('responseRefused')
  })

  test('a comment inside the name does not cut it', async () => {
    const who = await signIn({}, (xml) => xml.replace('person-1', 'person<!-- -->-1'))
    expect(who).toMatchObject({ subject: 'person-1' })
  })

  test('the outer answer is not believed: an assertion for another request does not pass under ours', async () => {
    const { asked, journey } = await goThere()
    const xml = idp.answer({ ...asked, requestId: '_stolen', attributes })
    const outer = xml.replace('InResponseTo="_stolen"', `InResponseTo="${asked.requestId}"`)
    expect(await adviceOf(saml.finish(setup(), journey, posted(outer)))).toBe('responseRefused')
  })

  test('a response is taken once', async () => {
    const { journey, asked } = await goThere()
    const given = posted(idp.answer({ ...asked, attributes }))
    expect(await saml.finish(setup(), journey, given)).not.toBeNull()
    expect(await adviceOf(saml.finish(setup(), journey, given))).toBe('responseReplayed')
  })

  test('another state is refused', async () => {
    const { journey, asked } = await goThere()
    expect(await adviceOf(saml.finish(setup(), journey, posted(idp.answer(asked), 'state-2')))).toBe('stateWrong')
  })

  test('a name that changes each time, or is an address, is nobody', async () => {
    const format = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient'
    expect(await signIn({ format })).toBe('subjectTransient')
    const address = 'urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress'
    expect(await signIn({ format: address })).toBe('subjectIsAddress')
    const method = setup({ subjectAttribute: 'employeeNumber' })
    const claims = { format, attributes: { ...attributes, employeeNumber: ['42'] } }
    expect(await signIn(claims, undefined, method)).toMatchObject({ subject: '42' })
  })

  test('somebody who cancels there comes back as nobody, and nonsense is refused', async () => {
    const { journey, asked } = await goThere()
    expect(await saml.finish(setup(), journey, posted(idp.refuse(asked)))).toBeNull()
    expect(await adviceOf(saml.finish(setup(), journey, posted('nonsense')))).toBe('responseRefused')
    expect(await adviceOf(saml.finish(setup(), journey, posted('<a/>')))).toBe('responseRefused')
  })

  test.each(['assertion', 'response'] as const)('a good response becomes who it is (signed %s)', async (signs) => {
    const method = setup({ groupsAttribute: 'groups', roleRules: [{ group: 'lake', role: 'role_senior' }] })
    expect(await signIn({ signs }, undefined, method)).toMatchObject({
      subject: 'person-1',
      label: 'person-1',
      email: 'li@example.org',
      isEmailVerified: true,
      name: '李四',
      role: 'role_senior',
    })
    expect(await signIn({ signs }, undefined, setup({ trustsEmail: false }))).toMatchObject({ isEmailVerified: false })
  })

  test('the certificate may be one of several, or bare as it stands in metadata', async () => {
    const both = setup({ idpCertificate: `${idp.foreignCertificate}\n${idp.certificate}` })
    expect(await signIn({}, undefined, both)).toMatchObject({ subject: 'person-1' })
    const bare = setup({ idpCertificate: idp.certificate.replace(/-----[A-Z ]+-----/g, '') })
    expect(await signIn({}, undefined, bare)).toMatchObject({ subject: 'person-1' })
  })

  test('with a private key requests are signed, and the metadata shows its certificate', async () => {
    const signing = setup({}, { privateKey: `${idp.key}${idp.certificate}` })
    expect((await goThere()).asked.isSigned).toBe(false)
    expect((await goThere(signing)).asked.isSigned).toBe(true)
    expect((await goThere(setup({}, { privateKey: idp.key }))).asked.isSigned).toBe(true)
    const xml = (await saml.metadata?.(signing)) ?? ''
    expect(xml).toContain(`Location="${signing.callbackUrl}"`)
    expect(xml).toContain('AuthnRequestsSigned="true"')
    expect(xml).toContain('X509Certificate')
    expect(xml).not.toContain('PRIVATE')
    expect(await saml.metadata?.(setup())).toContain('WantAssertionsSigned="true"')
  })

  test('its test button reads certificates, asks the entry point, and says what to register', async () => {
    const server = createServer((_request, response) => response.end('login'))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => closeServer(server))
    const entryPoint = `http://127.0.0.1:${(server.address() as { port: number }).port}/sso`
    const stepsOf = async (config: Record<string, unknown>) =>
      (await saml.test(setup(config), 'en')).steps.map(({ step, state }) => `${step} ${state}`)
    expect(await stepsOf({ entryPoint })).toEqual(['certificate ok', 'entryPoint ok', 'register ok', 'register ok'])
    expect(await stepsOf({ idpCertificate: 'nonsense' })).toEqual(['certificate failed', 'register ok', 'register ok'])
    expect(await stepsOf({ entryPoint: 'http://127.0.0.1:1/' })).toContain('entryPoint failed')
  })
})
