import { sql } from 'kysely'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { contract } from '#contract/index.ts'
import { openSiteClock } from '#server/storage/site-clock.ts'
import { HOUR_MS } from '../../contract/core/time.ts'
import { anotherNode } from '../support/another-node.ts'
import { Client } from '../support/client.ts'
import { buildWorld } from '../support/world.ts'

const { files, session, users } = contract

describe('what a node remembers', () => {
  test('of somebody whose account is disabled elsewhere is forgotten', async () => {
    const world = await buildWorld()
    const other = await anotherNode(world)
    const normal = await other.hereAs('normal')
    await normal.data(session.current, {})
    await (await world.as('admin')).data(users.disable, { id: world.idOf('normal') })
    await expect.poll(async () => (await normal.call(session.current, {})).status).toBe(401)
  })

  test('answers nobody once its way to the database is silent, and is forgotten when it is back', async () => {
    const world = await buildWorld()
    const other = await anotherNode(world)
    const normal = await other.hereAs('normal')
    await normal.data(session.current, {})
    other.way.silence()
    await (await world.as('admin')).data(users.disable, { id: world.idOf('normal') })
    await expect.poll(() => other.bus.isConnected()).toBe(false)
    expect(await normal.call(session.current, {})).toMatchObject({ status: 503, error: 'busy' })
    other.way.heal()
    await expect.poll(async () => (await normal.call(session.current, {})).status).toBe(401)
  })
})

describe('a node whose way to the database is silent', () => {
  test('refuses what it was asked meanwhile instead of keeping it waiting, and works on by itself', async () => {
    const world = await buildWorld()
    const other = await anotherNode(world)
    const { id: spaceId } = await world.space()
    const owner = await other.hereAs('owner')
    await owner.data(files.list, { spaceId })
    other.way.silence()
    expect(await owner.call(files.create, { spaceId, path: 'a' })).toMatchObject({ status: 503, error: 'busy' })
    const unready = await fetch(`${other.origin}/readyz`)
    expect(unready.status).toBe(503)
    expect(await unready.json()).toMatchObject({
      failing: expect.arrayContaining([expect.objectContaining({ part: 'database' })]),
    })
    other.way.heal()
    const readiness = async () => (await fetch(`${other.origin}/readyz`)).status
    await expect.poll(readiness).toBe(200)
    expect(await owner.call(files.create, { spaceId, path: 'b' })).toMatchObject({ code: 0 })
  })
})

describe('wrong passwords', () => {
  test('that come to two nodes at once are all counted', async () => {
    const world = await buildWorld()
    const other = await anotherNode(world)
    const miss = (origin: string) =>
      new Client(origin).call(session.login, { emailAccounts: 'normal@lab.test', password: 'wrong' })
    await Promise.all([world.origin, other.origin].map(miss))
    const { rows } = await sql`select failures from login_delay where key = '* normal@lab.test'`.execute(world.db)
    expect(rows).toEqual([{ failures: 2 }])
  })
})

describe('the clock of a node', () => {
  test('tells the time of the database, however wrong the clock of its machine is, and does not jump with it', async () => {
    const { db } = await buildWorld()
    let tick = 0
    vi.useFakeTimers({ now: Date.now() + 5 * HOUR_MS, toFake: ['Date'] })
    onTestFinished(() => void vi.useRealTimers())
    const clock = await openSiteClock(
      db,
      () => {},
      () => tick,
    )
    onTestFinished(clock.close)
    const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
    const begun = clock.now().getTime()
    expect(Math.abs(begun - (rows[0]?.at.getTime() ?? 0))).toBeLessThan(10_000)
    expect(Math.round(clock.aheadMs() / HOUR_MS)).toBe(5)
    vi.setSystemTime(0)
    tick += 1000
    expect(clock.now().getTime()).toBe(begun + 1000)
  })

  test('goes with the database again after a sleep in which it stood still', async () => {
    const { db } = await buildWorld()
    // A clock of the process that says an hour less passed than did.
    let lostMs = 0
    const clock = await openSiteClock(
      db,
      () => {},
      () => performance.now() + lostMs,
    )
    onTestFinished(clock.close)
    lostMs = HOUR_MS
    const wrong = clock.now().getTime()
    await clock.ask()
    expect(Math.round((wrong - clock.now().getTime()) / HOUR_MS)).toBe(1)
  })
})
