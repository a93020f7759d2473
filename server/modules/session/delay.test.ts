import { describe, expect, test } from 'vitest'
import { keysOf, LONGEST_WAIT_MS, waitMs } from './delay.ts'

describe('waiting after wrong passwords', () => {
  test.each([
    [1, 0],
    [2, 0],
    [3, 1000],
    [4, 2000],
    [5, 4000],
    [9, LONGEST_WAIT_MS],
    [1000, LONGEST_WAIT_MS],
  ])('%d misses of which 2 are free wait %d ms', (failures, expected) => expect(waitMs(failures, 3)).toBe(expected))

  test('no key is the account alone: a stranger cannot make its owner wait', () => {
    const [pair, address] = keysOf('10.0.0.1', 'Lin@Lab.test')
    expect(pair?.key).toBe('10.0.0.1 lin@lab.test')
    expect(address?.key).toBe('10.0.0.1')
  })
})
