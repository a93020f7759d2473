import { expect, test } from 'vitest'
import { MINUTE_MS } from '#contract/core/time.ts'
import { rateLimitOf } from './rate-limit.ts'

test.each([
  ['the next minute', MINUTE_MS],
  ['a clock that was set back', -1],
])('calls are counted anew by %s', (_when, stepMs) => {
  let ms = 10.5 * MINUTE_MS
  const { take } = rateLimitOf(2, () => new Date(ms))
  const call = () => take('192.0.2.1')
  call()
  call()
  expect(call).toThrow(expect.objectContaining({ refusal: 'tooManyRequests' }))
  ms += stepMs
  expect(call).not.toThrow()
})
