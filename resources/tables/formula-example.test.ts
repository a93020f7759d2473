import { expect, test } from 'vitest'
import type { CellType, Column } from '#contract/tables/columns.ts'
import { exampleOf } from './formula-example.ts'

const columnsOf = (...types: CellType[]) =>
  types.map((type, at) => ({ id: at + 1, name: `c${at + 1}`, type }) as Column)

test('the example reads columns that there are, but not the column of the formula', () => {
  const columns = columnsOf('text', 'number', 'number', 'number')
  expect(exampleOf(columns, null)).toBe('[c2] / [c3]')
  expect(exampleOf(columns, 2)).toBe('[c3] / [c4]')
  expect(exampleOf(columnsOf('number', 'number'), 1)).toBe('[c2] * 1.8 + 32')
  expect(exampleOf(columnsOf('number'), 1)).toBe('')
})

test('the example of a table without numbers reads no column of files or people', () => {
  expect(exampleOf(columnsOf('file', 'person', 'text'), null)).toBe('UPPER([c3])')
  expect(exampleOf(columnsOf('file', 'person'), null)).toBe('')
})
