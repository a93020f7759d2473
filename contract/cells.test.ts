import { describe, expect, test } from 'vitest'
import { isCodeLike } from './cells/number.ts'
import { isZone, offsetAt } from './cells/zone.ts'
import { type CellReason, cellText, parseCell, type ReadingFormat } from './cells.ts'
import { TABLE_TEXT_MAX } from './core/limits.ts'
import { type Cell, CellType } from './tables/columns.ts'

type Case = [text: string, value: Cell, format?: ReadingFormat]
type Refusal = [text: string, reason: CellReason, format?: ReadingFormat]
const types = CellType.options
const shanghai = { zone: 'Asia/Shanghai' }
const newYork = { zone: 'America/New_York' }

const refused: Record<string, Refusal[]> = {
  text: [
    ['a\0b', 'textUnstorable'],
    ['\ud800', 'textUnstorable'],
    ['x'.repeat(TABLE_TEXT_MAX + 1), 'textTooLong'],
  ],
  number: [
    ['abc', 'notNumber'],
    ['NaN', 'notNumber'],
    ['Infinity', 'notNumber'],
    ['0x10', 'notNumber'],
    ['1 2', 'notNumber'],
    ['.', 'notNumber'],
    ['1,5', 'notNumber'],
    ['1,23,456', 'notNumber'],
    ['1.5', 'notNumber', { decimal: ',' }],
    ['3 kg', 'notNumber'],
    ['1e999', 'numberTooLong'],
    [`1${'0'.repeat(400)}`, 'numberTooLong'],
  ],
  date: [
    ['21 of November', 'notDate'],
    ['2026-02-30', 'noSuchDay'],
    ['2025-02-29', 'noSuchDay'],
    ['0000-01-01', 'noSuchDay'],
    ['3/4/2026', 'ambiguousDate'],
    ['13/13/2026', 'noSuchDay'],
    ['21/11/2026', 'noSuchDay', { dayFirst: false }],
    ['1/2/26', 'notDate'],
    ['2026-11-21 08:30', 'hasTime'],
    ['2026-11-21T00:00:00Z', 'hasTime'],
    ['2026-11-21x', 'notDate'],
  ],
  datetime: [
    ['tomorrow', 'notDatetime'],
    ['2026-11-21 25:00', 'notDatetime'],
    ['2026-11-21 08:61', 'notDatetime'],
    ['2026-11-21T08:30+25:00', 'notDatetime'],
    ['2026-11-21 13:00 PM', 'notDatetime'],
    ['2026-11-21T08:30:00.1234567Z', 'notDatetime'],
    ['2026-02-30 08:00', 'noSuchDay'],
    ['3/4/2026 08:00', 'ambiguousDate'],
    ['2026-03-08 02:30', 'noSuchTime', newYork],
    ['2026-11-01 01:30', 'ambiguousTime', newYork],
  ],
  boolean: [
    ['maybe', 'notBoolean'],
    ['2', 'notBoolean'],
  ],
  choice: [
    ['c', 'notOption', { options: ['a', 'b'] }],
    ['x'.repeat(201), 'textTooLong'],
  ],
  choices: [['a; c', 'notOption', { options: ['a', 'b'] }]],
}

const taken: Record<string, Case[]> = {
  text: [
    ['  a\nb ', '  a\nb '],
    ['007', '007'],
    ['=1+1', '=1+1'],
    ['𠮷😀', '𠮷😀'],
    [' ', ' '],
  ],
  number: [
    ['0', '0'],
    ['-0.0', '0'],
    ['+1.50', '1.5'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['007', '7'],
    ['\u221212', '-12'],
    ['１２．５', '12.5'],
    ['0.1000000000000000055511151231257827', '0.1000000000000000055511151231257827'],
    ['12345678901234567890', '12345678901234567890'],
    ['37.50000000000000000000', '37.5'],
    ['-100.000', '-100'],
    ['0.000', '0'],
    ['1,234,567.8', '1234567.8'],
    ['1.234.567,8', '1234567.8', { decimal: ',' }],
    ['1 234 567,8', '1234567.8', { decimal: ',' }],
    ['1\u202f234.5', '1234.5'],
    ['0,5', '0.5', { decimal: ',' }],
    ['1,234', '1.234', { decimal: ',' }],
    ['1.5e3', '1500'],
    ['-2E-7', '-0.0000002'],
    ['0e999', '0'],
    ['12.5%', '0.125'],
    ['1,200%', '12'],
  ],
  date: [
    ['2026-11-21', '2026-11-21'],
    ['2026/1/2', '2026-01-02'],
    ['2026.11.21', '2026-11-21'],
    ['20261121', '2026-11-21'],
    ['2026年11月21日', '2026-11-21'],
    ['2026 年 1 月 2 号', '2026-01-02'],
    ['21/11/2026', '2026-11-21'],
    ['11/21/2026', '2026-11-21'],
    ['4/4/2026', '2026-04-04'],
    ['3/4/2026', '2026-04-03', { dayFirst: true }],
    ['3/4/2026', '2026-03-04', { dayFirst: false }],
    ['3.4.2026', '2026-04-03'],
    ['21 Nov 2026', '2026-11-21'],
    ['21-November-2026', '2026-11-21'],
    ['Nov 21, 2026', '2026-11-21'],
    ['2024-02-29', '2024-02-29'],
    ['0079-08-24', '0079-08-24'],
    ['2026-11-21 00:00:00', '2026-11-21'],
  ],
  datetime: [
    ['2026-11-21T08:30:00Z', '2026-11-21T08:30:00Z'],
    ['2026-11-21T08:30:00.120Z', '2026-11-21T08:30:00.12Z'],
    ['2026-11-21 08:30', '2026-11-21T08:30:00Z'],
    ['2026-11-21T08:30:00+08:00', '2026-11-21T00:30:00Z'],
    ['2026-11-21 08:30:15-0330', '2026-11-21T12:00:15Z'],
    ['2026-11-21 08:30', '2026-11-21T00:30:00Z', shanghai],
    ['2026年11月21日 8时30分', '2026-11-21T00:30:00Z', shanghai],
    ['2026年11月21日 下午8:30', '2026-11-21T12:30:00Z', shanghai],
    ['2026/11/21 8:30 PM', '2026-11-21T20:30:00Z'],
    ['2026/11/21 12:30 am', '2026-11-21T00:30:00Z'],
    ['2026-11-21', '2026-11-20T16:00:00Z', shanghai],
    ['2026-07-01 12:00', '2026-07-01T16:00:00Z', newYork],
    ['2026-01-01 12:00', '2026-01-01T17:00:00Z', newYork],
    ['2026-03-08 03:30', '2026-03-08T07:30:00Z', newYork],
    ['2026-11-01 02:30', '2026-11-01T07:30:00Z', newYork],
    ['1850-06-01T00:00:00.000001Z', '1850-06-01T00:00:00.000001Z'],
  ],
  boolean: [
    ['TRUE', true],
    ['是', true],
    ['1', true],
    ['no', false],
    ['否', false],
  ],
  choice: [
    [' a ', 'a', { options: ['a', 'b'] }],
    ['anything', 'anything'],
  ],
  choices: [
    ['a; b;a', ['a', 'b'], { options: ['a', 'b'] }],
    ['a，b', ['a', 'b'], { options: ['a', 'b'] }],
    ['Beijing, China', ['Beijing, China'], { options: ['Beijing, China'] }],
    ['x, y; z', ['x, y', 'z']],
  ],
  file: [[' 1b4e28ba-2fa1-11d2-883f-0016d3cca427 ', '1b4e28ba-2fa1-11d2-883f-0016d3cca427']],
  person: [['1b4e28ba-2fa1-11d2-883f-0016d3cca427', '1b4e28ba-2fa1-11d2-883f-0016d3cca427']],
}

describe('a text that does not fit is refused with its reason', () => {
  const rows = Object.entries(refused).flatMap(([type, cases]) =>
    cases.map(([text, reason, format]) => ({ type: type as CellType, text, reason, format: format ?? {} })),
  )
  test.each(rows)('$type $text: $reason', ({ type, text, reason, format }) => {
    expect(parseCell(type, format, text)).toEqual({ reason })
  })
})

describe('a text that fits becomes its value', () => {
  const rows = Object.entries(taken).flatMap(([type, cases]) =>
    cases.map(([text, value, format]) => ({ type: type as CellType, text, value, format: format ?? {} })),
  )
  test.each(rows)('$type $text: $value', ({ type, text, value, format }) => {
    expect(parseCell(type, format, text)).toEqual({ value })
  })

  test.each(rows)('$type $text: the text of the value is read as the same value', ({ type, value, format }) => {
    // What is written has a point and names its zone.
    expect(parseCell(type, { options: format.options }, cellText(value))).toEqual({ value })
  })

  test.each(types)('%s: nothing and a word for a missing value are empty', (type) => {
    expect(parseCell(type, {}, '')).toEqual({ value: null })
    expect(parseCell(type, { missing: ['NA'] }, ' NA ')).toEqual({ value: null })
  })
})

test.each([
  ['007', true],
  ['-01', true],
  ['12345678901234567', true],
  ['0', false],
  ['0.5', false],
  ['123456789012345', false],
  ['0.12345678901234567', false],
])('%s looks like a code: %s', (text, isCode) => {
  expect(isCodeLike(text)).toBe(isCode)
})

test('a zone has a name that the runtime knows', () => {
  expect(isZone('Asia/Shanghai')).toBe(true)
  expect(isZone('Moon/Tycho')).toBe(false)
  expect(offsetAt(Date.UTC(2026, 6, 1), 'America/New_York')).toBe(-4 * 3_600_000)
})
