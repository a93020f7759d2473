import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { contract } from '#contract/index.ts'
import { rowsOf } from '#server/modules/tables/index.ts'
import type { Client } from '../support/client.ts'
import { buildViews, type QueryWish } from '../support/data-view.ts'
import { heldUpIn } from '../support/locks.ts'
import { upload } from '../support/upload.ts'
import type { World } from '../support/world.ts'

const { calls, dataViews } = contract
const formula = (key: string, text: string): QueryWish['fields'][number] => ({
  key,
  name: key,
  from: { kind: 'formula', formula: text },
})

/** Runs something while nobody can read the rows of a table, so that queries wait in the database. */
async function whileRowsWait(world: World, tableId: string, run: () => Promise<void>): Promise<void> {
  await world.db.transaction().execute(async (tx) => {
    await sql`lock table ${rowsOf(tableId)} in access exclusive mode`.execute(tx)
    await run()
  })
}
const waiting = (world: World, count: number) => expect.poll(() => heldUpIn(world)).toBe(count)
const asked = (client: Client, body: object, init: RequestInit = {}) =>
  client.fetch('/api/data/space/queries', {
    ...init,
    method: 'POST',
    headers: { 'content-type': 'application/json', ...init.headers },
    body: JSON.stringify(body),
  })

test('formulas that grow with each other are too long, with the name of the one', async () => {
  const { owner, spaceId, simple, problemsOf } = await buildViews()
  const grown = Array.from({ length: 40 }, (_, at) => {
    const before = at ? `[g${at - 1}]` : '[Depth]'
    return formula(`g${at}`, `${before} * ${before}`)
  })
  const query = { ...simple, fields: [...simple.fields, ...grown] }
  expect(await problemsOf(query)).toMatchObject([['formulasTooLong', expect.stringMatching(/^g\d+$/)]])
  expect(await owner.call(dataViews.answer, { spaceId, definition: { query } })).toMatchObject({
    error: 'dataViewBroken',
  })
})

test('many long formulas are too long together', async () => {
  const { simple, problemsOf } = await buildViews()
  const wide = `SUM(${Array(900).fill('[Depth]').join(', ').slice(0, 4900)})`.replace(/, \[?[A-Za-z]*\)$/, ')')
  const many = Array.from({ length: 100 }, (_, at) => formula(`g${at}`, wide))
  expect(await problemsOf({ ...simple, fields: [...simple.fields, ...many] })).toMatchObject([
    ['formulasTooLong', expect.any(String)],
  ])
})

test('each formula is read once, whatever the order in which they need each other', async () => {
  const { simple, problemsOf } = await buildViews()
  const wide = `SUM(${Array(1200).fill('[D]').join(',')})`
  const depth = simple.fields[1] as QueryWish['fields'][number]
  const chain = Array.from({ length: 499 }, (_, at) =>
    formula(`g${at}`, `${at === 498 ? '1' : `[g${at + 1}] * 0`} + ${wide}`),
  )
  const problems = await problemsOf({ ...simple, fields: [...chain, { ...depth, name: 'D' }] })
  expect(problems.map(([reason]) => reason)).toEqual(['formulasTooLong'])
})

test('what a query may take is told to who is signed in', async () => {
  const { owner } = await buildViews({ QUERY_MEMORY_MB: '300' })
  expect(await owner.data(dataViews.limits, {})).toEqual({ seconds: 60, memoryBytes: 300 * 1_048_576 })
})

test('a query ends in the database when its id cancels it, and when its caller hangs up', async () => {
  const { world, owner, spaceId, simple, casts } = await buildViews()
  const body = { spaceId, definition: { query: simple } }
  await whileRowsWait(world, casts.id, async () => {
    const answer = asked(owner, body, { headers: { reqId: 'query-1' } })
    await waiting(world, 1)
    await owner.data(calls.cancel, { reqId: 'query-1' })
    expect(await (await answer).json()).toMatchObject({ error: 'callCancelled' })
    await waiting(world, 0)
    const stop = new AbortController()
    const left = asked(owner, body, { signal: stop.signal }).catch((error: Error) => error.name)
    await waiting(world, 1)
    stop.abort()
    expect(await left).toBe('AbortError')
    await waiting(world, 0)
  })
  expect((await asked(owner, body)).status).toBe(200)
})

test('a long query tells its person how far it is, by its id, which cancels it', async () => {
  const { world, owner, spaceId } = await buildViews()
  const lines = Array.from({ length: 300_000 }, (_, at) => at).join('\n')
  const { hash } = await upload(owner, { spaceId, name: 'lines.csv' }, Buffer.from(`n\n${lines}\n`))
  const told: unknown[] = []
  // What a page of the person hears, and nobody else.
  onTestFinished(world.bus.on('realtime', (news) => void told.push(news)))
  const text = 'select count(*) from Lines a, range(200000) b where hash(a.n + b.range) = 1'
  const definition = { sql: { text, sources: [{ name: 'Lines', source: { kind: 'file', hash } }] } }
  const answer = asked(owner, { spaceId, definition }, { headers: { reqId: 'query-2' } })
  await expect
    .poll(() => told)
    .toContainEqual({
      to: [expect.any(String)],
      event: { mark: 'query', reqId: 'query-2', share: expect.any(Number) },
    })
  await owner.data(calls.cancel, { reqId: 'query-2' })
  expect(await (await answer).json()).toMatchObject({ error: 'callCancelled' })
})

test('one person’s queries leave the database to others, and wait for each other', async () => {
  const { world, owner, spaceId, simple, casts } = await buildViews()
  const senior = await world.as('senior')
  const body = { spaceId, definition: { query: simple } }
  let answers: Promise<Response>[] = []
  await whileRowsWait(world, casts.id, async () => {
    answers = Array.from({ length: 12 }, () => asked(owner, body))
    await expect.poll(() => heldUpIn(world)).toBeGreaterThan(1)
    answers.push(asked(senior, body))
    await waiting(world, 3)
    expect((await senior.data(dataViews.list, { spaceId })).list).toEqual([])
  })
  expect(new Set((await Promise.all(answers)).map(({ status }) => status))).toEqual(new Set([200]))
})
