import { createServer } from 'node:net'
import { describe, expect, onTestFinished, test } from 'vitest'
import { CONFIRM_MS } from '#contract/core/limits.ts'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import { ensureMethods } from '#server/modules/methods/index.ts'
import { newId } from '#server/storage/id.ts'
import { openSeal } from '#server/storage/seal.ts'
import { CLIENT, startOidc } from '../services/oidc.ts'
import { freePort } from '../services/program.ts'
import { ADMIN_DN, ADMIN_PASSWORD, BASE, hasSlapd, startSlapd } from '../services/slapd.ts'
import { openSlowProxy } from '../services/slow-proxy.ts'
import { startWeb } from '../services/web.ts'
import { buildWorld, type World } from '../support/world.ts'

const { methods, signIn, audit } = contract
type Draft = InputOf<typeof methods.create>

const names = { zh: '所里登录', en: 'Institute' }
const oidcDraft = (given: Partial<Draft> = {}): Draft => ({
  kind: 'oidc',
  name: names,
  isOn: true,
  config: { issuer: 'https://login.example.org', clientId: 'dataspace' },
  secrets: { clientSecret: 'very-secret' },
  ...given,
})
const casDraft = (given: Partial<Draft> = {}): Draft => ({
  kind: 'cas',
  name: { zh: '统一认证', en: 'CAS' },
  isOn: true,
  config: { serverUrl: 'https://cas.example.org/cas' },
  ...given,
})
const ldapDraft = (url: string, given: Partial<Draft> = {}): Draft => ({
  kind: 'ldap',
  name: { zh: '目录', en: 'Directory' },
  isOn: true,
  config: { url, baseDn: BASE, bindDn: ADMIN_DN, userFilter: '(uid={username})' },
  secrets: { bindPassword: ADMIN_PASSWORD },
  ...given,
})
const publicNames = async (world: World) =>
  (await (await world.as('stranger')).data(signIn.methods, {})).map(({ name }) => name)
const environment = (world: World, list: readonly unknown[]) =>
  ensureMethods(world.db, openSeal(world.config), list, world.clock.now())

describe('/methods', () => {
  test('nobody but administrators sees, changes or tries methods, and nobody without a fresh proof changes them', async () => {
    const world = await buildWorld()
    for (const who of ['stranger', 'ordinary', 'owner'] as const) {
      const client = await world.as(who)
      const status = who === 'stranger' ? 401 : 403
      expect((await client.call(methods.list, {})).status).toBe(status)
      expect((await client.call(methods.places, { kind: 'oidc' })).status).toBe(status)
      expect((await client.call(methods.create, oidcDraft())).status).toBe(status)
      expect((await client.call(methods.test, oidcDraft())).status).toBe(status)
    }
    const admin = await world.as('admin')
    world.clock.advance(CONFIRM_MS + 1000)
    expect(await admin.call(methods.create, oidcDraft())).toMatchObject({ error: 'confirmNeeded' })
  })

  test.each([
    ['an address that is none', oidcDraft({ config: { issuer: 'nonsense', clientId: 'x' } }), ['config.issuer']],
    ['what is missing', oidcDraft({ config: {} }), ['config.issuer', 'config.clientId']],
    ['a secret of another kind', casDraft({ secrets: { clientSecret: 'x' } }), ['secrets.clientSecret']],
    [
      'an address of mail as the name of people',
      casDraft({ config: { serverUrl: 'https://x.test', subjectAttribute: 'Mail' } }),
      ['config.subjectAttribute'],
    ],
    [
      'a filter that does not close',
      ldapDraft('ldap://x', { config: { url: 'ldap://x', baseDn: BASE, userFilter: '(uid={username}' } }),
      ['config.userFilter'],
    ],
    [
      'what is no certificate, and what is no key',
      {
        kind: 'saml',
        name: names,
        config: { entryPoint: 'https://x.test', idpCertificate: 'nonsense' },
        secrets: { privateKey: 'nonsense' },
      } satisfies Draft,
      ['config.idpCertificate', 'secrets.privateKey'],
    ],
  ])('%s is refused by its field', async (_what, draft, fields) => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const answer = await admin.call(methods.create, draft)
    expect(answer).toMatchObject({ error: 'methodConfigWrong', status: 400 })
    expect('fields' in answer && answer.fields?.map(({ field }) => field)).toEqual(fields)
    expect(await admin.data(methods.list, {})).toEqual([])
  })

  test('a wrong setting or secret is told by a sentence of its own', async () => {
    const admin = await (await buildWorld()).as('admin')
    const config = { entryPoint: 'nonsense', idpCertificate: 'nonsense', spEntityId: 'x'.repeat(3000) }
    const answer = await admin.call(methods.create, {
      kind: 'saml',
      name: names,
      config: { ...config, entryPoint: 'https://x.test', spEntityId: '' },
      secrets: { privateKey: 'nokey' },
    })
    const sentencesOf = ({ fields }: { fields?: { message: string }[] }) => fields?.map(({ message }) => message)
    expect(sentencesOf(answer as never)).toEqual([
      expect.stringMatching(/^Paste the certificate in PEM format/),
      expect.stringMatching(/^Paste an unencrypted private key in PEM format/),
    ])
    const refused = await admin.call(methods.test, { kind: 'saml', name: names, config })
    expect(sentencesOf(refused as never)).toEqual([
      'Enter an address starting with http:// or https://',
      expect.stringMatching(/^Up to [\d,]+ characters$/),
    ])
  })

  test('secrets are kept sealed and never told', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const made = await admin.data(methods.create, oidcDraft())
    expect(made).toMatchObject({ secrets: { clientSecret: true }, source: 'console', identities: 0 })
    expect(made.callbackUrl).toBe(`${world.origin}/api/sign-in/${made.id}/callback`)
    expect(made.health).toEqual({ state: 'unknown', ms: 0, reason: '', at: null })
    const rows = await world.db.selectFrom('method').selectAll().execute()
    const log = await admin.data(audit.list, {})
    const all = JSON.stringify([await admin.data(methods.list, {}), log, rows, rows[0]?.secrets?.toString('latin1')])
    expect(all).not.toContain('very-secret')
    expect(log.list[0]).toMatchObject({ action: 'methodCreated', target: { id: made.id, name: names.en } })
    expect(log.list[0]?.after).toMatchObject({ issuer: 'https://login.example.org', isOn: true })
  })

  test('the audit log names a method in the language of its reader, and finds it by either name', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    await admin.data(methods.create, oidcDraft())
    const told = async (language: 'zh' | 'en', q: string) => {
      admin.language = language
      return (await admin.data(audit.list, { q })).list.map(({ target }) => target?.name)
    }
    expect(await told('en', names.zh)).toEqual([names.en])
    expect(await told('zh', names.en)).toEqual([names.zh])
    expect(await admin.data(audit.verify, {})).toMatchObject({ isWhole: true })
  })

  test('a secret that is not given stays, another takes its place, and an empty one removes it', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const { id } = await admin.data(methods.create, oidcDraft())
    const sealOf = async () =>
      openSeal(world.config).open(
        (await world.db.selectFrom('method').select('secrets').executeTakeFirstOrThrow()).secrets ?? Buffer.alloc(0),
        'method',
      )
    await admin.data(methods.update, { id, ...oidcDraft({ secrets: {}, name: { zh: '新', en: 'New' } }) })
    expect(await sealOf()).toEqual({ clientSecret: 'very-secret' })
    await admin.data(methods.update, { id, ...oidcDraft({ secrets: { clientSecret: 'another' } }) })
    expect(await sealOf()).toEqual({ clientSecret: 'another' })
    const last = (await admin.data(audit.list, {})).list[0]
    expect(last).toMatchObject({ action: 'methodChanged', after: { name: names } })
    expect(last?.after?.clientSecret).toMatch(/^\W+$/)
    const gone = await admin.data(methods.update, { id, ...oidcDraft({ secrets: { clientSecret: '' } }) })
    expect(gone.secrets).toEqual({ clientSecret: false })
  })

  test('a method stays of its kind, and one that is gone is not found', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const { id } = await admin.data(methods.create, oidcDraft())
    expect(await admin.call(methods.update, { id, ...casDraft() })).toMatchObject({
      error: 'methodConfigWrong',
      fields: [{ field: 'kind' }],
    })
    expect(await admin.call(methods.update, { id: newId(), ...casDraft() })).toMatchObject({ error: 'notFound' })
    expect(await admin.call(methods.remove, { id: newId() })).toMatchObject({ error: 'notFound' })
  })

  test('the URLs to register are known before a method is saved, and stay; each id is used once', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const { id, callbackUrl, metadataUrl } = await admin.data(methods.places, { kind: 'saml' })
    expect([callbackUrl.includes(id), metadataUrl.includes(id)]).toEqual([true, true])
    const places = await admin.data(methods.places, { kind: 'oauth2' })
    expect(places).toMatchObject({ metadataUrl: '' })
    expect(places.id).not.toBe(id)
    // Nobody listens there.
    const url = 'http://127.0.0.1:1/x'
    const config = { clientId: 'x', authorizationEndpoint: url, tokenEndpoint: url, userinfoEndpoint: url }
    const draft = { ...casDraft({ config }), kind: 'oauth2', id: places.id } as const
    const { steps } = await admin.data(methods.test, draft)
    expect(steps.at(-1)).toMatchObject({ step: 'register', answered: places.callbackUrl })
    expect(await admin.data(methods.create, draft)).toMatchObject(places)
    expect(await admin.call(methods.create, draft)).toMatchObject({ error: 'methodExists' })
    expect(await admin.data(methods.list, {})).toHaveLength(1)
  })

  test('the sign-in page shows those that are on, in their order, in its language, at once after a change', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    expect(await publicNames(world)).toEqual([])
    const one = await admin.data(methods.create, oidcDraft())
    const two = await admin.data(methods.create, casDraft())
    await admin.data(methods.create, casDraft({ isOn: false, name: { zh: '关', en: 'Off' } }))
    expect(await publicNames(world)).toEqual(['Institute', 'CAS'])
    await admin.data(methods.order, { ids: [two.id, newId(), one.id] })
    expect(await publicNames(world)).toEqual(['CAS', 'Institute'])
    expect((await admin.data(methods.list, {})).map(({ position }) => position)).toEqual([0, 1, 2])
    await admin.data(methods.update, { id: two.id, ...casDraft({ isOn: false }) })
    expect(await publicNames(world)).toEqual(['Institute'])
    const stranger = await world.as('stranger')
    stranger.language = 'zh'
    expect(await publicNames(world)).toEqual(['所里登录'])
  })

  test('a change on another node is heard', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const { id } = await admin.data(methods.create, casDraft())
    expect(await publicNames(world)).toEqual(['CAS'])
    await world.db.updateTable('method').set({ is_on: false }).where('id', '=', id).execute()
    expect(await publicNames(world)).toEqual(['CAS'])
    await world.bus.publish('methods', { id })
    await expect.poll(() => publicNames(world)).toEqual([])
  })

  test('removing a method unbinds whoever was bound by it', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const { id } = await admin.data(methods.create, casDraft())
    const identity = { id: newId(), method_id: id, subject: 's', person_id: world.idOf('owner') }
    await world.db
      .insertInto('identity')
      .values({ ...identity, last_used_at: null })
      .execute()
    expect((await admin.data(methods.list, {}))[0]?.identities).toBe(1)
    await admin.data(methods.remove, { id })
    expect(await admin.data(methods.list, {})).toEqual([])
    expect(await world.db.selectFrom('identity').selectAll().execute()).toEqual([])
    expect((await admin.data(audit.list, {})).list[0]).toMatchObject({ action: 'methodRemoved', target: { id } })
  })
})

describe('methods of the environment', () => {
  const entry = {
    key: 'institute',
    kind: 'oidc',
    name: names,
    config: oidcDraft().config,
    secrets: { clientSecret: 'env-secret' },
  }

  test('a wrong list is refused with every wrong field, without the secrets', async () => {
    const world = await buildWorld()
    const list = [
      { ...entry, config: { issuer: 'x', clientId: 'env-secret' } },
      { ...entry, key: 'b c' },
      { ...entry, key: 'other', secrets: { bindPassword: 'env-secret' } },
    ]
    const failure = await environment(world, list).catch((error: Error) => error.message)
    expect(failure).toMatch(/institute issuer/)
    expect(failure).toMatch(/2 key/)
    expect(failure).toMatch(/other secrets.bindPassword/)
    expect(failure).not.toContain('env-secret')
    await expect(environment(world, [entry, entry])).rejects.toThrow(/twice/)
  })

  test('they keep their id, follow the list, and are switched off when it names them no more', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    await Promise.all([environment(world, [entry]), environment(world, [entry])])
    const [first] = await admin.data(methods.list, {})
    expect(first).toMatchObject({ source: 'environment', isOn: true, secrets: { clientSecret: true } })
    await environment(world, [{ ...entry, name: { zh: '改', en: 'Renamed' } }])
    expect(await admin.data(methods.list, {})).toMatchObject([{ id: first?.id, name: { en: 'Renamed' } }])
    await environment(world, [])
    expect(await admin.data(methods.list, {})).toMatchObject([{ id: first?.id, isOn: false }])
  })

  test('the console neither changes nor removes them, and tries them only as they stand', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const provider = await startOidc()
    const thief = await startWeb(() => ({ body: '{}' }))
    onTestFinished(provider.stop)
    onTestFinished(thief.stop)
    const config = { issuer: provider.issuer, clientId: CLIENT.id }
    await environment(world, [{ ...entry, config, secrets: { clientSecret: CLIENT.secret } }])
    const id = (await admin.data(methods.list, {}))[0]?.id ?? ''
    expect(await admin.call(methods.update, { id, ...oidcDraft() })).toMatchObject({ error: 'methodFixed' })
    expect(await admin.call(methods.remove, { id })).toMatchObject({ error: 'methodFixed' })
    const elsewhere = oidcDraft({ config: { issuer: thief.url, clientId: 'x', tokenEndpoint: thief.url }, secrets: {} })
    const { steps } = await admin.data(methods.test, { id, ...elsewhere })
    expect(steps.find(({ step }) => step === 'discovery')?.tried).toBe(provider.issuer)
    expect(thief.seen).toEqual([])
  })
})

describe('POST /methods-test', () => {
  test('settings that are wrong are refused before anybody is asked', async () => {
    const admin = await (await buildWorld()).as('admin')
    const draft = oidcDraft({ config: { issuer: 'nonsense', clientId: 'x' } })
    expect(await admin.call(methods.test, draft)).toMatchObject({ error: 'methodConfigWrong' })
  })

  test('what fails is told in the language of the caller, and no foreign answer at length', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const web = await startWeb(() => ({ status: 500, type: 'text/html', body: `<html>${'secret '.repeat(500)}` }))
    onTestFinished(web.stop)
    admin.language = 'zh'
    const { isOk, steps, person } = await admin.data(methods.test, casDraft({ config: { serverUrl: web.url } }))
    expect({ isOk, person }).toEqual({ isOk: false, person: null })
    expect(steps[0]).toMatchObject({ step: 'loginPage', state: 'failed', advice: expect.stringMatching(/对方/) })
    for (const { answered } of steps) expect(answered.length).toBeLessThanOrEqual(200)
  })

  test('a kept secret is used when none is given', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const provider = await startOidc()
    onTestFinished(provider.stop)
    const config = { issuer: provider.issuer, clientId: CLIENT.id }
    const { id } = await admin.data(methods.create, oidcDraft({ config, secrets: { clientSecret: CLIENT.secret } }))
    const tokenStep = async (given: Partial<Draft & { id: string }>) =>
      (await admin.data(methods.test, { ...oidcDraft({ config }), ...given })).steps.find(
        ({ step }) => step === 'token',
      )
    expect(await tokenStep({ id, secrets: {} })).toMatchObject({ state: 'ok' })
    expect(await tokenStep({ id })).toMatchObject({ state: 'failed' })
    expect(await tokenStep({ secrets: {} })).toMatchObject({ state: 'failed' })
  })

  test('more than three at once are refused', async () => {
    const admin = await (await buildWorld()).as('admin')
    const silent = createServer(() => {})
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void silent.close())
    const { port } = silent.address() as { port: number }
    const draft = casDraft({ config: { serverUrl: `http://127.0.0.1:${port}` } })
    const startMs = performance.now()
    const answers = await Promise.all(Array.from({ length: 4 }, () => admin.call(methods.test, draft)))
    expect(answers.filter((answer) => answer.code === 0)).toHaveLength(3)
    expect(answers.find((answer) => answer.code !== 0)).toMatchObject({ error: 'tooManyRequests' })
    expect(performance.now() - startMs).toBeLessThan(20_000)
  })
})

describe('a directory that fails', () => {
  const given = (methodId: string) => ({ methodId, username: 'zhangsan', password: 'Passw0rd!' })

  test('after three failures in a row it is left alone for 15 seconds, then one try is let through', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const port = await freePort()
    const { id } = await admin.data(methods.create, ldapDraft(`ldap://127.0.0.1:${port}`))
    const stranger = await world.as('stranger')
    for (let tries = 0; tries < 3; tries++)
      expect(await stranger.call(signIn.directory, given(id))).toMatchObject({ error: 'methodFailing', status: 502 })
    let connections = 0
    const server = createServer((socket) => {
      connections += 1
      socket.destroy()
    })
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    expect(await stranger.call(signIn.directory, given(id))).toMatchObject({ error: 'methodFailing' })
    expect(connections).toBe(0)
    world.clock.advance(15_001)
    expect(await stranger.call(signIn.directory, given(id))).toMatchObject({ error: 'methodFailing' })
    expect(connections).toBe(1)
    expect(await stranger.call(signIn.directory, given(id))).toMatchObject({ error: 'methodFailing' })
    expect(connections).toBe(1)
  })

  test('the list and /readyz tell it, until other settings are given', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const url = `ldap://127.0.0.1:${await freePort()}`
    const { id } = await admin.data(methods.create, ldapDraft(url))
    await (await world.as('stranger')).call(signIn.directory, given(id))
    const { health } = (await admin.data(methods.list, {}))[0] ?? {}
    expect(health).toMatchObject({ state: 'failing', reason: expect.stringMatching(/refused.*ECONNREFUSED/) })
    const ready = await (await world.as('stranger')).fetch('/readyz')
    expect(await ready.text()).toContain('sign-in: Directory')
    await admin.data(methods.update, { id, ...ldapDraft(url) })
    expect((await admin.data(methods.list, {}))[0]?.health.state).toBe('unknown')
  })

  test.skipIf(!hasSlapd)(
    'a password of the real directory is taken, a slow one is told, a wrong one changes nothing',
    async () => {
      const slapd = await startSlapd()
      const proxy = await openSlowProxy(slapd.port, 0)
      onTestFinished(() => proxy.close())
      onTestFinished(slapd.stop)
      const world = await buildWorld()
      const admin = await world.as('admin')
      const { id } = await admin.data(methods.create, ldapDraft(`ldap://127.0.0.1:${proxy.port}`))
      const stranger = await world.as('stranger')
      const stateOf = async () => (await admin.data(methods.list, {}))[0]?.health.state
      const wrong = { ...given(id), password: 'wrong' }
      expect(await stranger.call(signIn.directory, wrong)).toMatchObject({ error: 'directoryRefused' })
      expect(await stateOf()).toBe('ok')
      expect(await stranger.call(signIn.directory, given(id))).toMatchObject({ code: 0, data: { isPending: true } })
      proxy.state.delayMs = 800
      await stranger.call(signIn.directory, given(id))
      expect(await stateOf()).toBe('slow')
    },
  )
})
