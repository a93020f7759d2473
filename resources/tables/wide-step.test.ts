import { expect, test } from 'vitest'
import type { UndoStep } from '#contract/tables/changes.ts'
import { isWide } from './wide-step.ts'

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
  expect(isWide({ kind, touched, details: {} })).toBe(told)
})
