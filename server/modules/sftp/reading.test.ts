import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { readingOf } from './reading.ts'

const content = randomBytes(5_000_000)
function opened() {
  const starts: number[] = []
  const reading = readingOf(content.length, async (start) => {
    starts.push(start)
    return Readable.from(pieces(start))
  })
  return { reading, starts }
}
function* pieces(start: number): Generator<Buffer> {
  for (let at = start; at < content.length; at += 65_536) yield content.subarray(at, at + 65_536)
}

describe('a file that is read at offsets', () => {
  test('is one stream while it is read more or less in order', async () => {
    const { reading, starts } = opened()
    const offsets = [0, 64_000, 32_000, 96_000, 160_000, 128_000]
    for (const offset of offsets)
      expect((await reading.read(offset, 32_000)).equals(content.subarray(offset, offset + 32_000))).toBe(true)
    expect(starts).toEqual([0])
  })

  test('begins anew where somebody jumps to, forwards and back', async () => {
    const { reading, starts } = opened()
    for (const offset of [0, 4_000_000, 10])
      expect((await reading.read(offset, 1000)).equals(content.subarray(offset, offset + 1000))).toBe(true)
    expect(starts).toEqual([0, 4_000_000, 10])
  })

  test('ends where it ends', async () => {
    const { reading } = opened()
    expect(await reading.read(content.length - 5, 100)).toHaveLength(5)
    expect(await reading.read(content.length, 100)).toHaveLength(0)
    expect(await reading.read(content.length + 5, 100)).toHaveLength(0)
  })

  test('that is shorter than its size is an error, not a shorter file', async () => {
    const reading = readingOf(10, async () => Readable.from([Buffer.alloc(4)]))
    await expect(reading.read(0, 10)).rejects.toThrow(/shorter/)
  })
})
