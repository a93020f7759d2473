import { describe, expect, test } from 'vitest'
import { filled } from './fill.ts'
import { fillSeries } from './fill-series.ts'

describe('fillSeries', () => {
  const cases: [string, string[], string[]][] = [
    ['one number repeats', ['5'], ['5', '5']],
    ['numbers at an even distance go on', ['1', '3'], ['5', '7']],
    ['decimals stay exact', ['0.1', '0.2'], ['0.3', '0.4']],
    ['decimals stay as many', ['1.50', '1.25'], ['1.00', '0.75']],
    ['numbers at no even distance repeat', ['1', '2', '4'], ['1', '2']],
    [
      'numbers too long to be exact repeat',
      ['9007199254740993', '9007199254740995'],
      ['9007199254740993', '9007199254740995'],
    ],
    ['a day goes on day by day', ['2026-08-31'], ['2026-09-01', '2026-09-02']],
    ['days at an even distance go on', ['2026-08-01', '2026-08-08'], ['2026-08-15', '2026-08-22']],
    ['a day that does not exist repeats', ['2026-02-30'], ['2026-02-30', '2026-02-30']],
    ['a name with a number counts on', ['S01'], ['S02', 'S03']],
    ['leading zeros stay', ['S08', 'S09'], ['S10', 'S11']],
    ['a number does not go below zero in a name', ['S1', 'S0'], ['S1', 'S0']],
    ['other texts repeat in turn', ['north', 'south'], ['north', 'south']],
    ['an empty cell repeats', [''], ['', '']],
  ]
  test.each(cases)('%s', (_name, given, next) => expect(fillSeries(given, 2)).toEqual(next))

  test('backwards, the cell next to the first comes first', () => {
    expect(fillSeries(['4', '6'], 2, true)).toEqual(['2', '0'])
    expect(fillSeries(['2026-08-02', '2026-08-03'], 1, true)).toEqual(['2026-08-01'])
  })
})

describe('filled', () => {
  const source = { x: 1, y: 2, width: 2, height: 2 }
  const texts = [
    ['1', 'a'],
    ['2', 'b'],
  ]
  const copied = { texts, exacts: [] }
  test('down, each column by itself', () => {
    expect(filled(copied, source, { ...source, height: 3 }, 'series')).toEqual([
      { column: 1, row: 4, text: '3' },
      { column: 2, row: 4, text: 'a' },
    ])
  })
  test('up', () => {
    expect(filled(copied, source, { ...source, y: 1, height: 3 }, 'series')).toEqual([
      { column: 1, row: 1, text: '0' },
      { column: 2, row: 1, text: 'b' },
    ])
  })
  test('cells with a value behind their text do not go on, and keep it', () => {
    const exacts = [['first'], ['second']]
    expect(
      filled(
        { texts: [['a1'], ['a2']], exacts },
        { ...source, width: 1 },
        { ...source, width: 1, height: 3 },
        'series',
      ),
    ).toEqual([{ column: 1, row: 4, text: 'a1', exact: 'first' }])
  })
  test('to the right, each row by itself; a copy does not go on', () => {
    expect(filled(copied, source, { ...source, width: 3 }, 'repeat')).toEqual([
      { column: 3, row: 2, text: '1' },
      { column: 3, row: 3, text: '2' },
    ])
  })
})
