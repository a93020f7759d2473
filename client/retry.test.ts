import { describe, expect, test } from 'vitest'
import { Refusal, Trouble, Unreachable } from './failures.ts'
import { pauseAfter, withRetries } from './retry.ts'

const refused = (status: number, retryAfterMs = 0) => new Refusal({ error: '', message: '', status, retryAfterMs })

describe('a call that failed', () => {
  test.each([
    ['without an answer', new Unreachable('gone'), [500, 1000, 2000]],
    ['with 429', refused(429), [500, 1000, 2000]],
    ['with 503', refused(503), [500, 1000, 2000]],
    ['with what nobody expected', refused(500), [500, 1000, null]],
    ['with a refusal', refused(409), [null, null, null]],
    ['with a trouble of ours', new Trouble('changed'), [null, null, null]],
  ])('%s waits longer each time, or is not tried again', (_title, error, pauses) => {
    expect([1, 2, 3].map((tries) => pauseAfter(error, tries, 1))).toEqual(pauses)
  })

  test('waits at least what the server asks for, at most half a minute of its own, and not for ever', () => {
    expect(pauseAfter(refused(429, 90_000), 1, 0)).toBe(90_000)
    expect(pauseAfter(new Unreachable('gone'), 11, 1)).toBe(30_000)
    expect(pauseAfter(new Unreachable('gone'), 12, 1)).toBeNull()
  })

  test('is tried until it succeeds, and each wait is reported', async () => {
    const pauses: number[] = []
    let tries = 0
    const answer = await withRetries(
      async () => {
        tries += 1
        if (tries < 4) throw new Unreachable('gone')
        return tries
      },
      { sleep: async () => {}, onWait: (_error, pauseMs) => pauses.push(pauseMs) },
    )
    expect(answer).toBe(4)
    expect(pauses).toHaveLength(3)
  })
})
