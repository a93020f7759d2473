import { expect, test } from 'vitest'
import { askRows } from '../../tests/support/chart-rows.ts'
import type { Cell, CellType } from '../tables/columns.ts'
import { askChart } from './asking.ts'
import { ChartDefinition } from './definition.ts'

const fields = ['Site', 'Day', 'Value'].map((name, at) => ({
  key: `f${at + 1}`,
  name,
  from: { kind: 'column', source: 0, column: String(at + 1) },
}))
const base = { kind: 'table', id: '0b5f59e3-0000-4000-8000-000000000000' }

/** The span that a chart of these rows chooses for its times; undefined: each for itself. */
async function spanOf(type: string, times: CellType, rows: readonly Cell[][]) {
  const channels = {
    x: [{ field: 'f2', time: 'auto' }],
    y: [{ field: 'f3', aggregate: 'mean' }],
    ...(type !== 'number' && { color: [{ field: 'f1' }] }),
  }
  const definition = ChartDefinition.parse({ type, query: { base, fields }, channels })
  const columns = [
    { name: 'Site', type: 'text' as const },
    { name: 'Day', type: times },
    { name: 'Value', type: 'number' as const },
  ]
  const answer = await askChart(definition, askRows(columns, rows))
  return answer.columns.find(({ channel }) => channel === 'x')?.binding.time
}
const dayAt = (days: number) => new Date(Date.UTC(2024, 0, 1 + days)).toISOString()
const rowsOf = (count: number, every: number, of: (at: string) => string, sites = ['A', 'B']) =>
  Array.from({ length: count }, (_, at) =>
    sites.map((site, nth) => [site, of(dayAt(at * every + nth)), String(at)]),
  ).flat()
const date = (at: string) => at.slice(0, 10)

test.each([
  ['few dates far apart stand where they are', 'line', 'date', rowsOf(24, 30, date), undefined],
  ['the trend of a number, too', 'number', 'date', rowsOf(24, 30, date), undefined],
  ['many dates are put together', 'line', 'date', rowsOf(1200, 1, date), 'week'],
  ['every day of a season is drawn', 'line', 'date', rowsOf(90, 1, date), 'day'],
  ['moments a month apart by months, not by weeks with gaps', 'line', 'datetime', rowsOf(24, 30, String), 'month'],
  [
    'sites that are seldom visited decide together',
    'bar',
    'datetime',
    rowsOf(8, 91, String, ['A', 'B', 'C']),
    'quarter',
  ],
  [
    'many dates with long gaps get longer spans',
    'bar',
    'date',
    [...rowsOf(300, 1, date), ...rowsOf(2, 9000, date)],
    'year',
  ],
] as const)('%s', async (_what, type, times, rows, expected) => {
  expect(await spanOf(type, times, rows)).toBe(expected)
})
