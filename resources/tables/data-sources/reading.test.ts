import { expect, test } from 'vitest'
import { TABLE_COLUMNS_MAX } from '#contract/core/limits.ts'
import { columnsWish, firstPlan, keptPlan, keyColumns, keysWish, proposedOf, type Sampled } from './reading.ts'

const column = (name: string, cellType: 'text' | 'number' | 'date' = 'text') => ({
  name,
  type: 'x',
  isNullable: true,
  isKey: false,
  isOrdered: false,
  cellType,
})
const seen: Sampled = {
  columns: [column('code'), column('depth', 'number'), column('day', 'date')],
  sample: [
    ['A', '1', null],
    ['A', '2', '0000-00-00'],
  ],
}

test('columns are proposed with their types and different examples; zero dates of MySQL are empty', () => {
  const proposed = proposedOf(seen, 'mysql')
  expect(proposed.map(({ type, examples }) => [type, examples])).toEqual([
    ['text', ['A']],
    ['number', ['1', '2']],
    ['date', ['0000-00-00']],
  ])
  expect(proposed.map(({ format }) => format)).toEqual([{}, {}, { missing: ['0000-00-00'] }])
  expect(proposedOf(seen, 'postgresql')[2]?.format).toEqual({})
})

test('only what is taken is read, and counted anew', () => {
  const proposed = proposedOf(seen, 'postgresql')
  const plan = firstPlan(proposed, null).map((one) => ({ ...one, isTaken: one.index !== 1 }))
  const { headings, columns } = columnsWish(plan, proposed, 'UTC')
  expect(headings).toEqual(['code', 'day'])
  expect(columns.map(({ index, name }) => [index, name])).toEqual([
    [0, 'code'],
    [1, 'day'],
  ])
  expect(keyColumns(plan, null)).toEqual([
    { id: 0, name: 'code' },
    { id: 2, name: 'day' },
  ])
})

test('keys of a new table follow their columns when others are left out; one that is left out is no key', () => {
  const plan = firstPlan(proposedOf(seen, 'postgresql'), null)
  expect(keysWish([2], plan, null)).toEqual([3])
  const less = plan.map((one) => ({ ...one, isTaken: one.index !== 1 }))
  expect(keysWish([2], less, null)).toEqual([2])
  expect(keysWish([1], less, null)).toEqual([])
})

test('an import is shown as it was defined, and tells the columns that are gone', () => {
  const proposed = proposedOf(seen, 'postgresql')
  const kept = {
    headings: ['depth', 'lost'],
    columns: [
      { index: 0, type: 'text' as const, format: {}, options: [], target: 7 },
      { index: 1, type: 'text' as const, format: {}, options: [], target: 8 },
    ],
  }
  const { plan, gone } = keptPlan(proposed, kept)
  expect(plan.map(({ isTaken, target }) => [isTaken, target])).toEqual([
    [false, null],
    [true, 7],
    [false, null],
  ])
  expect(plan[1]?.type).toBe('text')
  expect(gone).toEqual(['lost'])
})

test('of a table with too many columns the first are taken, as many as a table can have', () => {
  const many = Array.from({ length: TABLE_COLUMNS_MAX + 1 }, (_, at) => column(`c${at}`))
  const plan = firstPlan(proposedOf({ columns: many, sample: [] }, 'postgresql'), null)
  expect(plan.filter(({ isTaken }) => isTaken)).toHaveLength(TABLE_COLUMNS_MAX)
})
