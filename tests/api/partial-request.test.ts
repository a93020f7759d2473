import { describe, expect, test } from 'vitest'
import { BODY_BYTES } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import type { Role } from '#contract/session.ts'
import { CONNECTIONS_MAX } from '../../server/app.ts'
import { BODIES_BYTES } from '../../server/http/body-timeout.ts'
import { Client } from '../support/client.ts'
import { codeIn } from '../support/inbox.ts'
import { sendPartial } from '../support/partial-request.ts'
import { buildWorld, PASSWORD, type World } from '../support/world.ts'

const { account, registration, session, settings, users } = contract

/** Somebody beside the administrator, signed in. */
async function another(world: World, role: Role) {
  await world.db.updateTable('person').set({ role }).where('id', '=', world.idOf('senior')).execute()
  return new Client(world.origin).login('senior@lab.test', PASSWORD)
}
const json = (method: string, path: string, body: unknown) => ({ method, path, body: JSON.stringify(body) })
const token = json('POST', '/account/tokens', { name: 'late', scope: 'write', validityDays: 30 })
const form = (fields: Record<string, string>, file: string) =>
  Object.entries(fields)
    .map(([name, value]) => `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`)
    .concat(`--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${file}\r\n--x--\r\n`)
    .join('')

describe('a request whose body comes late changes nothing for', () => {
  test('an administrator who was disabled meanwhile', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const bad = await another(world, 'role_admin')
    const id = world.idOf('senior')
    const created = { emailAccounts: 'evil@lab.test', name: 'Evil', orgChineseName: 'U', role: 'role_admin' }
    const late = await Promise.all([
      sendPartial(bad, token),
      sendPartial(bad, json('POST', '/users', created)),
      sendPartial(bad, json('POST', `/users/${id}/enable`, { padding: 1 })),
      sendPartial(bad, json('PATCH', `/users/${world.idOf('ordinary')}`, { role: 'role_admin' })),
      sendPartial(bad, {
        method: 'POST',
        path: '/users-import',
        type: 'multipart/form-data; boundary=x',
        body: form({ isDryRun: 'false' }, 'emailAccounts,name,orgChineseName\nevil2@lab.test,E,U\n'),
      }),
    ])
    await admin.data(users.disable, { id })
    for (const one of late) expect(await one.end()).toBe(401)
    const rows = await world.db
      .selectFrom('person')
      .select(['email', 'role'])
      .where('role', '=', 'role_admin')
      .execute()
    expect(rows.map(({ email }) => email).sort()).toEqual(['admin@lab.test', 'senior@lab.test'])
    expect(await world.db.selectFrom('access_token').select('id').execute()).toEqual([])
    expect(await admin.data(users.show, { id })).toMatchObject({ isDisabled: true })
  })

  test('an administrator who lost the role meanwhile', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const rules = await admin.data(settings.accountRules, {})
    const late = await sendPartial(
      await another(world, 'role_admin'),
      json('PUT', '/setting/accounts', { ...rules, isRegistrationOpen: false }),
    )
    await admin.data(users.update, { id: world.idOf('senior'), role: 'role_general' })
    expect(await late.end()).toBe(403)
    expect(await admin.data(settings.accountRules, {})).toEqual(rules)
  })

  test('a session that its owner ended', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const thief = await new Client(world.origin).login('owner@lab.test', PASSWORD)
    await thief.data(session.current, {})
    const late = await sendPartial(thief, token)
    await owner.data(account.endOthers, {})
    expect(await late.end()).toBe(401)
    expect(await owner.data(account.tokens, {})).toEqual([])
  })

  test('a session that was open when the account was recovered', async () => {
    const world = await buildWorld()
    const late = await sendPartial(await world.as('owner'), token)
    const stranger = new Client(world.origin)
    await stranger.data(registration.requestReset, { emailAccounts: 'owner@lab.test', ...(await world.captcha()) })
    const code = codeIn((await world.inbox('owner@lab.test')).at(-1))
    const chosen = { password: 'Mesa-4711x', confirmPassword: 'Mesa-4711x' }
    await stranger.data(registration.reset, { code, ...chosen, ...(await world.captcha()) })
    expect(await late.end()).toBe(401)
    expect(await world.db.selectFrom('access_token').select('id').execute()).toEqual([])
  })
})

describe('the memory that bodies take has bounds', () => {
  const form = { method: 'POST', path: '/sign-in/x/callback', type: 'application/x-www-form-urlencoded' }
  const half = { ...form, body: 'x'.repeat(BODY_BYTES.callback) }
  const signIn = json('POST', '/login', { emailAccounts: 'owner@lab.test', password: PASSWORD })

  test('a stranger sends little at once, and who is signed in no more than a picture needs', async () => {
    const world = await buildWorld()
    const send = async (client: Client, path: string, bytes: number) => {
      const body = JSON.stringify({ padding: 'x'.repeat(bytes) })
      const answer = await client.fetch(path, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      return answer.status
    }
    const [stranger, owner] = [await world.as('stranger'), await world.as('owner')]
    expect(await send(stranger, '/api/login', BODY_BYTES.public)).toBe(413)
    expect(await send(stranger, '/api/login', BODY_BYTES.public / 2)).toBe(400)
    expect(await send(owner, '/api/spaces', BODY_BYTES.signedIn / 2)).toBe(400)
    expect(await send(owner, '/api/spaces', BODY_BYTES.signedIn)).toBe(413)
    expect(world.app.server.maxConnections).toBe(CONNECTIONS_MAX)
  })

  test('half-sent bodies of one address are refused beyond it while others are served, until they are gone', async () => {
    const world = await buildWorld()
    const stranger = await world.as('stranger')
    const owner = await world.as('owner')
    const late = await Promise.all(
      Array.from({ length: BODIES_BYTES.each / BODY_BYTES.callback }, () => sendPartial(stranger, half)),
    )
    const init = { method: 'POST', body: signIn.body, headers: { 'content-type': 'application/json' } }
    const refused = await stranger.fetch('/api/login', init)
    expect([refused.status, refused.headers.get('connection')]).toEqual([429, 'close'])
    expect(await owner.call(account.addToken, { name: 'robot', scope: 'read', validityDays: 1 })).toMatchObject({
      code: 0,
    })
    for (const one of late) one.drop()
    await expect.poll(async () => (await stranger.fetch('/api/login', init)).status).toBe(200)
  })
})
