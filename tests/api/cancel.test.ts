import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { INDEXED_ROWS } from '#server/modules/tables/indexing.ts'
import { poolFigures } from '#server/storage/database.ts'
import { buildTable } from '../support/data-table.ts'
import { heldUpIn } from '../support/locks.ts'
import { physicalOf } from '../support/tables.ts'
import { buildWorld, type World } from '../support/world.ts'

const { calls, search, spaces, tables } = contract
const address = (reqId?: string) => `/api${search.find.path}?q=lake&in=meta${reqId ? `&reqId=${reqId}` : ''}`

/** Runs something while what a search of metadata reads is locked, so that it waits in the database for as long as it takes. */
async function whileReadsWait(world: World, run: () => Promise<void>): Promise<void> {
  await world.db.transaction().execute(async (tx) => {
    await sql`lock table node_metadata in access exclusive mode`.execute(tx)
    await run()
  })
}
const waiting = (world: World, count: number) => expect.poll(() => heldUpIn(world)).toBe(count)

test.each([
  ['parameter', (reqId: string) => [address(reqId), {}] as const],
  ['header', (reqId: string) => [address(), { headers: { reqId } }] as const],
])('a read that carries a request id as %s is cancelled by it, in the database too', async (_what, requestOf) => {
  const world = await buildWorld()
  const [owner, other] = await Promise.all([world.as('owner'), world.as('ordinary')])
  await world.space()
  await whileReadsWait(world, async () => {
    const [path, init] = requestOf('look-1')
    const answer = owner.fetch(path, init)
    await waiting(world, 1)
    // Ids of others, and ids that nobody uses, cancel nothing.
    await other.data(calls.cancel, { reqId: 'look-1' })
    await owner.data(calls.cancel, { reqId: 'look-2' })
    expect(await heldUpIn(world)).toBe(1)
    await owner.data(calls.cancel, { reqId: 'look-1' })
    const response = await answer
    expect(response.status).toBe(409)
    expect(await response.json()).toMatchObject({ code: 502, error: 'callCancelled' })
    await waiting(world, 0)
  })
  // The connection serves the next one.
  expect((await owner.fetch(address('look-1'))).status).toBe(200)
})

test('a read ends in the database when its caller hangs up', async () => {
  const world = await buildWorld()
  const owner = await world.as('owner')
  await world.space()
  await whileReadsWait(world, async () => {
    const stop = new AbortController()
    const answer = owner.fetch(address(), { signal: stop.signal }).catch((error: Error) => error.name)
    await waiting(world, 1)
    stop.abort()
    expect(await answer).toBe('AbortError')
    await waiting(world, 0)
  })
})

describe('slow reads of a table end in the database by their request id', () => {
  const filter = (column: number) => [
    { match: 'all' as const, conditions: [{ column, operator: 'contains' as const, values: ['a'] }] },
  ]
  const question = (column: number) => ({ filter: filter(column), sort: [], q: '' })
  test.each([
    ['rows', tables.rows, (column: number) => ({ filter: filter(column) })],
    ['rows of an earlier moment', tables.rows, (_column: number, at: number) => ({ at })],
    ['statistics', tables.statistics, (column: number) => ({ column, question: question(column) })],
    ['groups', tables.groups, (column: number) => ({ groupBy: column })],
    ['a preview', tables.preview, (column: number) => ({ change: { kind: 'setType', column, type: 'number' } })],
    ['a comparison', tables.compare, (_column: number, at: number) => ({ from: 0, to: at })],
  ])('%s', async (_what, { path }, wishOf) => {
    const { world, owner, one, ids, add } = await buildTable()
    const { change } = await add([['a'], ['b']])
    const body = JSON.stringify({ spaceId: one.spaceId, ...wishOf(ids[0] ?? 0, change ?? 0) })
    const headers = { 'content-type': 'application/json', reqId: 'slow-1' }
    const read = () => owner.fetch(`/api${path.replace(':id', one.id)}`, { method: 'POST', headers, body })
    await world.db.transaction().execute(async (tx) => {
      await sql`lock table ${physicalOf(one.id).rows} in access exclusive mode`.execute(tx)
      const answer = read()
      await expect.poll(() => heldUpIn(world)).toBeGreaterThan(0)
      await owner.data(calls.cancel, { reqId: 'slow-1' })
      expect(await (await answer).json()).toMatchObject({ error: 'callCancelled' })
      await waiting(world, 0)
    })
    expect((await read()).status).toBe(200)
  })
})

test('one person seeking in a big table leaves connections for others, and ends all of it', async () => {
  const { world, owner, one, ids, add } = await buildTable()
  await add([['a'], ['b']])
  await sql`update data_table set row_count = ${INDEXED_ROWS} where id = ${one.id}`.execute(world.db)
  const other = await world.as('ordinary')
  const filter = [{ match: 'all', conditions: [{ column: ids[0], operator: 'contains', values: ['a'] }] }]
  const body = JSON.stringify({ spaceId: one.spaceId, filter })
  const path = `/api${tables.rows.path.replace(':id', one.id)}`
  const names = Array.from({ length: 20 }, (_, at) => `seek-${at}`)
  await world.db.transaction().execute(async (tx) => {
    await sql`lock table ${physicalOf(one.id).rows} in access exclusive mode`.execute(tx)
    const answers = names.map((reqId) =>
      owner.fetch(path, { method: 'POST', headers: { 'content-type': 'application/json', reqId }, body }),
    )
    // Two pages of one person at a time: the rows of each, and how many there are.
    await waiting(world, 4)
    expect(await other.call(spaces.list, {})).toMatchObject({ code: 0 })
    for (const reqId of names) await owner.data(calls.cancel, { reqId })
    for (const answer of answers) expect(await (await answer).json()).toMatchObject({ error: 'callCancelled' })
    await waiting(world, 0)
  })
})

test('a read ends although no connection is left to tell other nodes of it', async () => {
  const world = await buildWorld()
  const owner = await world.as('owner')
  await world.space()
  await whileReadsWait(world, async () => {
    const answer = owner.fetch(address('look-1'))
    await waiting(world, 1)
    const over = Promise.withResolvers<void>()
    const { max, busy } = poolFigures(world.db)
    const begun = Array.from({ length: max - busy }, () => Promise.withResolvers<void>())
    const held = begun.map(({ resolve }) =>
      world.db.connection().execute(async () => {
        resolve()
        await over.promise
      }),
    )
    await Promise.all(begun.map(({ promise }) => promise))
    const cancelled = owner.data(calls.cancel, { reqId: 'look-1' })
    expect(await (await answer).json()).toMatchObject({ error: 'callCancelled' })
    over.resolve()
    await Promise.all(held)
    await cancelled
  })
})

test.each(['', 'a b', 'x'.repeat(101)])('%j is no request id', async (reqId) => {
  const owner = await (await buildWorld()).as('owner')
  expect(await owner.call(calls.cancel, { reqId })).toMatchObject({ error: 'invalid' })
})
