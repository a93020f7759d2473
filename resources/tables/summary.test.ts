import { expect, test } from 'vitest'
import { type Cell, Column } from '#contract/tables/columns.ts'
import { summaryOf } from './summary.ts'

const column = (id: number, over: object) => Column.parse({ id, name: `c${id}`, type: 'number', ...over })
const rows = (...all: Cell[][]) =>
  all.map((cells, id) => ({ id, cells: new Map(cells.map((cell, at) => [at + 1, cell])), errors: {} }))

test('numbers of several units are counted and not summed', () => {
  const summary = summaryOf(rows(['1', '2']), [column(1, { unit: '°C' }), column(2, { unit: 'm' })])
  expect(summary).toEqual({ rows: 1, columns: 2, filled: 2, kind: 'units' })
})
test('texts are counted', () => {
  expect(summaryOf(rows(['a'], [null]), [column(1, { type: 'text' })])).toMatchObject({ filled: 1, kind: 'other' })
})
test('numbers of one unit have a sum, and a mean without the empty cells', () => {
  const summary = summaryOf(rows(['0.1'], ['0.2'], [null]), [column(1, { unit: 'm' })])
  expect(summary).toMatchObject({ rows: 3, filled: 2, sum: '0.3', mean: '0.15', least: '0.1', greatest: '0.2' })
})
test('sums are exact, however large and fine the numbers are', () => {
  const summary = summaryOf(rows(['12345678901234567890'], ['0.000000000000000001'], ['-5']), [column(1, {})])
  expect(summary).toMatchObject({ sum: '12345678901234567885.000000000000000001', least: '-5' })
})
test.each([
  [['1', '1', '2'], '1.333'],
  [['1', '2', '2'], '1.667'],
  [['-1', '-2', '-2'], '-1.667'],
  [['0.5', '0.25'], '0.375'],
])('the mean of %j is rounded to %s', (values, mean) => {
  expect(summaryOf(rows(...values.map((value) => [value])), [column(1, {})])).toMatchObject({ mean })
})
