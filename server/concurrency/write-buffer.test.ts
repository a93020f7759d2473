import { expect, test } from 'vitest'
import { writeBuffer } from './write-buffer.ts'

/** A buffer over a fake store that fails or blocks on demand. */
function build({ at = 100, max = 1000 } = {}) {
  const stored: number[][] = []
  const state = { isAway: false, gate: Promise.resolve() }
  const failures: number[] = []
  const write = async (entries: number[]) => {
    await state.gate
    if (state.isAway) throw new Error('away')
    stored.push(entries)
  }
  const buffer = writeBuffer<number>({ afterMs: 1e6, at, max, write, onError: (_, waiting) => failures.push(waiting) })
  return { ...buffer, stored, state, failures }
}

test('what could not be written is written later, in its order', async () => {
  const { later, flushed, stored, state, failures } = build()
  state.isAway = true
  later(1)
  await flushed()
  later(2)
  state.isAway = false
  await flushed()
  expect([stored, failures]).toEqual([[[1, 2]], [1]])
})

test('no more are written at a time than do not wait for the clock', async () => {
  const { later, flushed, stored, state } = build({ at: 2 })
  state.isAway = true
  for (const entry of [1, 2, 3, 4, 5]) later(entry)
  await flushed()
  state.isAway = false
  await flushed()
  expect(stored).toEqual([[1, 2], [3, 4], [5]])
})

test('no more are kept than it holds', async () => {
  const { later, flushed, stored } = build({ max: 2 })
  for (const entry of [1, 2, 3]) later(entry)
  await flushed()
  expect(stored).toEqual([[1, 2]])
})

test('flushed waits for a write that is under way', async () => {
  const { later, flushed, stored, state } = build({ at: 1 })
  const gate = Promise.withResolvers<void>()
  state.gate = gate.promise
  later(1)
  const both = flushed().then(() => stored.length)
  gate.resolve()
  expect(await both).toBe(1)
})
