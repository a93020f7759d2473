import { expect, test } from 'vitest'
import { inSql, sourceName } from './sql-names.ts'

test.each([
  ['Casts', 'Casts'],
  ['水样', '水样'],
  ['2026 casts', '"2026 casts"'],
  ['Order', '"Order"'],
  ['a "b"', '"a ""b"""'],
])('a name stands in SQL in quotes unless it is a plain word: %s', (name, text) => {
  expect(inSql(name)).toBe(text)
})

test('a source is called by its name, a file without its suffix, the second of a name with a number', () => {
  const sources = [{ name: 'Notes', source: { kind: 'table' as const, id: '1' } }]
  expect(sourceName('notes.CSV', { sources })).toBe('notes 2')
  expect(sourceName('Depth.v2', { sources })).toBe('Depth.v2')
})
