import { Secret, TOTP } from 'otpauth'
import { describe, expect, test } from 'vitest'
import { KEYS_PER_PERSON } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import type { SignedIn } from '#server/http/context.ts'
import { roundsFor } from '#server/modules/files/locks/rounds.ts'
import { newId } from '#server/storage/id.ts'
import { Client } from '../support/client.ts'
import { codeIn } from '../support/inbox.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

const { account, registration, session, settings, users } = contract
const TIMES = 6
const times = <T>(run: (index: number) => T): T[] => Array.from({ length: TIMES }, (_, index) => run(index))
const statuses = async (answers: Promise<{ status: number }>[]) =>
  (await Promise.all(answers)).map(({ status }) => status)
const codeFor = (world: World, secret: string) =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.clock.now().getTime() })

async function switchOn(world: World, client: Client): Promise<void> {
  const { secret } = await client.data(account.beginTotp, {})
  await client.data(account.confirmTotp, { code: codeFor(world, secret) })
  world.clock.advance(30_000)
}
/** The code of a mail by which the owner recovers the account. */
async function recoveryOf(world: World): Promise<string> {
  const asked = { emailAccounts: 'owner@lab.test', ...(await world.captcha()) }
  await new Client(world.origin).data(registration.requestReset, asked)
  return codeIn((await world.inbox('owner@lab.test')).at(-1))
}

describe('at once nobody waits for each other for ever:', () => {
  test('recovery codes made anew, and the second step reset by an administrator', async () => {
    const world = await buildWorld()
    const [admin, owner] = await Promise.all([world.as('admin'), world.as('owner')])
    await switchOn(world, owner)
    const id = world.idOf('owner')
    const answers = times(() => [owner.call(account.renewRecovery, {}), admin.call(users.resetSecondStep, { id })])
    for (const status of await statuses(answers.flat())) expect(status).toBeLessThan(500)
  })

  test('signing in, asking for a recovery and recovering', async () => {
    const world = await buildWorld()
    const code = await recoveryOf(world)
    world.clock.advance(10 * 60_000)
    const captchas = await Promise.all(times(() => world.captcha()))
    const chosen = { password: 'Mesa-4711x', confirmPassword: 'Mesa-4711x' }
    const client = () => new Client(world.origin)
    const answers = captchas.flatMap((captcha, index) => [
      client().call(session.login, { emailAccounts: 'owner@lab.test', password: PASSWORD }),
      index % 2
        ? client().call(registration.requestReset, { emailAccounts: 'owner@lab.test', ...captcha })
        : client().call(registration.reset, { code, ...chosen, ...captcha }),
    ])
    for (const status of await statuses(answers)) expect(status).toBeLessThan(500)
  })

  test('recovery codes made anew, and the app switched off in another tab', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    for (let round = 0; round < 3; round += 1) {
      await switchOn(world, owner)
      const answers = times((index) => owner.call(index === 1 ? account.removeTotp : account.renewRecovery, {}))
      for (const status of await statuses(answers)) expect(status).toBeLessThan(500)
      const { totpSince, recoveryLeft } = await owner.data(account.secondSteps, {})
      expect({ totpSince, recoveryLeft }).toEqual({ totpSince: null, recoveryLeft: 0 })
    }
  })
})

describe('of two at once', () => {
  test('a recovery stands: a change of the password that was under way is refused or undone', async () => {
    const world = await buildWorld()
    const code = await recoveryOf(world)
    const thief = await world.as('owner')
    const captcha = await world.captcha()
    const [recovered] = await Promise.all([
      new Client(world.origin).call(registration.reset, {
        code,
        password: 'Mesa-4711x',
        confirmPassword: 'Mesa-4711x',
        ...captcha,
      }),
      thief.call(account.changePassword, { origPwd: PASSWORD, newPwd: 'Thief-471x', conPwd: 'Thief-471x' }),
    ])
    const answer = await new Client(world.origin).call(session.login, {
      emailAccounts: 'owner@lab.test',
      password: 'Thief-471x',
    })
    // Whose change came first has also ended the link of the other.
    expect(recovered.code === 0 && answer.code === 0).toBe(false)
  })

  test('the last way in stays when two are taken away', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    await world.db.updateTable('person').set({ password_hash: null }).where('id', '=', world.idOf('owner')).execute()
    const method = { kind: 'oauth2', name: { zh: '甲', en: 'A' }, config: {} } as const
    const ids = [newId(), newId()]
    const methodId = newId()
    await world.db
      .insertInto('method')
      .values({ id: methodId, ...method, is_on: true, position: 0 } as never)
      .execute()
    await world.db
      .insertInto('identity')
      .values(
        ids.map((id) => ({ id, method_id: methodId, subject: id, person_id: world.idOf('owner'), label: id })) as never,
      )
      .execute()
    const answers = await Promise.all(ids.map((id) => owner.call(account.unbind, { id })))
    expect(answers.map((answer) => ('error' in answer ? answer.error : 'ok')).sort()).toEqual(['lastWay', 'ok'])
    expect((await owner.data(account.identities, {})).bound).toHaveLength(1)
  })

  test('the last second step stays where the role must have one', async () => {
    const world = await buildWorld()
    const [admin, owner] = await Promise.all([world.as('admin'), world.as('owner')])
    await switchOn(world, owner)
    const id = newId()
    await world.db
      .insertInto('passkey')
      .values({ id, person_id: world.idOf('owner'), credential_id: 'x', public_key: Buffer.alloc(1), name: 'k' })
      .execute()
    const rules = await admin.data(settings.accountRules, {})
    await admin.data(settings.setAccountRules, { ...rules, secondStepRoles: ['role_senior'] })
    const answers = await Promise.all([owner.call(account.removeTotp, {}), owner.call(account.removePasskey, { id })])
    expect(answers.map((answer) => ('error' in answer ? answer.error : 'ok')).sort()).toEqual(['ok', 'secondRequired'])
  })
})

test('many tokens at once are no way around their number', async () => {
  const world = await buildWorld()
  const owner = await world.as('owner')
  const draft = { name: 't', scope: 'read', validityDays: 1 } as const
  const answers = Array.from({ length: KEYS_PER_PERSON + 5 }, () => owner.call(account.addToken, draft))
  const refused = (await Promise.all(answers)).filter(({ code }) => code !== 0)
  expect(refused).toHaveLength(5)
  expect(await owner.data(account.tokens, {})).toHaveLength(KEYS_PER_PERSON)
})

test('a defect in the changes of one person is not told to others', async () => {
  const { db } = await buildWorld()
  const changed = roundsFor<{ actor: SignedIn }, string>(db, async (_tx, _spaceId, wishes) => {
    if (wishes.some(({ actor }) => actor.id === 'bad')) throw new Error('defect')
    return new Map(wishes.map((wish) => [wish, wish.actor.id]))
  })
  const wishes = ['first', 'second', 'bad', 'third', 'bad', 'second'].map((id) => ({ actor: { id } as SignedIn }))
  const answers = await Promise.allSettled(wishes.map((wish) => changed('space', wish)))
  expect(answers.map((one) => (one.status === 'fulfilled' ? one.value : 'defect'))).toEqual([
    'first',
    'second',
    'defect',
    'third',
    'defect',
    'second',
  ])
})
