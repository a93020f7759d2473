import { describe, expect, test } from 'vitest'
import { formatBytes, formatCount, formatDateTime, formatList, formatWaiting, shownMoment } from './format.ts'

test.each([
  [0, '0 B'],
  [-5, '0 B'],
  [1023, '1023 B'],
  [1024, '1.00 KB'],
  [1536, '1.50 KB'],
  [1024 ** 2 - 1, '1.00 MB'],
  [1024 ** 2 - 6000, '1018.14 KB'],
  [1024 ** 3, '1.00 GB'],
  [5.5 * 1024 ** 5, '5.50 PB'],
])('%d bytes read %s', (bytes, text) => {
  expect(formatBytes(bytes)).toBe(text)
})

test('a time in a cell is shown in the zone of its column', () => {
  expect(shownMoment('2026-08-04T18:30:00Z', 480)).toBe('2026-08-05 02:30')
  expect(shownMoment('2026-08-04T18:30:05Z', -210)).toBe('2026-08-04 15:00:05')
})

describe('a date and time', () => {
  const now = new Date(2026, 10, 21, 18, 0)
  test.each([
    ['of today is a time', new Date(2026, 10, 21, 9, 5), 'zh', /^09:05$/],
    ['of this year is a day and a time', new Date(2026, 2, 4, 9, 5), 'zh', /^03\/04 09:05$/],
    ['of this year names the month in English', new Date(2026, 2, 4, 9, 5), 'en', /^4 Mar, 09:05$/],
    ['of another year is a date', new Date(2019, 2, 4), 'zh', /^2019\/03\/04$/],
    ['of another year names the month in English', new Date(2019, 2, 4), 'en', /^4 Mar 2019$/],
  ])('%s', (_what, at, lang, text) => {
    expect(formatDateTime(at.toISOString(), lang, now)).toMatch(text)
  })
})

test('large counts are shortened as the language does', () => {
  expect(formatCount(4_700_000, 'en')).toBe('4.7M')
  expect(formatCount(4_700_000, 'zh')).toBe('470万')
  expect(formatCount(12_345, 'en')).toBe('12,345')
})

test('what waits is told in three characters', () => {
  expect([1, 99, 100].map(formatWaiting)).toEqual(['1', '99', '99+'])
})

test('names are listed as the language does', () => {
  expect(formatList(['a', 'b', 'c'], 'en')).toBe('a, b and c')
  expect(formatList(['甲', '乙', '丙'], 'zh')).toBe('甲、乙和丙')
  expect(formatList(['Priya Raman', 'Mateo Ibarra'], 'zh')).toBe('Priya Raman 和 Mateo Ibarra')
  expect(formatList(['林蔚', 'Mateo Ibarra'], 'zh')).toBe('林蔚和 Mateo Ibarra')
})
