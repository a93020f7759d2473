import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { openDatabase, transact } from '#server/storage/database.ts'
import { newId } from '#server/storage/id.ts'
import { lockSpace, lockSpaces } from '#server/storage/locks.ts'
import { zipOf } from '../support/archive.ts'
import type { Client } from '../support/client.ts'
import { heldUpIn, waitingIn } from '../support/locks.ts'
import { drop, share } from '../support/share.ts'
import { upload } from '../support/upload.ts'
import { buildWorld } from '../support/world.ts'

const { archives, metadata, files, shareAccess, trash, uploads, versions } = contract

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

test('what one of several things together begins when another has failed is done neither in the change nor beside it', async () => {
  const world = await buildWorld()
  let late: Promise<unknown> = Promise.resolve()
  const failing = transact(world.db, async (tx) => {
    const failed = sql`select 1 / 0`.execute(tx)
    late = failed.catch(async () => {
      // The others hear of it meanwhile, and the way back is on its way to the database.
      for (let round = 0; round < 50; round += 1) await Promise.resolve()
      await sql`create table too_late ()`.execute(tx)
    })
    late.catch(() => {})
    await failed
  })
  await expect(failing).rejects.toThrow('division by zero')
  await expect(late).rejects.toThrow('the transaction is over')
  const { rows } = await sql<{ name: string | null }>`select to_regclass('too_late')::text as name`.execute(world.db)
  expect(rows).toEqual([{ name: null }])
})

test('a connection that carried a change is as good as new for the next change, and without one', async () => {
  const { url } = await buildWorld()
  const db = openDatabase(url, 1)
  const one = (from: typeof db) => sql<{ one: number }>`select 1 as one`.execute(from)
  await db.transaction().execute(one)
  expect((await db.connection().execute(one)).rows).toEqual([{ one: 1 }])
  expect((await db.transaction().execute(one)).rows).toEqual([{ one: 1 }])
  await db.connection().execute(async (held) => {
    await held.transaction().execute(one)
    expect((await one(held)).rows).toEqual([{ one: 1 }])
  })
  await db.destroy()
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

describe('what waits for the mutex of a space', () => {
  type Item = { spaceId: string; hash: string }
  const cells = [{ column: 'note' as const, key: '', before: '', after: 'a' }]
  test.each([
    ['extracting into a folder', (by: Client, item: Item) => by.data(archives.unpack, item)],
    ['extracting', (by: Client, item: Item) => by.data(archives.unpack, { ...item, into: 'here' })],
    ['restoring', (by: Client, item: Item) => by.data(versions.restore, { ...item, number: 1 })],
    [
      'writing metadata',
      (by: Client, { spaceId, hash }: Item) =>
        by.data(metadata.apply, { spaceId, name: 'a', changes: [{ hash, path: '', stamp: null, cells }] }),
    ],
  ] as const)('keeps its task from nobody: %s', async (_what, begin) => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const zip = (content: string) => zipOf([{ name: 'x.txt', content: Buffer.from(content) }])
    await upload(owner, { spaceId, name: 'a.zip' }, zip('one'))
    const { hash } = await upload(owner, { spaceId, name: 'a.zip', conflict: 'replace' }, zip('two'))
    await begin(owner, { spaceId, hash })
    const waiting = await world.db.transaction().execute(async (tx) => {
      await lockSpace(tx, spaceId)
      const drained = world.services.tasks.drain()
      await expect.poll(() => waitingIn(world), { interval: 20 }).toBe(1)
      const { rows } = await sql`select id from task for update skip locked`.execute(world.db)
      return { drained, free: rows.length }
    })
    await waiting.drained
    expect(waiting.free).toBe(1)
    expect(await world.db.selectFrom('task').select('state').execute()).toEqual([{ state: 'completed' }])
  })

  test('keeps no connection from those who want another one', async () => {
    const world = await buildWorld()
    const [busy, other] = [await world.space(), await world.space()]
    const owner = await world.as('owner')
    const names = Array.from({ length: 40 }, (_, i) => `${i}`)
    const made = await world.db.transaction().execute(async (tx) => {
      await lockSpace(tx, busy.id)
      const all = names.map((path) => owner.data(files.create, { spaceId: busy.id, path }))
      await expect.poll(() => waitingIn(world), { interval: 20 }).toBe(1)
      for (let i = 0; i < 20; i += 1) await owner.data(files.create, { spaceId: other.id, path: `${i}` })
      // Not awaited before the queue moves on.
      return { all: Promise.all(all) }
    })
    expect(new Set(await made.all).size).toBe(names.length)
  })

  test('gets the mutex, also when it wants two spaces, and keeps nobody from a space that it has not', async () => {
    const world = await buildWorld()
    const ids = [(await world.space()).id, (await world.space()).id]
    const order: number[] = []
    const change = (number: number, spaceIds: string[]) =>
      transact(world.db, async (tx) => {
        await lockSpaces(tx, spaceIds)
        order.push(number)
      })
    const held = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    const first = transact(world.db, async (tx) => {
      await lockSpace(tx, ids[0] ?? '')
      begun.resolve()
      await held.promise
    })
    await begun.promise
    const waiting = []
    for (const [at, spaceIds] of [ids, ids.toReversed(), ids.slice(0, 1), ids].entries()) {
      waiting.push(change(at, spaceIds))
      // Time to come to the space that is taken.
      await world.db.selectFrom('space').select('id').execute()
    }
    await change(9, ids.slice(1))
    held.resolve()
    await Promise.all([first, ...waiting])
    expect(order[0]).toBe(9)
    expect(order.slice(1)).toHaveLength(4)
  })

  test('keeps no connection either when it gives back or takes room', async () => {
    const world = await buildWorld()
    const [busy, other] = [await world.space(), await world.space()]
    const owner = await world.as('owner')
    const { hash } = await upload(owner, { spaceId: busy.id, name: 'a.txt' }, Buffer.from('one'))
    await upload(owner, { spaceId: busy.id, name: 'a.txt', conflict: 'replace' }, Buffer.from('two'))
    const wish = { spaceId: busy.id, fileMd5: '0'.repeat(32), total: 1 }
    const names = Array.from({ length: 15 }, (_, i) => `${i}`)
    const begun = await Promise.all(names.map((name) => owner.data(uploads.check, { ...wish, name })))
    const made = await world.db.transaction().execute(async (tx) => {
      await lockSpace(tx, busy.id)
      await sql`select 1 from space_usage where space_id = ${busy.id}::uuid for update`.execute(tx)
      const given = begun.map(({ checkId = '' }) => owner.data(uploads.cancel, { checkId }))
      const taken = names.map(() => owner.data(versions.restore, { spaceId: busy.id, hash, number: 1 }))
      await expect.poll(() => heldUpIn(world), { interval: 20 }).toBe(1)
      for (let i = 0; i < 20; i += 1) await owner.data(files.create, { spaceId: other.id, path: `${i}` })
      // Not awaited before the queue moves on.
      return { all: Promise.all([...given, ...taken]) }
    })
    expect(await made.all).toHaveLength(2 * names.length)
  })

  test('is not held up by a sweep that waits for somebody else', async () => {
    const world = await buildWorld()
    const [busy, other] = [await world.space(), await world.space()]
    const owner = await world.as('owner')
    await world.db.transaction().execute(async (tx) => {
      await lockSpace(tx, busy.id)
      const swept = world.services.uploads.blobs()
      await expect.poll(() => waitingIn(world), { interval: 20 }).toBe(1)
      await owner.data(files.create, { spaceId: other.id, path: 'a' })
      expect(await swept).toBe(0)
    })
  })

  test('keeps its receipt from nobody: a visitor of a box whose folder is being deleted for good', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const inbox = await owner.data(files.create, { spaceId, path: 'inbox' })
    const { linkId } = await share(owner, { spaceId, hashes: [inbox], isBox: true, boxBytes: 1000 })
    const { code } = await owner.data(shareAccess.boxBegin, { linkId, sender: 'Ada' })
    await drop(owner, { linkId, code, name: 'a.txt' }, Buffer.from('a'))
    const [folder] = (await owner.data(files.list, { spaceId, hash: inbox })).list
    await owner.data(files.remove, { spaceId, hashList: [folder?.hash ?? ''] })
    const both = await world.db.transaction().execute(async (tx) => {
      await lockSpace(tx, spaceId)
      const purged = owner.call(trash.purge, { spaceId })
      await expect.poll(() => waitingIn(world), { interval: 20 }).toBe(1)
      const wish = { linkId, code, name: 'b.txt', total: 1, fileMd5: '0'.repeat(32) }
      const checked = owner.call(shareAccess.boxCheck, wish)
      await owner.data(files.list, { spaceId })
      const { rows } = await sql`select id from share_receipt for update skip locked`.execute(world.db)
      // Not awaited before the queue moves on.
      return { answers: Promise.all([purged, checked]), free: rows.length }
    })
    for (const answer of await both.answers) expect(answer).toMatchObject({ code: 0 })
    expect(both.free).toBe(1)
  })

  test('comes again when what it waits for waits for it', async () => {
    const world = await buildWorld()
    const { id: spaceId } = await world.space()
    const owner = await world.as('owner')
    const { hash } = await upload(owner, { spaceId, name: 'a.txt' }, Buffer.from('a'))
    let removed: ReturnType<typeof owner.call> | undefined
    // It gives way: both come to their end.
    await transact(world.db, async (tx) => {
      await sql`select 1 from node where id = ${hash}::uuid for update`.execute(tx)
      if (!removed) {
        removed = owner.call(files.remove, { spaceId, hashList: [hash] })
        await expect.poll(() => heldUpIn(world), { interval: 20 }).toBe(1)
      }
      await lockSpace(tx, spaceId)
    })
    expect(await removed).toMatchObject({ code: 0 })
  })
})
