import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { type Figures, figuresIn, judged, newBudget, TOTAL_SECONDS, totalOf } from './test-budget.ts'

describe('the processor time of test files', () => {
  test('is the sum of what a file wrote down', () => {
    expect(figuresIn('a.spec.ts\t1.5\nb.spec.ts\t2\na.spec.ts\t3.0\n')).toEqual({ 'a.spec.ts': 4.5, 'b.spec.ts': 2 })
    expect(figuresIn('')).toEqual({})
  })

  test('is too much at more than twice its row, and never below twelve seconds more', () => {
    const others = { 'tests/api/a': 10, 'tests/api/b': 10, 'tests/api/c': 10, 'tests/api/d': 10 }
    const budget = { ...others, 'tests/api/small': 1, 'tests/api/grown': 15, 'tests/api/large': 100 }
    const figures = { ...others, 'tests/api/small': 13, 'tests/api/grown': 30, 'tests/api/large': 200 }
    expect(judged(figures, budget).over).toEqual([])
    const more = { ...others, 'tests/api/small': 13.1, 'tests/api/grown': 30.1, 'tests/api/large': 201 }
    expect(judged(more, budget).over).toEqual([
      { file: 'tests/api/large', seconds: 201, row: 100 },
      { file: 'tests/api/grown', seconds: 30.1, row: 15 },
      { file: 'tests/api/small', seconds: 13.1, row: 1 },
    ])
  })

  test('is judged by the slowness of the machine for its kind, which a single file does not change', () => {
    const rows = { a: 10, b: 10, c: 10, d: 10 }
    const of = (kind: string, figures: Record<string, number>) =>
      Object.fromEntries(Object.entries(figures).map(([name, seconds]) => [`tests/${kind}/${name}`, seconds]))
    const budget = { ...of('api', rows), ...of('e2e', { ...rows, small: 1 }) }
    const slow = { ...of('api', { a: 5, b: 5, c: 6, d: 11 }), ...of('e2e', { a: 18, b: 18, c: 19, d: 39, small: 14 }) }
    const { slowness, over } = judged(slow, budget)
    expect(slowness).toEqual({ api: 0.6, e2e: 1.9 })
    expect(over.map(({ file }) => file)).toEqual(['tests/e2e/d', 'tests/e2e/small'])
    expect(judged({ ...slow, 'tests/api/d': 18.1 }, budget).over).toContainEqual(
      expect.objectContaining({ file: 'tests/api/d' }),
    )
  })

  test('is too much on every machine when most files take five times their row', () => {
    const figures = { 'tests/api/a': 51, 'tests/api/b': 51, 'tests/api/c': 51 }
    const budget = { 'tests/api/a': 10, 'tests/api/b': 10, 'tests/api/c': 10 }
    const { slowness, over } = judged(figures, budget)
    expect(slowness).toEqual({ api: 2.5 })
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
