import { expect, test } from 'vitest'
import { pauseMs } from './live.ts'

test('a lost channel comes back within a second, then later each time, and within a minute at most', () => {
  expect([0, 1, 2, 5, 6, 50].map((tries) => pauseMs(tries, 1))).toEqual([1000, 2000, 4000, 32_000, 60_000, 60_000])
})
test('pages that lost it together come back apart', () => {
  expect(pauseMs(3, 0)).toBe(pauseMs(3, 1) / 2)
})
