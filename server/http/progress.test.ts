import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { TELL_MS, throttled } from './progress.ts'

beforeEach(() => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
})
function telling() {
  const told: number[] = []
  return { told, ...throttled((share) => void told.push(share)) }
}

test('work that has ended tells nothing', () => {
  const { told, onProgress, end } = telling()
  onProgress(0.5)
  end()
  vi.advanceTimersByTime(10 * TELL_MS)
  expect(told).toEqual([])
})

test('short work tells nothing; what is known in its beginning is told when it goes on', () => {
  const { told, onProgress } = telling()
  onProgress(0)
  vi.advanceTimersByTime(TELL_MS - 1)
  expect(told).toEqual([])
  vi.advanceTimersByTime(1)
  expect(told).toEqual([0])
})

test('the newest share is told, once', () => {
  const { told, onProgress } = telling()
  for (const share of [0.101, 0.2, 0.309]) onProgress(share)
  vi.advanceTimersByTime(TELL_MS)
  onProgress(0.301)
  vi.advanceTimersByTime(TELL_MS)
  onProgress(0.4)
  vi.advanceTimersByTime(TELL_MS)
  expect(told).toEqual([0.3, 0.4])
})
