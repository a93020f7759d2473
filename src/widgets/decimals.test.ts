import { expect, test } from 'vitest'
import { grouped, rounded } from './decimals.ts'

test.each([
  ['17.115', 2, '17.12'],
  ['-0.005', 2, '-0.01'],
  ['9.999', 0, '10'],
  ['5', 2, '5.00'],
  ['1.50', 2, '1.50'],
])('%s with %i decimals is %s', (value, decimals, text) => expect(rounded(value, decimals)).toBe(text))

test.each([
  ['999', '999'],
  ['1234567', '1,234,567'],
])('%s in groups is %s', (digits, text) => expect(grouped(digits)).toBe(text))
