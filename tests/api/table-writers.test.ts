import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { UNDO_STEPS } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import type { ChangeOutcome } from '#contract/tables/changes.ts'
import { CELLS_TOGETHER } from '#server/modules/tables/writing.ts'
import { anotherNode } from '../support/another-node.ts'
import type { Client } from '../support/client.ts'
import { buildTable } from '../support/data-table.ts'
import { heldUpIn } from '../support/locks.ts'
import { physicalOf } from '../support/tables.ts'

const { tables, traffic } = contract

/** A table of numbered rows, and what writes cells while a first writer is held up, so that the others come together. */
async function scene(count = 30) {
  const table = await buildTable()
  const { world, one, ids, add, owner } = table
  const [text = 0, number = 0] = ids
  const { rows } = await add(Array.from({ length: count }, (_, n) => [`s${n}`, String(n)]))
  const senior = await world.as('senior')
  type How = { who?: Client; before?: string[]; columns?: number[] }
  const write = (
    row: number,
    values: (string | null)[],
    { who = owner, before, columns = [text, number] }: How = {},
  ) => {
    const written = { id: rows[row] ?? 0, values, ...(before && { before }) }
    const change = { kind: 'cells' as const, columns: columns.slice(0, values.length), rows: [written] }
    return who.call(tables.change, { ...one, change })
  }
  /** Answers what writers are answered who come while the last row is written. */
  async function together<T>(begin: () => Promise<T>[]): Promise<T[]> {
    const begun = await world.db.transaction().execute(async (tx) => {
      const physical = sql.raw(`tables.t_${one.id.replaceAll('-', '')}`)
      await sql`select from ${physical} where id = ${rows.at(-1)} for update`.execute(tx)
      const first = write(count - 1, ['first'])
      await expect.poll(() => heldUpIn(world)).toBe(1)
      const others = begin()
      await owner.data(tables.show, one)
      return { first, others }
    })
    await begun.first
    return Promise.all(begun.others)
  }
  const stepsOf = async (who: Client) => (await who.data(tables.show, one)).undo.undo
  return { ...table, rows, senior, text, number, write, together, stepsOf }
}
/** The number of the change that was made; null for conflicts, undefined for a refusal. */
const changeOf = ({ code, data }: { code: number; data?: unknown }) =>
  code === 0 ? (data as ChangeOutcome).change : undefined
const refused = (code: number) => expect.objectContaining({ code })
const written = expect.objectContaining({ code: 0 })

test('changes that come together are each written, recorded and undone by themselves', async () => {
  const { owner, senior, one, rows, text, number, write, together, stepsOf, cellsOf, undo } = await scene()
  const answers = await together(() => [
    ...Array.from({ length: UNDO_STEPS + 2 }, (_, n) => write(n, [`o${n}`])),
    ...Array.from({ length: 3 }, (_, n) => write(20 + n, [`t${n}`, null], { who: senior })),
    write(25, ['7'], { who: senior, columns: [number] }),
  ])
  expect(answers).toEqual(answers.map(() => written))
  const changes = answers.map((answer) => changeOf(answer) ?? 0)
  expect(new Set(changes).size).toBe(answers.length)
  const all = await cellsOf({ columns: [text, number] })
  expect(all.slice(0, 3)).toEqual([
    ['o0', '0'],
    ['o1', '1'],
    ['o2', '2'],
  ])
  expect(all.slice(20, 26)).toEqual([
    ['t0', null],
    ['t1', null],
    ['t2', null],
    ['s23', '23'],
    ['s24', '24'],
    ['s25', '7'],
  ])
  expect([await stepsOf(owner), await stepsOf(senior)]).toEqual([UNDO_STEPS, 4])
  expect((await owner.data(tables.changedCells, { ...one, change: changes[12] ?? 0 })).cells).toEqual([
    { row: rows[20], column: text, before: 's20', after: 't0' },
    { row: rows[20], column: number, before: '20', after: null },
  ])
  const { list } = await owner.data(tables.history, { ...one, size: 20 })
  const told = list.filter(({ id }) => changes.includes(id))
  expect(told.map(({ touched }) => touched)).toEqual(told.map(() => 1))
  for (let step = 0; step < 4; step += 1) await undo(false, senior)
  for (let step = 0; step < UNDO_STEPS; step += 1) await undo()
  const back = await cellsOf({ columns: [text, number] })
  expect(back.slice(20, 26)).toEqual(Array.from({ length: 6 }, (_, n) => [`s${20 + n}`, String(20 + n)]))
  expect(back.slice(0, 4).map(([value]) => value)).toEqual(['o0', 'o1', 's2', 's3'])
})

test('one of them that is refused holds up none of the others', async () => {
  const { world, rows, senior, number, write, together, change, valuesOf, text } = await scene()
  await change({ kind: 'removeRows', rows: [rows[3] ?? 0] })
  const ordinary = await world.as('ordinary')
  const answers = await together(() => [
    write(0, ['a']),
    write(1, ['x'], { columns: [number] }),
    write(2, ['b'], { columns: [999] }),
    write(3, ['c']),
    write(4, ['d'], { who: ordinary }),
    write(5, ['e'], { before: ['stale'] }),
    write(6, ['f'], { before: ['s6'], who: senior }),
  ])
  const made = answers.map(changeOf)
  const some = expect.any(Number)
  expect(made).toEqual([some, undefined, undefined, undefined, undefined, null, some])
  expect(new Set(answers.slice(1, 5).map(({ code }) => code)).size).toBe(3)
  expect(await valuesOf(text, { count: 6 })).toEqual(['a', 's1', 's2', 's4', 's5', 'f'])
})

test('one whose value the database can’t take fails alone', async () => {
  const { world, one, write, together, valuesOf, text } = await scene()
  await sql`alter table ${physicalOf(one.id).rows} add check (c1 <> 'odd')`.execute(world.db)
  const answers = await together(() => [write(0, ['a']), write(1, ['odd']), write(2, ['b'])])
  const failed = expect.objectContaining({ error: 'unknown' })
  expect(answers).toEqual([written, failed, written])
  expect(await valuesOf(text, { count: 3 })).toEqual(['a', 's1', 'b'])
})

test('of two that write the same cell the later one sees what the earlier one wrote', async () => {
  const { owner, one, senior, rows, text, write, together, valuesOf } = await scene()
  const answers = await together(() => [
    write(0, ['a'], { before: ['s0'] }),
    write(0, ['b'], { before: ['s0'], who: senior }),
    write(1, ['c']),
    write(1, ['d'], { who: senior }),
  ])
  const held = answers.filter((answer) => changeOf(answer) === null)
  const [first, second] = await valuesOf(text, { count: 2 })
  expect(held).toEqual([
    expect.objectContaining({
      data: expect.objectContaining({
        conflicts: [{ row: rows[0], column: text, wanted: first === 'a' ? 'b' : 'a', present: first }],
        conflictCount: 1,
      }),
    }),
  ])
  const both = answers.slice(2).map((answer) => changeOf(answer) ?? 0)
  const last = await owner.data(tables.changedCells, { ...one, change: Math.max(...both) })
  expect(last.cells).toEqual([{ row: rows[1], column: text, before: second === 'd' ? 'c' : 'd', after: second }])
})

test('a change is judged by the columns and the permissions of now, whatever they were at the one before', async () => {
  const { world, one, senior, number, change, write, valuesOf } = await scene()
  expect(await write(0, ['a', '1'], { who: senior })).toEqual(written)
  await change({ kind: 'setType', column: number, type: 'text' })
  expect(await write(0, ['b', 'two'], { who: senior, before: ['a', '1'] })).toEqual(written)
  expect(await valuesOf(number, { count: 1 })).toEqual(['two'])
  await change({ kind: 'removeColumns', columns: [number] })
  expect(await write(0, ['c', 'three'], { who: senior })).toMatchObject({ error: 'tableColumnGone' })
  await sql`delete from member where person_id = ${world.idOf('senior')}::uuid`.execute(world.db)
  expect(await write(0, ['d'], { who: senior })).toMatchObject({ error: 'spaceNotFound' })
  expect(await write(0, ['e'])).toEqual(written)
  await sql`delete from data_table where id = ${one.id}::uuid`.execute(world.db)
  expect(await write(0, ['f'])).toMatchObject({ error: 'tableGone' })
})

test('changes that come together all count for their space in the traffic', async () => {
  const { world, one, write, together } = await scene()
  const admin = await world.as('admin')
  const counted = async () => {
    await world.services.traffic.save()
    return (await admin.data(traffic.show, { spaceId: one.spaceId })).total.web.requests
  }
  const before = await counted()
  await together(() => Array.from({ length: 5 }, (_, n) => write(n, [`o${n}`])))
  // The first, the others, and the look at the table between them.
  await expect.poll(counted).toBe(before + 7)
})

test('a strict column refuses the one of them that breaks its rule', async () => {
  const { change, number, write, together, valuesOf } = await scene()
  await change({ kind: 'editColumn', column: number, set: { rules: { greatest: '100', isStrict: true } } })
  const answers = await together(() =>
    ['50', '500', '60'].map((value, row) => write(row, [value], { columns: [number] })),
  )
  expect(answers).toEqual([written, refused(answers[1]?.code ?? 0), written])
  expect(answers[1]?.code).not.toBe(0)
  expect(await valuesOf(number, { count: 3 })).toEqual(['50', '1', '60'])
})

test('of two large changes that write the same value in a strict unique column one is refused', async () => {
  const { world, owner, one, rows, text, number, change, valuesOf } = await scene(2 * CELLS_TOGETHER)
  const rules = { isUnique: true, isStrict: true }
  await change({ kind: 'editColumn', column: text, set: { rules } })
  const half = CELLS_TOGETHER / 2 + 1
  const large = (from: number) => {
    const written = rows.slice(from, from + half).map((id, n) => ({ id, values: [n ? `${from} ${n}` : 'same', '1'] }))
    return owner.call(tables.change, { ...one, change: { kind: 'cells', columns: [text, number], rows: written } })
  }
  const begun = await world.db.transaction().execute(async (tx) => {
    await sql`lock table table_change in share mode`.execute(tx)
    const both = [large(0), large(CELLS_TOGETHER)]
    await expect.poll(() => heldUpIn(world)).toBe(2)
    return both
  })
  const answers = await Promise.all(begun)
  expect(answers.map((answer) => ('error' in answer ? answer.error : '')).toSorted()).toEqual(['', 'tableRuleBroken'])
  const same = { filter: [{ match: 'all', conditions: [{ column: text, operator: 'is', values: ['same'] }] }] }
  expect(await valuesOf(text, same)).toEqual(['same'])
})

test('a locked table that is not shared says nothing of itself to others', async () => {
  const { world, owner, senior, one, write } = await scene(1)
  await owner.data(tables.edit, { ...one, isShared: false })
  const lock = { taskId: one.id, personName: 'Olive Owner', done: 1, total: 2 }
  await sql`update data_table set lock = ${JSON.stringify(lock)}::jsonb`.execute(world.db)
  await sql`insert into task (id, kind, space_id, person_id, created_at)
    values (${one.id}, 'verify', ${one.spaceId}, ${world.idOf('owner')}, now())`.execute(world.db)
  expect(await write(0, ['x'])).toMatchObject({ error: 'tableLocked' })
  expect(await write(0, ['x'], { who: senior })).toMatchObject({ error: 'tableGone' })
})

test('a table that one node changes is read, written and undone at another as it is now, and both are told', async () => {
  const { world, one, ids, change, cellsOf, rows } = await scene(3)
  const other = await anotherNode(world)
  const there = await other.hereAs('owner')
  const [text = 0, number = 0] = ids
  const pageAt = async (client: Client) => (await client.data(tables.rows, { ...one, columns: [text, number] })).rows
  // Whatever the other node remembers of the table.
  await pageAt(there)
  const told: unknown[] = []
  for (const bus of [world.bus, other.bus]) bus.on('realtime', (posting) => told.push(posting))
  await change({ kind: 'setType', column: number, type: 'text' })
  await change({ kind: 'cells', columns: [number], rows: [{ id: rows[0] ?? 0, values: ['shallow'] }] })
  expect((await pageAt(there))[0]?.cells).toEqual(['s0', 'shallow'])
  const deep = { kind: 'cells' as const, columns: [number], rows: [{ id: rows[1] ?? 0, values: ['deep'] }] }
  expect(await there.data(tables.change, { ...one, change: deep })).toMatchObject({ touched: 1 })
  expect(await cellsOf({ columns: [number] })).toEqual([['shallow'], ['deep'], ['2']])
  for (let at = 0; at < 3; at += 1) await there.data(tables.undo, one)
  expect(await cellsOf({ columns: [text, number] })).toEqual([
    ['s0', '0'],
    ['s1', '1'],
    ['s2', '2'],
  ])
  await expect.poll(() => told.length).toBeGreaterThanOrEqual(12)
})
