import { describe, expect, test } from 'vitest'
import { CHUNK_BYTES } from './core/limits.ts'
import { chunkCountOf } from './uploads.ts'

describe('chunks of a file', () => {
  test('a negative size is refused', () => expect(() => chunkCountOf(-1)).toThrow(RangeError))
  test.each([
    [0, 1],
    [1, 1],
    [CHUNK_BYTES, 1],
    [CHUNK_BYTES + 1, 2],
    [10 * CHUNK_BYTES, 10],
  ])('%d bytes make %d', (size, count) => expect(chunkCountOf(size)).toBe(count))
})
