import { createHash } from 'node:crypto'
import type { Digest } from './blob-store.ts'

/** Computes the hash and size of a content while its pieces pass. */
export function digesting() {
  const [md5, sha256] = [createHash('md5'), createHash('sha256')]
  let size = 0
  return {
    take(piece: Uint8Array): void {
      md5.update(piece)
      sha256.update(piece)
      size += piece.length
    },
    end: (): Digest => ({ md5: md5.digest('hex'), sha256: sha256.digest('hex'), size }),
  }
}

export function digestOf(pieces: Iterable<Uint8Array>): Digest {
  const digest = digesting()
  for (const piece of pieces) digest.take(piece)
  return digest.end()
}

export async function digestOfStream(pieces: AsyncIterable<Uint8Array>): Promise<Digest> {
  const digest = digesting()
  for await (const piece of pieces) digest.take(piece)
  return digest.end()
}
