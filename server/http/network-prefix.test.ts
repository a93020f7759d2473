import { expect, test } from 'vitest'
import { Failure } from '#server/failure.ts'
import { inFlightLimit } from '../concurrency/in-flight-limit.ts'
import { networkPrefixOf } from './network-prefix.ts'
import { rateLimitOf } from './rate-limit.ts'

test.each([
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:DB8:1:2::', '2001:db8:1:2::/64'],
  ['2001:db8:1:3::1', '2001:db8:1:3::/64'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
  ['192.0.2.7', '192.0.2.7'],
  ['019aa000-0000-7000-8000-000000000000', '019aa000-0000-7000-8000-000000000000'],
  ['', ''],
])('%j counts as %j', (key, counted) => expect(networkPrefixOf(key)).toBe(counted))

test('whoever changes the address within a network has one rate limit', () => {
  const rateLimit = rateLimitOf(2, () => new Date(0))
  rateLimit.take('2001:db8::1')
  rateLimit.take('2001:db8::2')
  rateLimit.give('2001:db8::3')
  rateLimit.take('2001:db8::4')
  expect(() => rateLimit.take('2001:db8::5')).toThrow(Failure)
  const held = inFlightLimit({ each: 2, all: 10 })
  const back = held.take('2001:db8::1', 2)
  expect(() => held.take('2001:db8::2', 1)).toThrow(Failure)
  back()
  held.take('2001:db8::2', 1)
})
