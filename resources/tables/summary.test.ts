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
  expect(summary).toMatchObject({ rows: 3, filled: 2, sum: '0.3', mean: '0.15' })
})
