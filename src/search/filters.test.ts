import { describe, expect, test } from 'vitest'
import { search } from '#contract/search.ts'
import { type Filters, hasFilters, kindIds, queryOf, sizeIds } from './filters.ts'

describe('filters', () => {
  test('are none when nothing is chosen', () => {
    expect(hasFilters({})).toBe(false)
    expect(hasFilters({ kind: undefined } as Filters)).toBe(false)
    expect(queryOf({})).toEqual({})
  })

  test.each([...kindIds.map((kind) => ({ kind })), ...sizeIds.map((size) => ({ size })), { from: '2026-01-02' }])(
    '%j is something that the call takes',
    (filters) => {
      expect(search.find.input.safeParse({ q: 'a', ...queryOf(filters) }).success).toBe(true)
    },
  )

  test('sizes follow one another without a gap', () => {
    const bounds = sizeIds.map((size) => queryOf({ size }) as { minSize?: number; maxSize?: number })
    for (const [at, { minSize }] of bounds.entries()) if (at) expect(minSize).toBe((bounds[at - 1]?.maxSize ?? 0) + 1)
  })

  test('the last day is whole', () => {
    const { from = '', to = '' } = queryOf({ from: '2026-03-04', to: '2026-03-04' }) as { from: string; to: string }
    expect(new Date(to).getTime() - new Date(from).getTime()).toBe(86_400_000)
  })
})
