import { expect, test } from 'vitest'
import { fittingNumber } from './fitting-number.ts'

test.each([
  ['44.866071428571428571', 8, '44.86607'],
  ['-0.999999', 6, '-1.000'],
  ['9.9999999', 4, '10.0'],
  ['999,999.99999', 9, '1,000,000'],
  ['12.3456789%', 6, '12.35%'],
  ['1.5', 3, '1.5'],
  ['0.0000000012', 5, '0.0000000012'],
  ['123456789.5', 5, '123456789.5'],
  ['2026-08-04 11:20', 5, '2026-08-04 11:20'],
])('%s in %i places is shown as %s', (text, places, shown) => {
  expect(fittingNumber(text, ({ length }) => length <= places)).toBe(shown)
})
