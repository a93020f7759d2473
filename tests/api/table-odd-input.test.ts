import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { CHOICES_MAX, TABLE_TEXT_MAX } from '#contract/core/limits.ts'
import { contract } from '#contract/index.ts'
import { buildTable, type Wish } from '../support/data-table.ts'

const { tableComments, tables } = contract

test.each<[string, (id: number) => Wish]>([
  ['written', (id) => ({ kind: 'cells', columns: [id, id], rows: [{ id: 1, values: ['a', 'b'] }] })],
  ['filled in by new rows', (id) => ({ kind: 'addRows', columns: [id, id], rows: [['a', 'b']] })],
  ['moved', (id) => ({ kind: 'moveColumns', columns: [id, id] })],
  ['removed', (id) => ({ kind: 'removeColumns', columns: [id, id] })],
])('a column that is named twice is not %s', async (_what, wish) => {
  const { ids, add, refusal } = await buildTable()
  await add([['S1']])
  expect(await refusal(wish(ids[0] ?? 0))).toMatchObject({ error: 'invalid' })
})

test.each([
  ['before the year 1', '0001-01-01T00:00:00+14:00'],
  ['behind the year 9999', '9999-12-31T23:59:59-14:00'],
  ['of a zone that there is not', '2026-01-01T00:00:00+23:59'],
])('a moment %s is refused', async (_what, value) => {
  const { ids, refusal } = await buildTable()
  expect(await refusal({ kind: 'addRows', columns: [ids[3] ?? 0], rows: [[value]] })).toMatchObject({
    error: 'tableCellInvalid',
  })
})

test('a number that no column can have names none, and the width of what is no column is refused', async () => {
  const { owner, one } = await buildTable()
  for (const column of [2 ** 31, 10 ** 14]) {
    expect(await owner.call(tables.history, { ...one, column })).toMatchObject({ error: 'invalid' })
    expect(await owner.call(tableComments.list, { ...one, column })).toMatchObject({ error: 'invalid' })
  }
  for (const key of ['', '0', 'a', '1.5', String(2 ** 31)]) {
    const state = { widths: { [key]: 100 } }
    expect(await owner.call(tables.setView, { ...one, state })).toMatchObject({ error: 'invalid' })
  }
})

test('a width of what is no column, kept from before such were refused, harms no table', async () => {
  const { world, owner, one } = await buildTable()
  await owner.data(tables.setView, { ...one, state: { widths: { '1': 100 } } })
  await owner.data(tables.saveView, { ...one, name: 'Wide', isShared: true, state: {} })
  await sql`update table_view set state = jsonb_set(state, '{widths}', '{"1": 100, "a": 100}')`.execute(world.db)
  const { view, views } = await owner.data(tables.show, one)
  for (const { widths } of [view, ...views.map(({ state }) => state)]) expect(widths).toMatchObject({ '1': 100 })
})

test('a number is no longer than a cell can have, however it is written', async () => {
  const { ids, change, refusal, valuesOf } = await buildTable()
  const [depth = 0] = ids.slice(1)
  const wish = (value: string): Wish => ({ kind: 'addRows', columns: [depth], rows: [[value]] })
  for (const value of ['1e9999', '-1e-9999', '9'.repeat(401)])
    expect(await refusal(wish(value))).toMatchObject({ error: 'tableCellInvalid' })
  await change(wish('1e30'))
  expect(await valuesOf(depth)).toEqual([`1${'0'.repeat(30)}`])
})

test('the first and the last moment, and those of the outermost zones, are kept as they are', async () => {
  const { ids, change, valuesOf } = await buildTable()
  const [logged = 0] = ids.slice(3)
  const given = ['0001-01-01T00:00:00Z', '9999-12-31T23:59:59.999Z', '2026-01-01T00:00:00+14:00']
  await change({ kind: 'addRows', columns: [logged], rows: given.map((value) => [value]) })
  expect(await valuesOf(logged)).toEqual([
    '0001-01-01T00:00:00.000Z',
    '9999-12-31T23:59:59.999Z',
    '2025-12-31T10:00:00.000Z',
  ])
})

test('a new type takes no terms that a column can’t have', async () => {
  const { ids, refusal } = await buildTable()
  for (const options of [['a\u0001b'], Array.from({ length: CHOICES_MAX + 1 }, (_, at) => `term ${at}`)])
    expect(await refusal({ kind: 'setType', column: ids[0] ?? 0, type: 'choice', options })).toMatchObject({
      error: 'invalid',
    })
})

test('a text that is too long for an index, which somebody’s order made, is written all the same', async () => {
  const { world, one, ids, add, change, valuesOf } = await buildTable()
  const { rows } = await add([['S1'], ['S2']])
  const plain = one.id.replaceAll('-', '')
  await sql`create index ${sql.ref(`x_${plain}_1_asc`)} on ${sql.ref(`tables.t_${plain}`)}
    (c1 collate natural_order asc nulls last, ord, id)`.execute(world.db)
  // It does not get shorter by compression.
  const long = Array.from({ length: 400 }, (_, at) => createHash('sha256').update(String(at)).digest('base64')).join('')
  const [station = 0] = ids
  await change({ kind: 'cells', columns: [station], rows: [{ id: rows[0] ?? 0, values: [long] }] })
  expect(await valuesOf(station)).toEqual([long, 'S2'])
})

test('a rule asks for no more characters than a cell can have', async () => {
  const { one, ids, owner, refusal } = await buildTable()
  const rule = (rules: object): Wish => ({ kind: 'editColumn', column: ids[0] ?? 0, set: { rules } })
  expect(await refusal(rule({ lengthMin: TABLE_TEXT_MAX + 1 }))).toMatchObject({ error: 'invalid' })
  expect(await refusal(rule({ lengthMax: Number.MAX_SAFE_INTEGER }))).toMatchObject({ error: 'invalid' })
  expect(await owner.call(tables.rows, one)).toMatchObject({ code: 0 })
})
