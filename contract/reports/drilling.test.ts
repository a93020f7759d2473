import { describe, expect, test } from 'vitest'
import { ChartDefinition } from '../charts/definition.ts'
import type { Comparison } from './board.ts'
import { drilled } from './drilling.ts'

const table = { kind: 'table' as const, id: '0198a0a0-0000-7000-8000-000000000001' }
const field = (key: string, column: string) => ({
  key,
  name: key,
  from: { kind: 'column' as const, source: 0, column },
})
const chart = (x: object) =>
  ChartDefinition.parse({
    type: 'bar',
    query: { base: table, fields: [field('day', '1'), field('depth', '2'), field('station', '3')] },
    channels: { x: [x], y: [{ aggregate: 'count' }] },
  })
const between = (begin: string, end: string): Comparison[] => [
  { operator: 'greaterOrEqual', values: [begin] },
  { operator: 'less', values: [end] },
]
const at = (column: string, comparisons: Comparison[]) => ({ columns: [{ source: table, column }], comparisons })
/** How the x axis of a chart is split by a bin. */
const splitBy = (x: object, column: string, comparisons: Comparison[]) =>
  drilled(chart(x), at(column, comparisons))?.channels.x?.[0]

describe('a chart is not drilled', () => {
  test.each([
    ['into a category', { field: 'station' }, '3', [{ operator: 'is' as const, values: ['S1'] }]],
    ['into what has no value', { field: 'day', time: 'year' }, '1', [{ operator: 'empty' as const, values: [] }]],
    ['into a bin of a column that it does not split', { field: 'day', time: 'year' }, '2', between('0', '10')],
    ['into a day without hours', { field: 'day', time: 'day' }, '1', between('2026-03-01', '2026-03-02')],
    [
      'into an hour',
      { field: 'day', time: 'hour' },
      '1',
      between('2026-03-01T08:00:00.000Z', '2026-03-01T09:00:00.000Z'),
    ],
    ['into a span that is none', { field: 'day', time: 'year' }, '1', between('2026-03-01', '2026-05-07')],
  ])('%s', (_what, x, column, comparisons) => {
    expect(splitBy(x, column, comparisons)).toBeUndefined()
  })
})

test.each([
  ['a year by months', 'year', '2026-01-01', '2027-01-01', 'month'],
  ['a quarter by months', 'quarter', '2026-04-01', '2026-07-01', 'month'],
  ['a month by days', 'auto', '2026-02-01', '2026-03-01', 'day'],
  ['a week by days', 'week', '2026-03-02', '2026-03-09', 'day'],
  ['a day by hours', 'day', '2026-03-02T00:00:00.000Z', '2026-03-03T00:00:00.000Z', 'hour'],
])('a bin of time is split: %s', (_what, time, begin, end, finer) => {
  expect(splitBy({ field: 'day', time }, '1', between(begin, end))).toEqual({ field: 'day', time: finer })
})

test('an interval of numbers is split by its own values, and the rows are those of the bin', () => {
  const found = drilled(chart({ field: 'depth', width: '10' }), at('2', between('0', '10')))
  expect(found?.channels.x).toEqual([{ field: 'depth', width: 'auto' }])
  expect(found?.query.filter).toEqual([
    { match: 'all', conditions: between('0', '10').map((one) => ({ field: 'depth', ...one })) },
  ])
})
