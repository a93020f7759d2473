import { expect, test } from 'vitest'
import { cellText } from './parquet-cell.ts'

test.each([
  ['nothing', null, ''],
  ['a number', 4.25, '4.25'],
  ['a number too large for a double', 9007199254740993n, '9007199254740993'],
  ['a moment', new Date('2026-08-14T00:00:00Z'), '2026-08-14T00:00:00.000Z'],
  ['a few bytes', new Uint8Array([1, 255]), '01ff'],
  ['many bytes', new Uint8Array(20), `${'00'.repeat(16)}… (20 B)`],
  ['a record', { depth: 4n, tags: ['a'] }, '{"depth":"4","tags":["a"]}'],
])('%s is text in a cell', (_what, value, text) => {
  expect(cellText(value)).toBe(text)
})
