import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { transact } from '#server/storage/database.ts'
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
