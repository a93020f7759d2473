import { expect, test } from 'vitest'
import { fittingCount } from './use-fit.ts'

test.each([
  [[], 0, 0],
  [[80], 79, 0],
  [[80], 80, 1],
  [[80, 100], 183, 1],
  [[80, 100], 184, 2],
  [[80, 100, 60], 1000, 3],
  [[80], -20, 0],
])('of buttons %j wide, a line of %i px takes %i', (widths, roomPx, count) => {
  expect(fittingCount(widths, { roomPx, gapPx: 4 })).toBe(count)
})
