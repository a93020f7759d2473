import { expect, test } from 'vitest'
import { release, released } from './release.ts'

test('only a piece with memory of its own is freed', () => {
  const own = Buffer.allocUnsafeSlow(8)
  const shared = Buffer.allocUnsafeSlow(8).subarray(0, 4)
  for (const piece of [own, shared, Buffer.allocUnsafeSlow(0)]) release(piece)
  expect([own.length, shared.length]).toEqual([0, 4])
})

test('a piece stays until the next one is asked for', async () => {
  const seen: number[] = []
  const pieces = [1, 2, 3].map((length) => Buffer.allocUnsafeSlow(length))
  async function* source() {
    yield* pieces
  }
  for await (const piece of released(source())) seen.push(piece.length)
  expect(seen).toEqual([1, 2, 3])
  expect(pieces.map(({ length }) => length)).toEqual([0, 0, 0])
})
