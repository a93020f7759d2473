import type { ChildProcess } from 'node:child_process'
import { expect, test, vi } from 'vitest'
import { limitProcessorTime } from './processor-time.ts'

const LIMIT_MS = 1000

/** A process that lives for `forMs`, and spends that time as told; whether it was killed. */
function killedAfter(forMs: number, timesOf: Parameters<typeof limitProcessorTime>[2]): boolean {
  vi.useFakeTimers()
  try {
    const kill = vi.fn()
    const unlimit = limitProcessorTime({ pid: 1, kill } as unknown as ChildProcess, LIMIT_MS, timesOf)
    vi.advanceTimersByTime(forMs)
    unlimit()
    vi.advanceTimersByTime(forMs)
    return kill.mock.calls.length > 0
  } finally {
    vi.useRealTimers()
  }
}
/** Times of a process that spends this part of each second working, and this waiting for the processor. */
const spending = (used: number, waited: number) => () => {
  const now = performance.now()
  return { usedMs: now * used, waitedMs: now * waited }
}

test('a process that works for longer than its limit is killed', () => {
  expect(killedAfter(LIMIT_MS + 50, spending(1, 0))).toBe(true)
  expect(killedAfter(LIMIT_MS - 50, spending(1, 0))).toBe(false)
})

test('one that waits for the processor is not killed, however long that takes', () => {
  expect(killedAfter(50 * LIMIT_MS, spending(0.01, 0.99))).toBe(false)
})

test('one that neither works nor waits for the processor is killed after five times its limit', () => {
  expect(killedAfter(5 * LIMIT_MS + 50, spending(0, 0))).toBe(true)
  expect(killedAfter(4 * LIMIT_MS, spending(0, 0))).toBe(false)
})

test('where the system tells no times, the limit is of the time that passes', () => {
  expect(killedAfter(LIMIT_MS + 50, () => null)).toBe(true)
})
