import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { CONFIRM_MS, SIGN_IN_MINUTES } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { CODE_TRIES } from '../../server/modules/session/attempt-store.ts'
import { Client } from '../support/client.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

const { account, session, signIn, settings, spaces, users } = contract
const STEP_MS = 30_000
const codeOf = (world: World, secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now().getTime() })

/** Switches the authenticator app on for somebody; the code that did it is used up. */
async function switchOn(world: World, email = 'owner@lab.test') {
  const client = await new Client(world.origin).login(email, PASSWORD)
  const { secret } = await client.data(account.beginTotp, {})
  const { recoveryCodes } = await client.data(account.confirmTotp, { code: codeOf(world, secret) })
  world.clock.advance(STEP_MS)
  return { client, secret, recoveryCodes }
}
async function beginSignIn(world: World, email = 'owner@lab.test') {
  const client = new Client(world.origin)
  const answer = await client.data(session.login, { emailAccounts: email, password: PASSWORD })
  return { client, answer }
}

describe('the authenticator app', () => {
  test('is not on before a code of it was given', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    await owner.data(account.beginTotp, {})
    expect(await owner.call(account.confirmTotp, { code: '000000' })).toMatchObject({ error: 'codeWrong' })
    expect((await beginSignIn(world)).answer.user).not.toBeNull()
  })

  test('the password alone opens nothing: no session, no CSRF token, only the ways of the second step', async () => {
    const world = await buildWorld()
    await switchOn(world)
    const { client, answer } = await beginSignIn(world)
    expect(answer).toEqual({ user: null, ways: ['totp', 'recovery'] })
    expect([...client.cookies.keys()]).toEqual(['ds_attempt'])
    expect(await client.call(session.current, {})).toMatchObject({ error: 'notSignedIn' })
  })

  test('a wrong code is refused, and after five the sign-in begins anew, the right one included', async () => {
    const world = await buildWorld()
    const { secret } = await switchOn(world)
    const { client } = await beginSignIn(world)
    const take = (code: string) => client.call(signIn.second, { way: 'totp', code })
    for (let i = 0; i < CODE_TRIES; i += 1) expect(await take('000000')).toMatchObject({ error: 'codeWrong' })
    expect(await take(codeOf(world, secret))).toMatchObject({ error: 'secondGone' })
  })

  test('many codes at once are no way around the five', async () => {
    const world = await buildWorld()
    await switchOn(world)
    const { client } = await beginSignIn(world)
    const guesses = Array.from({ length: 30 }, (_, i) =>
      client.call(signIn.second, { way: 'totp', code: String(100_000 + i) }),
    )
    const errors = (await Promise.all(guesses)).map((answer) => (answer as { error: string }).error)
    expect(errors.filter((error) => error === 'codeWrong').length).toBeLessThanOrEqual(CODE_TRIES)
  })

  test('who has the password and begins again and again waits after ten wrong codes of the account', async () => {
    const world = await buildWorld()
    await switchOn(world)
    const errors: string[] = []
    for (let begun = 0; begun < 4; begun += 1) {
      const { client } = await beginSignIn(world)
      for (let i = 0; i < CODE_TRIES; i += 1) {
        const answer = await client.call(signIn.second, { way: 'totp', code: '000000' })
        errors.push((answer as { error: string }).error)
      }
    }
    expect(errors.filter((error) => error === 'codeWrong')).toHaveLength(10)
    expect(errors.at(-1)).toBe('loginDelayed')
  })

  test.each([
    [
      'full-width digits',
      (code: string) => code.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
    ],
    ['two groups', (code: string) => `${code.slice(0, 3)} ${code.slice(3)}`],
  ])('a code in %s is the same code, here and where a proof is asked for', async (_what, typed) => {
    const world = await buildWorld()
    const { secret } = await switchOn(world)
    const { client } = await beginSignIn(world)
    expect(await client.call(signIn.second, { way: 'totp', code: typed(codeOf(world, secret)) })).toMatchObject({
      code: 0,
    })
    await world.db.updateTable('person').set({ password_hash: null }).where('email', '=', 'owner@lab.test').execute()
    world.clock.advance(STEP_MS)
    expect(await client.call(account.confirm, { code: typed(codeOf(world, secret)) })).toMatchObject({ code: 0 })
  })

  test.each(['abcdef', 'ⅣⅣⅣⅣⅣⅣ', '１２３４５６７', '一二三四五六', '🔑🔑🔑🔑🔑🔑'])(
    '%s is no code: refused, not an error',
    async (code) => {
      const world = await buildWorld()
      await switchOn(world)
      const { client } = await beginSignIn(world)
      expect(await client.call(signIn.second, { way: 'totp', code })).toMatchObject({ error: 'codeWrong' })
    },
  )

  test('a code works once', async () => {
    const world = await buildWorld()
    const { secret } = await switchOn(world)
    const code = codeOf(world, secret)
    const [first, second] = [await beginSignIn(world), await beginSignIn(world)]
    expect(await first.client.call(signIn.second, { way: 'totp', code })).toMatchObject({ code: 0 })
    expect(await second.client.call(signIn.second, { way: 'totp', code })).toMatchObject({ error: 'codeWrong' })
  })

  test('the second step ends with its time', async () => {
    const world = await buildWorld()
    const { secret } = await switchOn(world)
    const { client } = await beginSignIn(world)
    world.clock.advance(SIGN_IN_MINUTES * 60_000 + 1)
    expect(await client.call(signIn.second, { way: 'totp', code: codeOf(world, secret) })).toMatchObject({
      error: 'secondGone',
    })
  })

  test('the right code opens the session', async () => {
    const world = await buildWorld()
    const { secret } = await switchOn(world)
    const { client } = await beginSignIn(world)
    const { user } = await client.data(signIn.second, { way: 'totp', code: codeOf(world, secret) })
    expect(user?.emailAccounts).toBe('owner@lab.test')
    expect(await client.call(session.current, {})).toMatchObject({ code: 0 })
  })

  test('a recovery code stands in for it, once, however it is written', async () => {
    const world = await buildWorld()
    const { recoveryCodes } = await switchOn(world)
    expect(new Set(recoveryCodes).size).toBe(10)
    const [first, second] = [await beginSignIn(world), await beginSignIn(world)]
    const code = (recoveryCodes[0] ?? '').toUpperCase().replace('-', ' ')
    expect(await first.client.call(signIn.second, { way: 'recovery', code })).toMatchObject({ code: 0 })
    expect(await second.client.call(signIn.second, { way: 'recovery', code })).toMatchObject({ error: 'codeWrong' })
  })

  test('an account that was disabled meanwhile does not get in by the second step', async () => {
    const world = await buildWorld()
    const { secret } = await switchOn(world)
    const { client } = await beginSignIn(world)
    await world.db
      .updateTable('person')
      .set({ disabled_at: world.clock.now() })
      .where('email', '=', 'owner@lab.test')
      .execute()
    expect(await client.call(signIn.second, { way: 'totp', code: codeOf(world, secret) })).toMatchObject({
      error: 'accountDisabled',
    })
  })

  test('its owner is told by mail that it changed', async () => {
    const world = await buildWorld()
    await switchOn(world)
    expect((await world.inbox('owner@lab.test')).map((mail) => mail.subject)).toHaveLength(1)
  })
})

describe('a role that asks for a second step', () => {
  const demand = async (world: World) => {
    const admin = await world.as('admin')
    const rules = await admin.data(settings.accountRules, {})
    await admin.data(settings.setAccountRules, { ...rules, secondStepRoles: ['role_senior'] })
  }

  test('closes everything but setting it up, in sessions that are open already too', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    await demand(world)
    expect(await owner.call(spaces.create, { name: 'a', identifier: 'abc1', type: 'private' })).toMatchObject({
      error: 'mustSetUp',
    })
    expect(await owner.call(account.update, {} as never)).toMatchObject({ error: 'mustSetUp' })
    expect(await owner.data(session.current, {})).toMatchObject({ mustSetUp: true })
    expect(await owner.data(account.secondSteps, {})).toMatchObject({ isRequired: true })
  })

  test('opens again once it is set up, and keeps the last one', async () => {
    const world = await buildWorld()
    await demand(world)
    const { client } = await switchOn(world)
    expect(await client.data(session.current, {})).toMatchObject({ mustSetUp: false })
    expect(await client.call(account.removeTotp, {})).toMatchObject({ error: 'secondRequired' })
    expect(await client.call(spaces.create, { name: 'a', identifier: 'abc1', type: 'private' })).toMatchObject({
      code: 0,
    })
  })

  test('a session by the password alone stays closed when the second step is set up elsewhere', async () => {
    const world = await buildWorld()
    await demand(world)
    const thief = await new Client(world.origin).login('owner@lab.test', PASSWORD)
    await switchOn(world)
    expect(await thief.call(spaces.create, { name: 'a', identifier: 'abc1', type: 'private' })).not.toMatchObject({
      code: 0,
    })
    expect(await thief.call(session.current, {})).toMatchObject({ code: 5 })
  })

  test('shows nothing of private spaces to a session that is closed', async () => {
    const world = await buildWorld()
    await world.space({ name: 'Hidden-lake' })
    await demand(world)
    const owner = await world.as('owner')
    expect(await (await owner.fetch('/')).text()).not.toContain('Hidden-lake')
    expect(JSON.stringify(await owner.data(spaces.list, {}))).not.toContain('Hidden-lake')
  })

  test('leaves other roles alone', async () => {
    const world = await buildWorld()
    await demand(world)
    expect(await (await world.as('ordinary')).data(session.current, {})).toMatchObject({ mustSetUp: false })
  })
})

describe('what is sensitive', () => {
  test('asks for a fresh proof when the last one is older than 15 minutes, and takes the password for it', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const make = () => owner.call(account.addToken, { name: 'ci', scope: 'read', validityDays: 1 })
    expect(await make()).toMatchObject({ code: 0 })
    world.clock.advance(CONFIRM_MS + 1)
    expect(await make()).toMatchObject({ error: 'confirmNeeded' })
    expect(await owner.call(account.confirm, { password: 'nope' })).toMatchObject({ error: 'wrongPassword' })
    expect(await owner.call(account.confirm, { code: '123456' })).toMatchObject({ error: 'wrongPassword' })
    expect(await owner.call(account.confirm, { password: PASSWORD })).toMatchObject({ code: 0 })
    expect(await make()).toMatchObject({ code: 0 })
  })

  test('guessing the proof waits as guessing a sign-in does', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    for (let i = 0; i < 3; i += 1) await owner.call(account.confirm, { password: 'nope' })
    expect(await owner.call(account.confirm, { password: PASSWORD })).toMatchObject({ error: 'loginDelayed' })
  })

  test('an administrator resets the second step of somebody who lost it', async () => {
    const world = await buildWorld()
    await switchOn(world)
    const admin = await world.as('admin')
    await admin.data(users.resetSecondStep, { id: world.idOf('owner') })
    expect((await beginSignIn(world)).answer.user).not.toBeNull()
  })
})

describe('a passkey', () => {
  test.each([
    ['no response', {}],
    [
      'a response to nothing',
      { id: 'AAAA', rawId: 'AAAA', type: 'public-key', response: {}, clientExtensionResults: {} },
    ],
    ['an endless id', { id: 'A'.repeat(5000), type: 'public-key' }],
  ])('%s is refused', async (_what, response) => {
    const world = await buildWorld()
    const stranger = new Client(world.origin)
    await stranger.data(signIn.passkeyOptions, {})
    const answer = await stranger.call(signIn.passkey, { response: response as never })
    expect(['invalid', 'passkeyRefused']).toContain((answer as { error: string }).error)
  })

  test('a challenge is answered once', async () => {
    const world = await buildWorld()
    const stranger = new Client(world.origin)
    await stranger.data(signIn.passkeyOptions, {})
    const response = {
      id: 'AAAA',
      rawId: 'AAAA',
      type: 'public-key',
      response: {},
      clientExtensionResults: {},
    } as never
    expect(await stranger.call(signIn.passkey, { response })).toMatchObject({ error: 'passkeyRefused' })
    expect(await stranger.call(signIn.passkey, { response })).toMatchObject({ error: 'secondGone' })
  })
})
