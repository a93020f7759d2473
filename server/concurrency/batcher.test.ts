import { afterEach, expect, test, vi } from 'vitest'
import { batcher } from './batcher.ts'

afterEach(() => void vi.useRealTimers())

/** A batcher whose batches end when they are told to; `sizes` are those of all batches so far. */
function build(gathers: boolean) {
  vi.useFakeTimers()
  const sizes: number[] = []
  const ends: (() => void)[] = []
  const run = async (_key: string, items: number[]) => {
    sizes.push(items.length)
    await new Promise<void>((resolve) => ends.push(resolve))
    return items
  }
  const add = batcher(100, run, { gathers })
  const call = (count: number) => {
    for (let at = 0; at < count; at += 1) void add('key', at)
  }
  const end = async () => {
    ends.shift()?.()
    await vi.advanceTimersByTimeAsync(0)
  }
  return { sizes, call, end }
}

test('callers of a batch who call again at once are in the next one together, with those who waited', async () => {
  const { sizes, call, end } = build(true)
  call(8)
  await end()
  call(1)
  await end()
  // Seven were answered, and one waits.
  call(6)
  await vi.advanceTimersByTimeAsync(0)
  expect(sizes).toEqual([1, 7])
  call(1)
  await vi.advanceTimersByTimeAsync(0)
  expect(sizes).toEqual([1, 7, 8])
})

test('nobody waits long for a caller who does not come back', async () => {
  const { sizes, call, end } = build(true)
  call(8)
  await end()
  await end()
  call(1)
  expect(sizes).toEqual([1, 7])
  await vi.advanceTimersByTimeAsync(3)
  expect(sizes).toEqual([1, 7, 1])
})

test('few callers, and those of a batcher that gathers none, are not waited for', async () => {
  for (const [gathers, count] of [
    [true, 4],
    [false, 8],
  ] as const) {
    const { sizes, call, end } = build(gathers)
    call(count)
    await end()
    call(1)
    await end()
    expect(sizes).toEqual([1, count - 1, 1])
  }
})
