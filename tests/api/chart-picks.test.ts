import { expect, test } from 'vitest'
import { askChart } from '#contract/charts/asking.ts'
import { type Binding, ChartDefinition } from '#contract/charts/definition.ts'
import { contract } from '#contract/index.ts'
import { narrowed } from '#contract/reports/filtering.ts'
import { columnOfField, pickedGroups, rowsBehind } from '#contract/reports/picked.ts'
import { sampled } from '../support/full.ts'
import { buildReports } from '../support/reports.ts'

const { dataViews, tables } = contract
const COLUMNS = [
  { name: 'Station', type: 'text' as const },
  { name: 'Gear', type: 'choice' as const, options: ['net', 'bottle'] },
  { name: 'Observer', type: 'person' as const },
  { name: 'Good', type: 'boolean' as const },
  { name: 'Depth', type: 'number' as const },
  { name: 'Day', type: 'date' as const },
  { name: 'Logged', type: 'datetime' as const },
]

/** A table with values of each type and empty cells, and charts of its columns and of one that is computed. */
async function buildPicks() {
  const { world, owner, spaceId } = await buildReports()
  const { id, columnList } = await owner.data(tables.create, { spaceId, name: 'Marks', columns: COLUMNS })
  const ids = columnList.map((column) => column.id)
  const [senior, normal] = [world.idOf('senior'), world.idOf('normal')]
  const rows = [
    ['S1', 'net', senior, true, '0.1', '2024-12-30', '2024-12-30T23:30:00.000Z'],
    ['S1', 'bottle', normal, false, '0.35', '2025-01-06', '2025-01-06T00:00:00.000Z'],
    ['S2', 'net', senior, true, '-3', '2025-03-31', '2025-03-31T12:00:00.000Z'],
    ['S3', 'net', normal, false, '12', '9999-12-31', '9999-12-31T23:59:00.000Z'],
    [null, null, null, null, null, null, null],
  ]
  await owner.data(tables.change, { spaceId, id, change: { kind: 'addRows', columns: ids, rows } })
  const base = { kind: 'table' as const, id }
  const column = (at: number) => ({
    key: `f${at + 1}`,
    name: COLUMNS[at]?.name ?? '',
    from: { kind: 'column', source: 0, column: String(ids[at]) },
  })
  const computed = { key: 'f8', name: 'Twice', from: { kind: 'formula', formula: '[Depth] * 2' } }
  const fields = [...COLUMNS.map((_, at) => column(at)), computed]
  const chart = (x: Partial<Binding>) =>
    ChartDefinition.parse({
      type: 'bar',
      query: { base, fields },
      channels: { x: [x], y: [{ field: null, aggregate: 'count' }] },
      options: { categories: 2 },
    })
  const asked = (definition: ChartDefinition) =>
    askChart(definition, (query, part) => owner.data(dataViews.answer, { spaceId, definition: { query }, ...part }))
  /** A card that shows none of the columns. */
  const other = ChartDefinition.parse({
    type: 'number',
    query: { base, fields: [{ key: 'f1', name: 'One', from: { kind: 'formula', formula: '1' } }] },
    channels: { y: [{ field: null, aggregate: 'count' }] },
  })
  const counted = async (query: ChartDefinition['query']) => (await asked({ ...other, query })).used
  return { chart, asked, other, counted }
}

const KINDS: [string, Partial<Binding>][] = [
  ['a text', { field: 'f1' }],
  ['a choice', { field: 'f2' }],
  ['a person', { field: 'f3' }],
  ['yes and no', { field: 'f4' }],
  ['a number', { field: 'f5' }],
  ['a bin of numbers', { field: 'f5', width: '0.2' }],
  ['a date', { field: 'f6' }],
  ['a moment', { field: 'f7' }],
  ['a computed number', { field: 'f8' }],
  ['a bin of a computed number', { field: 'f8', width: '5' }],
  ...(['year', 'quarter', 'month', 'week', 'day'] as const).flatMap((time): [string, Partial<Binding>][] => [
    [`a ${time} of dates`, { field: 'f6', time }],
    [`a ${time} of moments`, { field: 'f7', time }],
  ]),
  ['an hour of moments', { field: 'f7', time: 'hour' }],
]

test('a mark of any kind, of empty cells and of the others, filters its rows and another card to what it stands for', async () => {
  const { chart, asked, other, counted } = await buildPicks()
  for (const [kind, x] of sampled(KINDS, ([, { time = 'month' }]) => ['month', 'hour'].includes(time))) {
    const definition = chart(x)
    const answer = await asked(definition)
    const found = []
    for (const row of answer.rows) {
      const parts = pickedGroups(answer, row)
      const rows = Number(row.cells.at(-1))
      const narrowings = parts.flatMap(({ field, comparisons, column: { name } }) => {
        const column = columnOfField(definition.query, field)
        return column ? [{ columns: [column], comparisons, name }] : []
      })
      const next = narrowed(other.query, narrowings)
      if (narrowings.length) expect(next.query.fields.at(-1)?.name, kind).toBe(narrowings[0]?.name)
      const [behind, beside] = [await counted(rowsBehind(definition.query, parts)), await counted(next.query)]
      found.push([behind, narrowings.length ? beside : behind, rows])
    }
    expect(found, kind).toEqual(found.map(([, , rows]) => [rows, rows, rows]))
    expect(
      found.reduce((sum, [, , rows]) => sum + (rows ?? 0), 0),
      kind,
    ).toBe(5)
  }
})
