import { describe, expect, test } from 'vitest'
import { errors } from '#contract/core/errors.ts'
import { ONLINE_MS, SESSION_IDLE_MS, SESSION_MAX_MS } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { Client } from '../support/client.ts'
import { tokenOf } from '../support/token.ts'
import { buildWorld, PASSWORD } from '../support/world.ts'

const { account, session, spaces, users } = contract

describe('POST /login', () => {
  test('a wrong password and an unknown address get the same answer', async () => {
    const world = await buildWorld()
    const stranger = await world.as('stranger')
    const wrong = await stranger.call(session.login, { emailAccounts: 'owner@lab.test', password: 'nope' })
    const unknown = await stranger.call(session.login, { emailAccounts: 'nobody@lab.test', password: 'nope' })
    expect(wrong).toMatchObject({ status: 401, error: 'wrongCredentials', fields: [{ field: 'password' }] })
    expect({ ...unknown, requestId: '' }).toEqual({ ...wrong, requestId: '' })
  })

  test('a malformed address is told beside its field, in the language of the caller', async () => {
    const world = await buildWorld()
    const stranger = await world.as('stranger')
    const answer = await stranger.call(session.login, { emailAccounts: 'nobody', password: 'x' })
    expect(answer).toMatchObject({ code: errors.invalid.code, status: 400, fields: [{ field: 'emailAccounts' }] })
  })

  test('the fourth try in a row waits, and the wait ends by itself', async () => {
    const world = await buildWorld()
    const stranger = await world.as('stranger')
    const attempt = (password: string) => stranger.call(session.login, { emailAccounts: 'owner@lab.test', password })
    for (let i = 0; i < 3; i += 1) expect(await attempt('nope')).toMatchObject({ error: 'wrongCredentials' })
    expect(await attempt(PASSWORD)).toMatchObject({ status: 429, error: 'loginDelayed' })
    world.clock.advance(1001)
    expect(await attempt(PASSWORD)).toMatchObject({ code: 0 })
  })

  test('of many guesses at once no more are tried than one after another', async () => {
    const world = await buildWorld()
    const stranger = await world.as('stranger')
    const guesses = Array.from({ length: 18 }, () =>
      stranger.call(session.login, { emailAccounts: 'owner@lab.test', password: 'nope' }),
    )
    const answers = (await Promise.all(guesses)).map((answer) => (answer as { error: string }).error)
    expect(answers.filter((error) => error === 'wrongCredentials')).toHaveLength(3)
    expect(answers.filter((error) => error === 'loginDelayed')).toHaveLength(15)
  })

  test('a stranger who keeps guessing does not make another address wait', async () => {
    const world = await buildWorld()
    await world.db
      .insertInto('login_delay')
      .values({
        key: '10.9.9.9 owner@lab.test',
        failures: 99,
        last_at: world.clock.now(),
        until: new Date(world.clock.now().getTime() + 60_000),
      })
      .execute()
    const stranger = await world.as('stranger')
    expect(await stranger.call(session.login, { emailAccounts: 'owner@lab.test', password: PASSWORD })).toMatchObject({
      code: 0,
    })
  })

  test('a sign-in under way does not undo what an administrator does meanwhile', async () => {
    const world = await buildWorld()
    const admin = await world.as('admin')
    const id = world.idOf('owner')
    await admin.data(users.update, { id, role: 'role_admin' })
    const logins = Array.from({ length: 6 }, () =>
      new Client(world.origin).call(session.login, { emailAccounts: 'owner@lab.test', password: PASSWORD }),
    )
    await admin.data(users.update, { id, role: 'role_general' })
    await Promise.all(logins)
    expect(await admin.data(users.show, { id })).toMatchObject({ role: 'role_general' })
  })

  test('no session by an old password outlives its change, also one that was opening', async () => {
    const world = await buildWorld()
    const owner = await new Client(world.origin).login('owner@lab.test', PASSWORD)
    const clients = Array.from({ length: 6 }, () => new Client(world.origin))
    const logins = clients.map((client) =>
      client.call(session.login, { emailAccounts: 'owner@lab.test', password: PASSWORD }),
    )
    await owner.data(account.changePassword, { origPwd: PASSWORD, newPwd: 'Mesa-4711x', conPwd: 'Mesa-4711x' })
    await Promise.all(logins)
    for (const client of clients) expect(await client.call(session.current, {})).not.toMatchObject({ code: 0 })
  })

  test('a disabled account is refused only after its password was right', async () => {
    const world = await buildWorld()
    await world.db
      .updateTable('person')
      .set({ disabled_at: world.clock.now() })
      .where('email', '=', 'normal@lab.test')
      .execute()
    const stranger = await world.as('stranger')
    const attempt = (password: string) => stranger.call(session.login, { emailAccounts: 'normal@lab.test', password })
    expect(await attempt('nope')).toMatchObject({ error: 'wrongCredentials' })
    expect(await attempt(PASSWORD)).toMatchObject({ error: 'accountDisabled' })
  })

  test('answers the user info, a secret cookie that no script reads, and a readable CSRF token', async () => {
    const world = await buildWorld()
    const response = await new Client(world.origin).send(session.login, {
      emailAccounts: 'OWNER@lab.test',
      password: PASSWORD,
    })
    const body = (await response.json()) as { data: { user: { accessToken: string } } }
    expect(body).toMatchObject({
      code: 0,
      data: { user: { emailAccounts: 'owner@lab.test', roles: ['role_senior'], name: 'Olive Owner' }, ways: [] },
    })
    const [secret, csrf] = response.headers.getSetCookie()
    expect(secret).toMatch(/^ds_session_id=.*HttpOnly.*SameSite=Lax/)
    expect(csrf).toContain(`DS_TOKEN=${body.data.user.accessToken}`)
    expect(csrf).not.toContain('HttpOnly')
    expect(secret).not.toContain(body.data.user.accessToken)
  })
})

describe('a session', () => {
  test('in which another language is chosen has emails written in it from then on', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const languageNow = async () => {
      const people = world.db.selectFrom('person').select('language').where('id', '=', world.idOf('owner'))
      return (await people.executeTakeFirstOrThrow()).language
    }
    const before = await languageNow()
    const other = before === 'zh' ? 'en' : 'zh'
    const seen = async (lang: string) => {
      world.clock.advance(ONLINE_MS)
      owner.cookies.set('lang', lang)
      await owner.data(session.current, {})
      return languageNow()
    }
    expect([await seen('tlh'), await seen(other)]).toEqual([before, other])
  })

  test('that was silent too long has expired: code 5', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    world.clock.advance(SESSION_IDLE_MS + 1)
    expect(await owner.call(session.current, {})).toMatchObject({ code: 5, status: 401, error: 'sessionExpired' })
  })

  test('that is used lives on, but not beyond its longest life', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    for (let lived = 0; lived < SESSION_MAX_MS; lived += SESSION_IDLE_MS / 2) {
      expect(await owner.call(session.current, {})).toMatchObject({ code: 0 })
      world.clock.advance(SESSION_IDLE_MS / 2)
    }
    world.clock.advance(1)
    expect(await owner.call(session.current, {})).toMatchObject({ code: 5 })
  })

  test('does not exist for a stranger: code 401', async () => {
    const world = await buildWorld()
    const stranger = await world.as('stranger')
    expect(await stranger.call(session.current, {})).toMatchObject({ code: 401, status: 401, error: 'notSignedIn' })
  })

  test('changes nothing without the DS_TOKEN header', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    const cookie = owner.headers().cookie ?? ''
    const body = JSON.stringify({ name: 'Lake', identifier: 'lake1', type: 'private' })
    const post = (headers: Record<string, string>) =>
      fetch(`${world.origin}/api${spaces.create.path}`, {
        method: 'POST',
        body,
        headers: { cookie, 'content-type': 'application/json', ...headers },
      })
    expect((await post({})).status).toBe(403)
    expect((await post({ DS_TOKEN: 'guess' })).status).toBe(403)
    expect((await post({ authorization: owner.cookies.get('DS_TOKEN') ?? '' })).status).toBe(200)
  })

  test('that was logged out is dead at once, with its cookie still at hand', async () => {
    const world = await buildWorld()
    const owner = await new Client(world.origin).login('owner@lab.test', PASSWORD)
    const copy = new Client(world.origin)
    for (const [name, value] of owner.cookies) copy.cookies.set(name, value)
    const response = await owner.fetch('/api/logout')
    expect([response.status, response.headers.get('location')]).toEqual([302, '/'])
    // What is left knows the browser again, not the person.
    expect([...owner.cookies.keys()]).toEqual(['ds_device'])
    expect(await copy.call(session.current, {})).toMatchObject({ code: 5 })
  })

  test('is not ended by a page of another site', async () => {
    const world = await buildWorld()
    const owner = await world.as('owner')
    await owner.fetch('/api/logout', { headers: { 'sec-fetch-site': 'cross-site' } })
    expect(await owner.call(session.current, {})).toMatchObject({ code: 0 })
  })
})

describe('calls of a person', () => {
  test('are so many a minute, a tenth of them at once, by session and access token together; nobody else waits', async () => {
    const world = await buildWorld({ PERSON_CALLS: '60' })
    const owner = await world.as('owner')
    const token = await tokenOf(owner)
    world.clock.advance(60_000)
    const byToken = () => fetch(`${world.origin}/api/spaces`, { headers: { authorization: `Bearer ${token}` } })
    const bySession = () => owner.fetch('/api/spaces')
    const statuses: number[] = []
    for (const call of [byToken, bySession, byToken, bySession, byToken, bySession])
      statuses.push((await call()).status)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 200])
    const refused = await byToken()
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1'])
    expect(await refused.json()).toMatchObject({ error: 'tooManyRequests' })
    expect((await bySession()).status).toBe(429)
    expect((await (await world.as('senior')).fetch('/api/spaces')).status).toBe(200)
    // Pages and files of the console are no calls.
    expect((await owner.fetch('/space')).status).not.toBe(429)
    world.clock.advance(1000)
    expect([(await byToken()).status, (await bySession()).status]).toEqual([200, 429])
  })
})
