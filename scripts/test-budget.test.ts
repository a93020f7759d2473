import { describe, expect, test } from 'vitest'
import { figuresIn, judged, newBudget } from './test-budget.ts'

describe('the processor time of test files', () => {
  test('is the sum of what a file wrote down', () => {
    expect(figuresIn('a.spec.ts\t1.5\nb.spec.ts\t2\na.spec.ts\t3.0\n')).toEqual({ 'a.spec.ts': 4.5, 'b.spec.ts': 2 })
    expect(figuresIn('')).toEqual({})
  })

  test('is too much at more than twice its row, and never below five seconds more', () => {
    const budget = { small: 1, grown: 10, large: 100 }
    expect(judged({ small: 6, grown: 20, large: 200 }, budget).over).toEqual([])
    expect(judged({ small: 6.1, grown: 20.1, large: 201 }, budget).over.map(([file]) => file)).toEqual([
      ...['large', 'grown', 'small'],
    ])
  })

  test('without a row is told and no failure; the ten worst are told', () => {
    const figures = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${i}`, i]))
    const { worst, over, without } = judged(figures, { 3: 3 })
    expect(worst.map(([, seconds]) => seconds)).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2])
    expect(over).toEqual([])
    expect(without).toHaveLength(11)
  })

  test('becomes the table: what ran is rounded up, what did not run stays, what is gone goes', () => {
    const budget = { kept: 3, gone: 4, slower: 1 }
    expect(newBudget({ slower: 2.1 }, budget, (file) => file !== 'gone')).toEqual({ kept: 3, slower: 3 })
  })
})
