import { describe, expect, test } from 'vitest'
import { type Cell, Column } from '#contract/tables/columns.ts'
import { brokenRule, meant, shownNumber, showValue, type Words } from './show-value.ts'

const column = (over: object) => Column.parse({ id: 1, name: '水温', type: 'text', ...over })
const VOCABULARY = '01a22b4d-0a93-71ec-8506-b0464acfb80f'
const words: Words = {
  names: new Map([['a', '林蔚']]),
  yes: '是',
  no: '否',
  unseen: '无权查看',
  failed: (reason) => `failed: ${reason}`,
  broken: (rule) => rule,
}

describe('a number is shown as its column says, exactly', () => {
  const rows: [string, Parameters<typeof shownNumber>[1], string][] = [
    ['17.115', {}, '17.115'],
    ['17.115', { decimals: 2 }, '17.12'],
    ['-0.005', { decimals: 2 }, '-0.01'],
    ['9.999', { decimals: 2 }, '10.00'],
    ['5', { decimals: 2 }, '5.00'],
    ['1234567.891', { isGrouped: true }, '1,234,567.891'],
    ['12345678901234567890.5', { decimals: 0 }, '12345678901234567891'],
    ['0.25', { isPercent: true }, '25%'],
    ['0.12345', { isPercent: true, decimals: 1 }, '12.3%'],
    ['1', { isPercent: true }, '100%'],
  ]
  test.each(rows)('%s with %o is %s', (value, format, text) => expect(shownNumber(value, format)).toBe(text))
})

describe('a computed figure has as many digits as make sense', () => {
  const rows: [string, (string | null)[], string][] = [
    ['99.91666666666667', ['0.10', '200'], '99.9167'],
    ['2.345678', ['1', '40', null], '2.35'],
    ['0.000123456', ['0', '1'], '0.000123'],
    ['-0.56789', ['-3', '1'], '-0.568'],
    ['50.125', ['0.10', '200'], '50.125'],
    ['7', ['7', '7'], '7'],
    ['2026-01-01', ['2026-01-01'], '2026-01-01'],
  ]
  test.each(rows)('%s of %j is %s', (figure, values, text) => expect(meant(figure, values)).toBe(text))
})

describe('what breaks a rule is known', () => {
  const rows: [object, Cell, string | null][] = [
    [{ rules: { isRequired: true } }, null, 'required'],
    [{ rules: { isRequired: true } }, 'x', null],
    [{ rules: {} }, null, null],
    [{ type: 'number', rules: { least: '0' } }, '-1', 'range'],
    [{ type: 'number', rules: { least: '0', greatest: '35' } }, '10', null],
    [{ type: 'date', rules: { greatest: '2026-08-31' } }, '2026-09-01', 'range'],
    [{ rules: { lengthMax: 2 } }, '😀😀', null],
    [{ rules: { lengthMax: 2 } }, 'abc', 'length'],
    [{ rules: { pattern: 'S\\d+' } }, 'S01', null],
    [{ rules: { pattern: 'S\\d+' } }, 'xS01', null],
    [{ type: 'choice', options: ['a', 'b'] }, 'c', 'options'],
    [{ type: 'choices', options: ['a', 'b'] }, ['a'], null],
    [{ type: 'choices', options: ['a', 'b'] }, ['a', 'c'], 'options'],
  ]
  test.each(rows)('%o: %s', (over, value, rule) => expect(brokenRule(column(over), value)).toBe(rule))

  test('only the server knows the terms that a vocabulary had at the moment of the cell', () =>
    expect(brokenRule(column({ type: 'choice', options: ['S07'], vocabularyId: VOCABULARY }), 'S01')).toBe(null))

  test.each<[object, string, string]>([
    [{ rules: { pattern: 'S\\d+' } }, 'xS01', 'pattern'],
    [{ rules: { isUnique: true } }, 'S01', 'unique'],
    [{ rules: { isUnique: true, pattern: 'S\\d+' } }, 'S01', 'patternOrUnique'],
    [{ rules: { isUnique: true, lengthMax: 2 } }, 'S01', 'length'],
    [{ type: 'choice', options: ['S07'], vocabularyId: VOCABULARY, rules: { isUnique: true } }, 'S01', 'options'],
  ])('%o: %s, as the server judges', (over, value, rule) => expect(brokenRule(column(over), value, true)).toBe(rule))
})

describe('a cell', () => {
  test('whose formula failed says why', () => {
    expect(showValue(column({ formula: 'a / b' }), null, 'division by zero', words)).toMatchObject({
      kind: 'error',
      problem: 'failed: division by zero',
    })
  })
  test('names people that the reader may see, and no others', () => {
    expect(showValue(column({ type: 'person' }), 'a', undefined, words).text).toBe('林蔚')
    expect(showValue(column({ type: 'person' }), 'b', undefined, words).text).toBe('无权查看')
  })
  test('copies the stored number, not the rounded one', () => {
    expect(showValue(column({ type: 'number', format: { decimals: 1 } }), '17.115', undefined, words)).toMatchObject({
      text: '17.115',
      shown: '17.1',
    })
  })
})

test('a formula over an empty cell is empty; another failure is marked with its reason', () => {
  const one = column({ type: 'number', formula: '{2} * 2' })
  expect(showValue(one, null, 'missing:2', words)).toEqual({ kind: 'text', text: '', problem: undefined })
  expect(showValue(one, null, 'division', words)).toMatchObject({ kind: 'error', problem: 'failed: division' })
})

test('a time is shown to the second, and copied and edited with all its digits', () => {
  const column = Column.parse({ id: 1, name: 'a', type: 'datetime', format: { offsetMinutes: 480 } })
  const view = (value: string) => showValue(column, value, undefined, words)
  expect(view('2026-08-04T06:30:15.120Z')).toMatchObject({
    text: '2026-08-04 14:30:15.12',
    shown: '2026-08-04 14:30:15',
  })
  expect(view('2026-08-04T06:30:00.000001Z')).toMatchObject({ text: '2026-08-04 14:30:00.000001' })
  expect(view('2026-08-04T06:30:15.000Z')).toEqual({ kind: 'number', text: '2026-08-04 14:30:15' })
})
