import { describe, expect, test } from 'vitest'
import { CONSENT_ACCESS_SECONDS, CONSENT_CODE_SECONDS } from '#contract/core/limits.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { contract } from '#contract/index.ts'
import { type Registered, registerApplication } from '../support/application.ts'
import { buildConsentLab, callBy as call, post, REDIRECT } from '../support/consent.ts'
import { buildWorld, type Who } from '../support/world.ts'

const { applications, consents, files, spaces, users } = contract
describe('a person is asked', () => {
  test.each([
    ['an unknown application', { client_id: 'aaaaaaaaaa' }],
    ['an address that nobody registered', { redirect_uri: 'https://evil.example.org/back' }],
    ['an address with something added', { redirect_uri: `${REDIRECT}&more` }],
    ['an address that is shorter', { redirect_uri: 'https://buoy.example.org/back' }],
  ])('and nobody is sent anywhere for %s', async (_what, over) => {
    const { world, wish } = await buildConsentLab()
    const owner = await world.as('owner')
    expect(await owner.call(consents.ask, wish(over))).toMatchObject({ error: 'consentWrong' })
    expect(await owner.call(consents.answer, { ...wish(over), isAllowed: true })).toMatchObject({
      error: 'consentWrong',
    })
  })

  test.each([
    ['unsupported_response_type', { response_type: 'token' }],
    ['invalid_request', { code_challenge: '' }],
    ['invalid_request', { code_challenge_method: 'plain' }],
    ['invalid_scope', { scope: 'readSpaces everything' }],
    ['invalid_scope', { scope: '' }],
    ['invalid_scope', { scope: 'manageSpaces' }],
  ])('but for a wrong request the way back says %s: %j', async (error, over) => {
    const { answer, wish, world } = await buildConsentLab()
    const back = await answer('owner', over)
    expect(Object.fromEntries(back.searchParams)).toEqual({
      from: 'dataspace',
      error,
      state: 'xyz',
      iss: world.origin,
    })
    expect((await (await world.as('owner')).data(consents.ask, wish(over))).url).toBe(back.href)
  })

  test('by name, contact and groups, and the way back names this site against mix-up', async () => {
    const { world, wish, answer } = await buildConsentLab()
    expect(await (await world.as('owner')).data(consents.ask, wish())).toEqual({
      application: { name: 'Buoy gateway', description: '', contact: 'app@lab.test' },
      groups: ['readSpaces', 'readFiles'],
      host: 'buoy.example.org',
      url: null,
    })
    const declined = await answer('owner', {}, false)
    expect(declined.searchParams.get('error')).toBe('access_denied')
    const allowed = await answer('owner')
    expect(allowed.searchParams.get('iss')).toBe(world.origin)
    expect(allowed.searchParams.get('state')).toBe('xyz')
  })

  test('only in the page, never by a program', async () => {
    const { world, tokens, wish } = await buildConsentLab()
    const { access_token } = await tokens('owner')
    const query = new URLSearchParams(wish())
    expect(await call(world, access_token, `/api/oauth/consent?${query}`)).toBe('apiNotGranted')
  })

  test.each(['http://buoy.example.org/back', 'javascript:alert(1)', 'https://a.test/#x', 'https://me@a.test/', 'back'])(
    'to be sent back to %s is refused when it is registered',
    async (uri) => {
      const world = await buildWorld()
      const draft = { name: 'a', contact: 'app@lab.test', ways: ['bearer' as const], redirectUris: [uri] }
      expect(await (await world.as('admin')).call(applications.register, draft)).toMatchObject({ error: 'invalid' })
    },
  )
})

describe('a code', () => {
  test('is exchanged once; the second time ends what came of it', async () => {
    const { world, codeOf, exchange } = await buildConsentLab()
    const code = await codeOf('owner')
    const { status, body } = await exchange(code)
    expect([status, body.scope, body.expires_in]).toEqual([200, 'readSpaces readFiles', CONSENT_ACCESS_SECONDS])
    expect(await call(world, body.access_token, '/api/spaces')).toBeNull()
    expect((await exchange(code)).body.error).toBe('invalid_grant')
    expect(await call(world, body.access_token, '/api/spaces')).toBe('applicationWrong')
  })

  test.each([
    ['a wrong verifier', { code_verifier: 'x'.repeat(43) }],
    ['no verifier', { code_verifier: '' }],
    ['another address', { redirect_uri: 'https://buoy.example.org/back' }],
  ])('with %s is worth nothing', async (_what, over) => {
    const { codeOf, exchange } = await buildConsentLab()
    expect((await exchange(await codeOf('owner'), over)).body).toEqual({ error: 'invalid_grant' })
  })

  test('is worth nothing to another application, and then to nobody', async () => {
    const { world, codeOf, exchange } = await buildConsentLab()
    const other = await registerApplication(world, { redirectUris: [REDIRECT] })
    const code = await codeOf('owner')
    expect((await exchange(code, {}, other)).body).toEqual({ error: 'invalid_grant' })
    expect((await exchange(code)).body).toEqual({ error: 'invalid_grant' })
  })

  test('is worth nothing after a minute, and without the secret of the application', async () => {
    const { world, app, codeOf, exchange } = await buildConsentLab()
    const code = await codeOf('owner')
    const refused = await exchange(code, {}, { ...app, secret: 'wrong' })
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_client'])
    world.clock.advance((CONSENT_CODE_SECONDS + 1) * 1000)
    expect((await exchange(code)).body).toEqual({ error: 'invalid_grant' })
    expect((await exchange(code, { grant_type: 'password' })).body).toEqual({ error: 'unsupported_grant_type' })
  })
})

test.each(['%00', 'a\u0000b', '%ff'])('a client that calls itself %j is nobody', async (key) => {
  const { world } = await buildConsentLab()
  const nobody = { id: '', key, secret: 'secret' }
  for (const path of ['/api/oauth/token', '/api/oauth/revoke'])
    expect(await post(world, path, nobody, { token: 'x' })).toEqual({ status: 401, body: { error: 'invalid_client' } })
})

describe('a refresh token', () => {
  test('is exchanged for another one; using it again ends the family', async () => {
    const { world, tokens, refresh } = await buildConsentLab()
    const first = await tokens('owner')
    const second = (await refresh(first.refresh_token)).body
    expect(await call(world, second.access_token, '/api/spaces')).toBeNull()
    expect((await refresh(first.refresh_token)).body).toEqual({ error: 'invalid_grant' })
    expect((await refresh(second.refresh_token)).body).toEqual({ error: 'invalid_grant' })
    expect(await call(world, second.access_token, '/api/spaces')).toBe('applicationWrong')
  })

  test('gives fewer groups when asked, never more', async () => {
    const { world, tokens, refresh } = await buildConsentLab()
    const { refresh_token } = await tokens('owner')
    expect((await refresh(refresh_token, { scope: 'readFiles writeFiles' })).body).toEqual({ error: 'invalid_scope' })
    const { body } = await refresh(refresh_token, { scope: 'readFiles' })
    expect(body.scope).toBe('readFiles')
    expect(await call(world, body.access_token, '/api/spaces')).toBe('apiNotGranted')
  })

  test('is worth nothing after thirty days, and as an access token never', async () => {
    const { world, tokens, refresh } = await buildConsentLab()
    const { refresh_token } = await tokens('owner')
    expect(await call(world, `dso_${refresh_token.slice(4)}`, '/api/spaces')).toBe('applicationWrong')
    world.clock.advance(31 * DAY_MS)
    await world.services.consents.sweep()
    expect((await refresh(refresh_token)).body).toEqual({ error: 'invalid_grant' })
  })
})

describe('an access token', () => {
  test('does what was agreed to and what its person may, and no more', async () => {
    const { world, tokens } = await buildConsentLab()
    const { id: spaceId } = await world.space()
    const of = async (who: Who) => (await tokens(who)).access_token
    const page = `/api/files?spaceId=${spaceId}`
    expect(await call(world, await of('owner'), page)).toBeNull()
    expect(await call(world, await of('ordinary'), page)).toBe('spaceNotFound')
    expect(await call(world, await of('owner'), '/api/tables')).toBe('apiNotGranted')
    expect(await call(world, await of('owner'), '/api/file/create', { method: 'POST' })).toBe('apiNotGranted')
    expect(await call(world, await of('admin'), '/api/users')).toBe('apiNotGranted')
    expect(await call(world, await of('owner'), '/api/user/query')).toBe('apiNotGranted')
  })

  test('ends with its time', async () => {
    const { world, tokens } = await buildConsentLab()
    const { access_token } = await tokens('owner')
    world.clock.advance((CONSENT_ACCESS_SECONDS + 1) * 1000)
    expect(await call(world, access_token, '/api/spaces')).toBe('applicationWrong')
  })

  test('ends with the account of its person, the grant of its application, and its application', async () => {
    const { world, app, tokens } = await buildConsentLab()
    const admin = await world.as('admin')
    const { access_token } = await tokens('senior')
    const ask = () => call(world, access_token, '/api/spaces')
    await admin.data(applications.grant, { id: app.id, grants: [{ group: 'readFiles', until: null }] })
    expect(await ask()).toBe('apiNotGranted')
    await admin.data(applications.setOnline, { id: app.id, isOnline: false })
    expect(await ask()).toBe('applicationOffline')
    await admin.data(applications.setOnline, { id: app.id, isOnline: true })
    await admin.data(users.disable, { id: world.idOf('senior') })
    expect(await ask()).toBe('applicationWrong')
  })

  test('ends for good when its person is shut out, as all keys do', async () => {
    const { world, tokens, refresh } = await buildConsentLab()
    const admin = await world.as('admin')
    const { access_token, refresh_token } = await tokens('senior')
    await admin.data(users.disable, { id: world.idOf('senior') })
    await admin.data(users.enable, { id: world.idOf('senior') })
    expect(await call(world, access_token, '/api/spaces')).toBe('applicationWrong')
    expect((await refresh(refresh_token)).body).toEqual({ error: 'invalid_grant' })
  })

  test('is revoked by its application alone, and an unknown one is answered alike', async () => {
    const { world, app, tokens } = await buildConsentLab()
    const other = await registerApplication(world)
    const { access_token, refresh_token } = await tokens('owner')
    const revoke = (by: Registered, token: string) => post(world, '/api/oauth/revoke', by, { token })
    expect((await revoke(other, access_token)).status).toBe(200)
    expect(await call(world, access_token, '/api/spaces')).toBeNull()
    expect((await revoke(app, 'unknown')).status).toBe(200)
    expect((await revoke({ ...app, secret: 'wrong' }, access_token)).status).toBe(401)
    await revoke(app, refresh_token)
    expect(await call(world, access_token, '/api/spaces')).toBe('applicationWrong')
  })

  test('of a person who changes something is that person’s, and the journal says by which application', async () => {
    const { world, tokens } = await buildConsentLab()
    const { id: spaceId, root } = await world.space()
    const { access_token } = await tokens('owner', { scope: 'writeFiles' })
    const made = await fetch(`${world.origin}/api/file/create`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}` },
      body: new URLSearchParams({ spaceId, hash: root, path: 'made' }),
    })
    expect(made.status).toBe(200)
    const owner = await world.as('owner')
    const [entry] = (await owner.data(contract.journal.list, { id: spaceId })).list
    expect(entry).toMatchObject({
      action: 'folderMade',
      actor: { personName: 'Olive Owner' },
      channel: 'token',
      details: { application: 'Buoy gateway' },
    })
    expect((await owner.data(files.list, { spaceId, hash: root })).list).toMatchObject([{ name: 'made' }])
  })
})

test('a person sees whom they agreed to, and takes it back: every token ends at once', async () => {
  const { world, tokens } = await buildConsentLab()
  const { access_token } = await tokens('owner')
  await tokens('owner', { scope: 'writeFiles' })
  await call(world, access_token, '/api/spaces')
  const owner = await world.as('owner')
  const [consent] = await owner.data(consents.list, {})
  expect(consent).toMatchObject({
    application: 'Buoy gateway',
    groups: ['readFiles', 'readSpaces', 'writeFiles'],
    lastUsedAt: world.clock.now().toISOString(),
  })
  const id = consent?.id ?? ''
  expect(await (await world.as('senior')).call(consents.remove, { id })).toMatchObject({ error: 'notFound' })
  await owner.data(consents.remove, { id })
  expect(await owner.data(consents.list, {})).toEqual([])
  expect(await call(world, access_token, '/api/spaces')).toBe('applicationWrong')
  expect(await owner.data(spaces.list, { scope: 'mine' })).toMatchObject({ list: [] })
})

test('programs learn where to ask from the address that RFC 8414 names', async () => {
  const world = await buildWorld()
  const answer = await fetch(`${world.origin}/.well-known/oauth-authorization-server`)
  expect(await answer.json()).toMatchObject({
    issuer: world.origin,
    authorization_endpoint: `${world.origin}/authorize`,
    token_endpoint: `${world.origin}/api/oauth/token`,
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  })
})
