import { expect, test } from 'vitest'
import type { UndoStep } from '#contract/tables/changes.ts'
import { isWide, removedBy } from './wide-step.ts'

test.each<[UndoStep['kind'], number, boolean]>([
  ['cells', 9, false],
  ['cells', 10, true],
  ['addRows', 1, false],
  ['removeRows', 1, false],
  ['removeRows', 2, true],
  ['import', 1, true],
  ['removeColumns', 0, true],
  ['setType', 3, true],
  ['transform', 1, true],
  ['paste', 1, true],
])('a step of %s in %i rows is told when it is undone: %s', (kind, touched, told) => {
  expect(isWide({ kind, touched })).toBe(told)
})

test('what a step removes is named: what it added, and what redoing takes away again', () => {
  expect(removedBy('undo', { kind: 'import' })).toBe('imported')
  expect(removedBy('undo', { kind: 'addRows' })).toBe('rows')
  expect(removedBy('undo', { kind: 'addColumn' })).toBe('columns')
  expect(removedBy('undo', { kind: 'removeColumns' })).toBeNull()
  expect(removedBy('redo', { kind: 'removeColumns' })).toBe('columns')
  expect(removedBy('redo', { kind: 'import' })).toBeNull()
})
