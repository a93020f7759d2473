import { expect, test } from 'vitest'
import { shortAddress } from './address.ts'

test.each([
  ['203.0.113.77', '203.0.113.0'],
  ['::ffff:203.0.113.77', '203.0.113.0'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1::'],
  ['::1', '::'],
  ['nowhere', ''],
])('of %s a visit keeps %s', (address, kept) => {
  expect(shortAddress(address)).toBe(kept)
})
