import { describe, expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import type { Role } from '#contract/session.ts'
import { startWeb } from '../services/web.ts'
import { Client } from '../support/client.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

const { methods, session, signIn, users } = contract

/** A world beside a service that vouches for whom it is asked to; its group makes ordinary users. */
async function withService() {
  const world = await buildWorld()
  let profile: Record<string, unknown> = {}
  const web = await startWeb(({ path }) => ({
    body: JSON.stringify(path === '/token' ? { access_token: 't', token_type: 'bearer' } : profile),
  }))
  onTestFinished(web.stop)
  const made = await (await world.as('admin')).data(methods.create, {
    kind: 'oauth2',
    name: { zh: '服务', en: 'Service' },
    isOn: true,
    config: {
      clientId: 'c',
      authorizationEndpoint: `${web.url}/authorize`,
      tokenEndpoint: `${web.url}/token`,
      userinfoEndpoint: `${web.url}/me`,
      roleRules: [{ group: 'plain', role: 'role_general' }],
    },
    secrets: { clientSecret: 's' },
  })
  /** Comes back from the service as somebody of its group. */
  async function visit(id: unknown, client = new Client(world.origin)) {
    profile = { id, name: 'X', groups: ['plain'] }
    const away = await client.fetch(`/api/sign-in/${made.id}/start`)
    const state = new URL(away.headers.get('location') ?? '').searchParams.get('state')
    const back = await client.fetch(`/api/sign-in/${made.id}/callback?code=x&state=${state}`)
    return { client, status: back.status, to: back.headers.get('location') ?? '' }
  }
  return { world, visit, methodId: made.id }
}
const roleOf = (world: World, who: string) =>
  world.db
    .selectFrom('person')
    .select(['role', 'role_source'])
    .where('email', '=', `${who}@lab.test`)
    .executeTakeFirst()

describe('the rules of a sign-in method', () => {
  test('leave a role alone that an administrator set', async () => {
    const { world, visit } = await withService()
    const { client } = await visit('s1')
    await client.data(signIn.bind, { emailAccounts: 'owner@lab.test', password: PASSWORD })
    expect(await roleOf(world, 'owner')).toEqual({ role: 'role_senior', role_source: 'administrator' })
    expect((await visit('s1')).to).toBe('/space')
    expect(await roleOf(world, 'owner')).toEqual({ role: 'role_senior', role_source: 'administrator' })
  })

  test('never take the last administrator away, also of two at once', async () => {
    const { world, visit } = await withService()
    const both = ['admin', 'senior'] as const
    const made: { role: Role; role_source: 'method' } = { role: 'role_admin', role_source: 'method' }
    const emails = both.map((who) => `${who}@lab.test`)
    await world.db.updateTable('person').set(made).where('email', 'in', emails).execute()
    const arrivals = [await visit('admin'), await visit('senior')]
    await Promise.all(
      arrivals.map(({ client }, index) =>
        client.data(signIn.bind, { emailAccounts: emails[index] ?? '', password: PASSWORD }),
      ),
    )
    const left = await world.db.selectFrom('person').select('email').where('role', '=', 'role_admin').execute()
    expect(left).toHaveLength(1)
    const last = await new Client(world.origin).login(left[0]?.email ?? '', PASSWORD)
    expect(await last.call(users.counts, {})).toMatchObject({ code: 0 })
  })
})

describe('who it is for the other side', () => {
  test.each([
    ['with U+0000', 'a\u0000b'],
    ['with half a character', '\ud800'],
  ])('%s is nobody', async (_what, id) => {
    const { visit, methodId } = await withService()
    const { client, status, to } = await visit(id)
    expect([status, to]).toEqual([303, `/login?problem=pendingGone&method=${methodId}`])
    expect(await client.call(session.current, {})).toMatchObject({ error: 'notSignedIn' })
  })
})
