import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { InputOf } from '#contract/core/operation.ts'
import { contract } from '#contract/index.ts'
import { drawing } from '../support/random.ts'
import { buildWorld } from '../support/world.ts'

const { tables } = contract
type Columns = NonNullable<InputOf<typeof tables.create>['columns']>
type Rows = Extract<InputOf<typeof tables.change>['change'], { kind: 'addRows' }>['rows']

describe('statistics', () => {
  const typed: Columns = [
    { name: 'Depth', type: 'number', rules: { isRequired: true, least: '0', greatest: '100', isUnique: true } },
    { name: 'Day', type: 'date' },
    { name: 'Time', type: 'datetime' },
    { name: 'Good', type: 'boolean' },
    { name: 'Gear', type: 'choice', options: ['net', 'bottle'] },
    { name: 'Genera', type: 'choices', options: ['a', 'b'] },
    { name: 'Note', type: 'text', rules: { pattern: '[A-Z].*', lengthMax: 5 } },
  ]
  async function measured() {
    const world = await buildWorld()
    const { id: spaceId } = await world.space({ type: 'private' })
    const owner = await world.as('owner')
    const { id, columnList } = await owner.data(tables.create, { spaceId, name: 'Casts', columns: typed })
    const [one, ids] = [{ spaceId, id }, columnList.map((column) => column.id)]
    const rows: Rows = [
      ['0.10', '2026-01-01', '2026-01-01T00:00:00.000Z', true, 'net', ['a', 'b'], 'Ab'],
      ['0.20', '2026-01-11', '2026-01-02T00:00:00.000Z', true, 'rod', ['a'], 'ab'],
      ['0.20', '2026-01-05', null, false, 'net', ['c'], 'Abcdef'],
      [null, null, null, null, null, [], ''],
      ['200', null, null, null, null, null, null],
    ]
    await owner.data(tables.change, { ...one, change: { kind: 'addRows', columns: ids, rows } })
    const ask = (column: number, question: InputOf<typeof tables.statistics>['question'] = undefined) =>
      owner.data(tables.statistics, { ...one, column, ...(question && { question }) })
    return { world, owner, one, ids, ask }
  }

  test('of a column that is not there are refused', async () => {
    const { owner, one } = await measured()
    expect(await owner.call(tables.statistics, { ...one, column: 99 })).toMatchObject({ error: 'tableColumnGone' })
  })

  test('of numbers are exact', async () => {
    const { ask } = await measured()
    const { histogram, ...found } = await ask(1)
    expect(found).toEqual({
      rows: 5,
      missing: 1,
      failed: 0,
      distinct: 3,
      least: '0.10',
      greatest: '200',
      sum: '200.5',
      mean: '50.125',
      median: '0.2',
      deviation: expect.stringMatching(/^99\.916/),
      broken: 4,
      frequent: [
        { value: '0.20', count: 2 },
        { value: '0.10', count: 1 },
        { value: '200', count: 1 },
      ],
    })
    expect(histogram).toHaveLength(20)
    expect(histogram[0]).toEqual({ from: '0.1', to: '10.095', count: 3 })
    expect(histogram.at(-1)).toEqual({ from: '190.005', to: '200', count: 1 })
    expect(histogram.reduce((sum, { count }) => sum + count, 0)).toBe(4)
  })

  test('of random numbers are what the database itself computes of the same data', async () => {
    const { world, owner, one, ids, ask } = await measured()
    const draw = drawing(20_261_123)
    const decimal = () =>
      draw() < 0.1 ? null : (draw() * 10 ** Math.floor(draw() * 9) - 500).toFixed(Math.floor(draw() * 6))
    const values = Array.from({ length: 400 }, decimal)
    const change = { kind: 'addRows' as const, columns: ids.slice(0, 1), rows: values.map((value) => [value]) }
    await owner.data(tables.change, { ...one, change })
    const all = [...values, '0.10', '0.20', '0.20', null, '200']
    const { rows } = await sql<
      Record<'sum' | 'mean' | 'median' | 'deviation' | 'least' | 'greatest', number> & { distinct: number }
    >`
      select sum(v)::float8 as sum, avg(v)::float8 as mean, stddev_samp(v)::float8 as deviation, min(v)::float8 as least,
        max(v)::float8 as greatest, count(distinct v)::int as distinct,
        percentile_cont(0.5) within group (order by v::float8) as median
      from unnest(${all}::numeric[]) as v`.execute(world.db)
    const found = await ask(1)
    expect(found).toMatchObject({ rows: all.length, missing: all.filter((value) => value === null).length })
    const { distinct, ...numbers } = rows[0] ?? { distinct: 0 }
    expect(found.distinct).toBe(distinct)
    for (const [name, value] of Object.entries(numbers))
      expect(Number(found[name as keyof typeof numbers]) / value, name).toBeCloseTo(1, 10)
    expect(found.histogram.reduce((sum, { count }) => sum + count, 0)).toBe(all.length - found.missing)
  })

  test('of days and times count equal intervals', async () => {
    const { ask } = await measured()
    const days = await ask(2)
    expect(days).toMatchObject({ least: '2026-01-01', greatest: '2026-01-11', sum: null, median: null })
    expect(days.histogram).toHaveLength(11)
    expect(days.histogram[4]).toEqual({ from: '2026-01-05', to: '2026-01-06', count: 1 })
    const times = await ask(3)
    expect(times.histogram).toHaveLength(20)
    expect(times.histogram[0]).toEqual({
      from: '2026-01-01T00:00:00.000Z',
      to: '2026-01-01T01:12:00.000Z',
      count: 1,
    })
    expect(times.histogram.at(-1)).toMatchObject({ to: '2026-01-02T00:00:00.000Z', count: 1 })
  })

  test('of words tell the most frequent, and how many break the rules', async () => {
    const { ask } = await measured()
    expect(await ask(4)).toMatchObject({
      missing: 2,
      distinct: 2,
      histogram: [],
      frequent: [
        { value: true, count: 2 },
        { value: false, count: 1 },
      ],
    })
    expect(await ask(5)).toMatchObject({ missing: 2, broken: 1, frequent: [{ value: 'net', count: 2 }, { count: 1 }] })
    expect(await ask(6)).toMatchObject({
      missing: 2,
      distinct: 3,
      broken: 1,
      frequent: [{ value: 'a', count: 2 }, {}, {}],
    })
    expect(await ask(7)).toMatchObject({ missing: 2, broken: 2, least: 'ab', greatest: 'Abcdef' })
  })

  test('are of the rows of a question, and of none when none fit', async () => {
    const { ask } = await measured()
    const filter = (value: string) => ({
      filter: [{ match: 'all' as const, conditions: [{ column: 5, operator: 'is' as const, values: [value] }] }],
    })
    expect(await ask(1, filter('net'))).toMatchObject({ rows: 2, sum: '0.3', median: '0.15', broken: 0 })
    expect(await ask(1, filter('nothing'))).toMatchObject({ rows: 0, distinct: 0, least: null, histogram: [] })
    const one = await ask(1, filter('rod'))
    expect(one.histogram).toEqual([{ from: '0.2', to: '0.2', count: 1 }])
  })
})
