import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { transact } from '#server/storage/database.ts'
import { newId } from '#server/storage/id.ts'
import { lockSpace, lockSpaces } from '#server/storage/locks.ts'
import { waitingIn } from '../support/locks.ts'
import { buildWorld } from '../support/world.ts'

test('two changes that wait for each other both happen', async () => {
  const world = await buildWorld()
  const [a, b] = [world.idOf('owner'), world.idOf('senior')]
  const met = Promise.withResolvers<void>()
  let here = 0
  const cross = (first: string, second: string) =>
    transact(world.db, async (tx) => {
      const touch = (id: string) => sql`update person set phone = phone || '+' where id = ${id}::uuid`.execute(tx)
      await touch(first)
      here += 1
      if (here === 2) met.resolve()
      await met.promise
      await touch(second)
    })
  await Promise.all([cross(a, b), cross(b, a)])
  const rows = await world.db.selectFrom('person').select('phone').where('id', 'in', [a, b]).execute()
  expect(rows.map(({ phone }) => phone)).toEqual(['++', '++'])
})

test('an entry of the log can only be the last thing in its transaction', async () => {
  const world = await buildWorld()
  const { record } = world.services.audit
  await transact(world.db, async (tx) => {
    record(tx, { action: 'signOut', actor: null })
    expect(await tx.selectFrom('audit').select('number').execute()).toEqual([])
  })
  expect(await world.db.selectFrom('audit').select('action').execute()).toEqual([{ action: 'signOut' }])
  const other = world.db.transaction().execute(async (tx) => record(tx, { action: 'signOut', actor: null }))
  await expect(other).rejects.toThrow('transact')
})

describe('changes that concern several spaces', () => {
  test('are refused when one of them is not there', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const lock = world.db.transaction().execute((tx) => lockSpaces(tx, [id, newId()]))
    await expect(lock).rejects.toMatchObject({ refusal: 'spaceNotFound' })
  })

  test.each([0, 1])('never wait for each other, whichever is named first, while space %d is busy', async (busy) => {
    const world = await buildWorld()
    const ids = [(await world.space()).id, (await world.space()).id]
    const crossing = await world.db.transaction().execute(async (tx) => {
      await lockSpace(tx, ids[busy] ?? '')
      const both = [ids, ids.toReversed()].map((order) => world.db.transaction().execute((t) => lockSpaces(t, order)))
      await expect.poll(() => waitingIn(world), { interval: 20 }).toBe(2)
      // Not awaited before the queue moves on.
      return { done: Promise.all(both) }
    })
    await crossing.done
  })

  test('name a space twice, however they write it, and wait for one another in one queue', async () => {
    const world = await buildWorld()
    const { id } = await world.space()
    const waiting = await world.db.transaction().execute(async (tx) => {
      await lockSpaces(tx, [id, id.toUpperCase()])
      const next = world.db.transaction().execute((t) => lockSpace(t, id.toUpperCase()))
      await expect.poll(() => waitingIn(world), { interval: 20 }).toBe(1)
      return { next }
    })
    await waiting.next
  })
})
