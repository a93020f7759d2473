import { setImmediate as breath } from 'node:timers/promises'
import type { Digest } from './blob-store.ts'
import { digesting } from './digest.ts'

/**
 * Maximum number of uploads whose hash a process computes along the way; the least recently used one is read again when
 * it is sealed.
 */
const FOLLOWED_MAX = 200

type Followed = { next: number; digest: ReturnType<typeof digesting>; tail: Promise<void> }

/**
 * Hashes of uploads whose parts were all made by this process in order, so that they need not be read again. Any other
 * event removes an upload from it. The key is the store's id of the multipart upload: an upload that starts again, on
 * whichever node, gets another id.
 */
export function followed() {
  const known = new Map<string, Followed>()

  function begin(multipartId: string): Followed {
    const one = { next: 1, digest: digesting(), tail: Promise.resolve() }
    known.set(multipartId, one)
    if (known.size > FOLLOWED_MAX) known.delete(known.keys().next().value ?? '')
    return one
  }

  return {
    /** Resolves when the bytes of a part were hashed, or are not followed. */
    take(multipartId: string, number: number, pieces: readonly Uint8Array[]): Promise<void> {
      const one = number === 1 ? begin(multipartId) : known.get(multipartId)
      if (one?.next !== number) known.delete(multipartId)
      if (one?.next !== number) return Promise.resolve()
      one.next += 1
      one.tail = one.tail.then(async () => {
        for (const piece of pieces) {
          one.digest.take(piece)
          // Lets other work run between two chunks.
          await breath()
        }
      })
      return one.tail
    },

    forget: (multipartId: string): void => void known.delete(multipartId),

    /** Digest of an upload with this many parts; null if this process does not have it. */
    async digestOf(multipartId: string, parts: number): Promise<Digest | null> {
      const one = known.get(multipartId)
      if (one?.next !== parts + 1) return null
      await one.tail
      known.delete(multipartId)
      return one.digest.end()
    },
  }
}
