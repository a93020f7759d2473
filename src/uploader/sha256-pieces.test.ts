import { createHash, randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { sha256Pieces, WHOLE_MAX_BYTES } from './sha256-pieces.ts'

const PIECE = 2 * 1_048_576
const known = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
async function digestOf(bytes: Buffer, pieces: ReturnType<typeof sha256Pieces>): Promise<string | null> {
  for (let at = 0; at < bytes.length; at += PIECE) await pieces.update(new Uint8Array(bytes.subarray(at, at + PIECE)))
  return pieces.digest()
}

describe('SHA-256 of pieces', () => {
  test.each([
    ['no bytes', 0],
    ['a piece', 1000],
    ['several pieces', 3 * PIECE + 1],
    ['as much as is digested at once', WHOLE_MAX_BYTES],
    ['one byte more', WHOLE_MAX_BYTES + 1],
  ])('is that of the file with %s, by the browser or without its help', async (_what, length) => {
    const bytes = randomBytes(length)
    expect(await digestOf(bytes, sha256Pieces())).toBe(known(bytes))
    expect(await digestOf(bytes, sha256Pieces(null))).toBe(known(bytes))
  })

  test('of a file knows nothing of the one before', async () => {
    const [large, small] = [randomBytes(WHOLE_MAX_BYTES + PIECE), randomBytes(PIECE)]
    const pieces = sha256Pieces()
    for (const bytes of [large, small, large, small]) expect(await digestOf(bytes, pieces)).toBe(known(bytes))
  })

  test('of a small file is the browser’s, of a large one never: no file is held whole', async () => {
    const asked: number[] = []
    const subtle = {
      digest: (name: AlgorithmIdentifier, data: BufferSource) => {
        asked.push(data.byteLength)
        return crypto.subtle.digest(name, data)
      },
    }
    const pieces = sha256Pieces(subtle)
    await digestOf(randomBytes(PIECE), pieces)
    await digestOf(randomBytes(WHOLE_MAX_BYTES + 1), pieces)
    expect(asked).toEqual([PIECE])
  })
})
