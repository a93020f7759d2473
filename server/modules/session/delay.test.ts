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

  test('a browser that the person knows waits for its own misses alone: nobody else can make the owner wait', () => {
    expect(keysOf('10.0.0.1', 'Lin@Lab.test', true)).toEqual([{ key: 'known 10.0.0.1 lin@lab.test', free: 3 }])
  })

  test('others wait with their address, and an account from everywhere only after many misses', () => {
    const keys = keysOf('10.0.0.1', 'Lin@Lab.test', false)
    expect(keys.map(({ key }) => key)).toEqual(['10.0.0.1 lin@lab.test', '10.0.0.1', '* lin@lab.test'])
    expect(keys.map(({ free }) => free)).toEqual([3, 30, 100])
  })
})
