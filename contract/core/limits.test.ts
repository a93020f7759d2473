import { expect, test } from 'vitest'
import { BYTES_PER_GB, isNearlyFull } from './limits.ts'

test.each([
  [0, false],
  [8 * BYTES_PER_GB, false],
  [8 * BYTES_PER_GB + 1, true],
  [11 * BYTES_PER_GB, true],
])('of 10 GB, %d bytes are nearly full only above 80 percent', (used, expected) => {
  expect(isNearlyFull(used, 10 * BYTES_PER_GB)).toBe(expected)
})
