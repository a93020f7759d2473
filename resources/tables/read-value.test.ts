import { describe, expect, test } from 'vitest'
import type { CellType } from '#contract/tables/columns.ts'
import { readValue } from './read-value.ts'

const ID = '0198c0de-0000-7000-8000-000000000001'
const read = (type: CellType, text: string, format = {}) =>
  readValue({ type, format }, text, (name) => (name === '林蔚' ? ID : undefined))

describe('a text that means nothing in its column is refused', () => {
  const rows: [CellType, string][] = [
    ['number', 'n/a'],
    ['number', '1,23'],
    ['number', '1.2.3'],
    ['number', '%'],
    ['date', '2026-02-30'],
    ['date', '30/2'],
    ['date', 'yesterday'],
    ['datetime', '2026-08-04 25:00'],
    ['boolean', 'perhaps'],
    ['person', 'somebody else'],
  ]
  test.each(rows)('%s: %s', (type, text) => expect(read(type, text)).toBeUndefined())
})

describe('a text is read as its column means it', () => {
  const rows: [CellType, string, unknown][] = [
    ['text', ' 007 ', ' 007 '],
    ['number', '17.10', '17.1'],
    ['number', '1,234,567.5', '1234567.5'],
    ['number', '12345678901234567890.123', '12345678901234567890.123'],
    ['number', '-.5', '-0.5'],
    ['number', '−3', '-3'],
    ['number', '１７．５', '17.5'],
    ['number', '25%', '0.25'],
    ['number', '0.5%', '0.005'],
    ['number', '100%', '1'],
    ['number', '6.02e3', '6020'],
    ['date', '2026-08-04', '2026-08-04'],
    ['date', '2026/8/4', '2026-08-04'],
    ['date', '2026年8月4日', '2026-08-04'],
    ['date', '20260804', '2026-08-04'],
    ['datetime', '2026-08-04T10:30:00Z', '2026-08-04T10:30:00Z'],
    ['datetime', '2026/8/4 10:30 +08:00', '2026-08-04T02:30:00Z'],
    ['boolean', '是', true],
    ['boolean', 'No', false],
    ['choice', '合格 ', '合格'],
    ['choices', '硅藻; 甲藻; 硅藻', ['硅藻', '甲藻']],
    ['person', '林蔚', ID],
    ['file', ID, ID],
  ]
  test.each(rows)('%s: %s', (type, text, value) => expect(read(type, text)).toEqual(value))

  test('marks within a term part terms that the column knows', () => {
    const column = { type: 'choices' as const, format: {}, options: ['硅藻', '甲藻'] }
    expect(readValue(column, '硅藻、甲藻', () => undefined)).toEqual(['硅藻', '甲藻'])
    expect(readValue(column, '硅藻、蓝藻', () => undefined)).toEqual(['硅藻、蓝藻'])
  })

  test('a time without a zone is in that of the column', () => {
    expect(read('datetime', '2026-08-04 10:30', { offsetMinutes: 480 })).toBe('2026-08-04T02:30:00Z')
    expect(read('datetime', '2026-08-04 10:30', { offsetMinutes: -210 })).toBe('2026-08-04T14:00:00Z')
  })

  test('an empty text is an empty cell, in every type', () => {
    const types: CellType[] = ['text', 'number', 'date', 'datetime', 'boolean', 'choice', 'choices', 'file', 'person']
    expect(types.map((type) => read(type, ''))).toEqual(types.map(() => null))
  })
})
