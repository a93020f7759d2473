import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Figures, figuresIn, judged, newBudget, TOTAL_SECONDS, totalOf } from './test-budget.ts'

describe('the processor time of test files', () => {
  test('is the sum of what a file wrote down', () => {
    expect(figuresIn('a.spec.ts\t1.5\nb.spec.ts\t2\na.spec.ts\t3.0\n')).toEqual({ 'a.spec.ts': 4.5, 'b.spec.ts': 2 })
    expect(figuresIn('')).toEqual({})
  })

  test('is too much at more than twice its row, and never below five seconds more', () => {
    const others = { a: 10, b: 10, c: 10, d: 10 }
    const budget = { ...others, small: 1, grown: 10, large: 100 }
    expect(judged({ ...others, small: 6, grown: 20, large: 200 }, budget).over).toEqual([])
    expect(judged({ ...others, small: 6.1, grown: 20.1, large: 201 }, budget).over.map(([file]) => file)).toEqual([
      ...['large', 'grown', 'small'],
    ])
  })

  test('is judged by the slowness of the machine, which a single file does not change', () => {
    const budget = { a: 10, b: 10, c: 10, d: 10, small: 1 }
    const slow = judged({ a: 18, b: 18, c: 19, d: 39, small: 9 }, budget)
    expect(slow).toMatchObject({
      slowness: 1.9,
      over: [
        ['d', 39],
        ['small', 9],
      ],
    })
    expect(judged({ a: 9, b: 9, c: 9, d: 21 }, budget)).toMatchObject({ slowness: 1, over: [['d', 21]] })
  })

  test('is too much on every machine when most files take five times their row', () => {
    const { slowness, over } = judged({ a: 51, b: 51, c: 51 }, { a: 10, b: 10, c: 10 })
    expect(slowness).toBe(2.5)
    expect(over).toHaveLength(3)
  })

  test('without a row is told and no failure; the ten worst are told', () => {
    const figures = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${i}`, i]))
    const { worst, over, without } = judged(figures, { 3: 3 })
    expect(worst.map(([, seconds]) => seconds)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
    expect(over).toEqual([])
    expect(without).toHaveLength(11)
  })

  test('adds up to no more than the total, which a planted row exceeds', () => {
    const budget = JSON.parse(readFileSync('tests/budget.json', 'utf8')) as Figures
    expect(totalOf(budget)).toBeLessThanOrEqual(TOTAL_SECONDS)
    expect(totalOf({ ...budget, planted: TOTAL_SECONDS })).toBeGreaterThan(TOTAL_SECONDS)
  })

  test('becomes the table: what ran is rounded up, what did not run stays, what is gone goes', () => {
    const budget = { kept: 3, gone: 4, slower: 1 }
    expect(newBudget({ slower: 2.1 }, budget, (file) => file !== 'gone')).toEqual({ kept: 3, slower: 3 })
  })
})
