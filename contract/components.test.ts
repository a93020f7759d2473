import { expect, test } from 'vitest'
import { isNewer } from './components.ts'

test.each([
  ['1.0.1', '1.0.0', true],
  ['1.10.0', '1.9.9', true],
  ['2.0.0', '10.0.0', false],
  ['1.0.0', '1.0.0', false],
])('whether version %s comes after %s: %s', (one, other, expected) => {
  expect(isNewer(one, other)).toBe(expected)
})
