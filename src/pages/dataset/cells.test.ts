import { expect, test } from 'vitest'
import { shownCell } from './cells.ts'

test.each([
  ['2026-07-01T00:00:00.000Z', 'datetime', '2026-07-01 00:00'],
  ['2026-07-01T08:30:05Z', 'datetime', '2026-07-01 08:30:05'],
  ['2026-07-01T00:00:00.000Z', 'date', '2026-07-01'],
  ['2026-07-01', 'date', '2026-07-01'],
  ['', 'datetime', ''],
  ['soon', 'datetime', 'soon'],
  ['2026-07-01T00:00:00.000Z', 'text', '2026-07-01T00:00:00.000Z'],
])('%s in a column of %s reads %s on the page of a dataset', (text, type, shown) => {
  expect(shownCell(text, type)).toBe(shown)
})
