import { expect, test } from 'vitest'
import type { Column } from '#contract/tables/columns.ts'
import { filterText, readFilterValue } from './filter-value.ts'
import type { Words } from './show-value.ts'

const columnOf = (type: Column['type'], offsetMinutes?: number): Column => ({
  id: 1,
  name: 'a',
  description: '',
  unit: '',
  format: offsetMinutes === undefined ? {} : { offsetMinutes },
  options: [],
  vocabularyId: null,
  rules: {},
  type,
  formula: null,
})
const words: Words = { names: new Map(), yes: '', no: '', unseen: '', failed: String, broken: String }

test.each<[type: Column['type'], text: string, value: unknown, shown: string]>([
  ['datetime', '2026-08-04', '2026-08-04+08:00', '2026-08-04'],
  ['datetime', '2026/8/4', '2026-08-04+08:00', '2026-08-04'],
  ['datetime', '2026-08-04Z', '2026-08-04Z', '2026-08-04Z'],
  ['datetime', '2026-08-04 00:00', '2026-08-03T16:00:00Z', '2026-08-04 00:00'],
  ['date', '2026-08-04', '2026-08-04', '2026-08-04'],
  ['choices', 'Oocystis; x', 'Oocystis; x', 'Oocystis; x'],
])('a column of type %s is compared with %j as %j, which is shown as %j', (type, text, value, shown) => {
  const column = columnOf(type, 480)
  expect(readFilterValue(column, text)).toBe(value)
  expect(filterText(column, value as string, words)).toBe(shown)
})

test('a day without a zone is one in UTC, which is said where the reader has another one', () => {
  expect(filterText(columnOf('datetime', 480), '2026-08-04', words)).toBe('2026-08-04Z')
  expect(filterText(columnOf('datetime', 0), '2026-08-04', words)).toBe('2026-08-04')
})
