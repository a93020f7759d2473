import { expect, test } from 'vitest'
import type { ChartColumn } from '#contract/charts/plan.ts'
import { csvOf } from './card-files.ts'

const column: ChartColumn = {
  key: 'f1',
  name: '总氮',
  description: '',
  unit: '',
  type: 'number',
  format: {},
  channel: 'y',
  role: 'measure',
  statistic: 'value',
  binding: { field: 'f1' },
}

test('the figures of a chart name their columns as the chart does, and hold no formula', () => {
  const columns: ChartColumn[] = [
    { ...column, name: '站位', role: 'group' },
    column,
    { ...column, statistic: 'deviation' },
  ]
  const rows = [{ cells: ['=cmd|', '1.5', '0.2'], rest: [false, false, false] }]
  const words = { titleOf: ({ name }: ChartColumn) => `“${name}”`, statistic: () => '标准差' }
  expect(csvOf({ columns, rows, names: {} }, words)).toBe("\uFEFF“站位”,“总氮”,“总氮” 标准差\r\n'=cmd|,1.5,0.2\r\n")
})
