import { expect, test } from 'vitest'
import type { Cell, CellType } from '#contract/tables/columns.ts'
import { exactOf, valueOfExact } from './exact-value.ts'

const ID = '0198c0de-0000-7000-8000-000000000001'
test.each<[CellType, Cell]>([
  ['datetime', '2026-08-04T06:30:15.123456Z'],
  ['file', ID],
  ['person', ID],
  ['choices', ['a; b', 'c']],
])('a copied %s comes back as it was', (type, value) => {
  expect(valueOfExact({ type }, exactOf({ type }, value, 'here') ?? '', 'here')).toEqual(value)
})
test('a copied value means nothing in a column of another type, and in another space', () => {
  const file = exactOf({ type: 'file' }, ID, 'here') ?? ''
  expect(valueOfExact({ type: 'text' }, file, 'here')).toBeUndefined()
  expect(valueOfExact({ type: 'person' }, file, 'here')).toBeUndefined()
  expect(valueOfExact({ type: 'file' }, file, 'there')).toBeUndefined()
  expect(valueOfExact({ type: 'datetime' }, '["datetime","","2030-01-01T00:00:00Z"]', 'here')).toBeUndefined()
  for (const hostile of ['', '{', '["file","here","x"]', '["file","here",{}]'])
    expect(valueOfExact({ type: 'file' }, hostile, 'here')).toBeUndefined()
})
test('texts that say all carry nothing', () => {
  expect(exactOf({ type: 'number' }, '1', 'here')).toBeUndefined()
  expect(exactOf({ type: 'file' }, null, 'here')).toBeUndefined()
})
