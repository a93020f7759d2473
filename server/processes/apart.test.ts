import type { ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { expect, onTestFinished, test, vi } from 'vitest'
import { processPool } from './apart.ts'

const IDLE_MS = 1000

test('a process whose time is over is taken by nobody, also before it has ended', () => {
  vi.useFakeTimers()
  onTestFinished(() => void vi.useRealTimers())
  const pool = processPool(
    () => Object.assign(new EventEmitter(), { kill: vi.fn() }) as unknown as ChildProcess,
    IDLE_MS,
  )
  const first = pool.take()
  pool.rest(first)
  expect(pool.take()).toBe(first)
  pool.rest(first)
  vi.advanceTimersByTime(IDLE_MS)
  expect(first.kill).toHaveBeenCalledWith('SIGKILL')
  expect(pool.take()).not.toBe(first)
})
