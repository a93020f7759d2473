import { expect, test } from 'vitest'
import { ticksOf } from './ticks.ts'

test.each([
  ['nothing still has an axis from zero', 0, 'count', [0, 1]],
  ['few are counted one by one', 3, 'count', [0, 1, 2, 3]],
  ['the last line is at or above the largest value', 101, 'count', [0, 50, 100, 150]],
  ['bytes step by units of 1024', 3 * 1024 ** 3, 'bytes', [0, 1, 2, 3].map((gb) => gb * 1024 ** 3)],
  [
    'just below a unit, bytes end at the unit',
    1000 * 1024 ** 2,
    'bytes',
    [0, 200, 400, 600, 800, 1000].map((mb) => mb * 1024 ** 2),
  ],
] as const)('%s', (_what, max, unit, ticks) => {
  expect(ticksOf(max, unit)).toEqual(ticks)
})
