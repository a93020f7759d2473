import { expect, test } from 'vitest'
import { rootFontOf } from './root-font.ts'

test.each([
  [1920, 192],
  [1440, 144],
  [1400, 140],
  [390, 140],
])('a window of %d px has a root font of %d px', (width, px) => {
  expect(rootFontOf(width)).toBe(px)
})
