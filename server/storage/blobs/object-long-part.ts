import { Readable } from 'node:stream'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import type { Multipart, Objects } from './objects.ts'

/** The store's client can't resend a body that was partly sent, so tries are counted here. */
const TRIES = 3

type LongPart<Chunk> = {
  whole: Multipart
  number: number
  chunks: readonly Chunk[]
  fetch: (chunk: Chunk) => Promise<Buffer>
}

/** Chunks in order; the next one is fetched while one is sent. */
async function* inOrder<Chunk>({ chunks, fetch }: Pick<LongPart<Chunk>, 'chunks' | 'fetch'>): AsyncGenerator<Buffer> {
  const begin = (chunk: Chunk | undefined) => {
    const bytes = chunk && fetch(chunk)
    // The error is handled where the promise is awaited.
    bytes?.catch(() => {})
    return bytes
  }
  let next = begin(chunks[0])
  for (let at = 1; next; at += 1) {
    const bytes = await next
    next = begin(chunks[at])
    yield bytes
  }
}

/** Sends a part that is too long for memory; all its chunks are full except the last one of an upload. */
export async function putLongPart<Chunk>(objects: Objects, part: LongPart<Chunk>): Promise<string> {
  const { whole, number, chunks, fetch } = part
  const last = chunks.at(-1)
  const length = (chunks.length - 1) * CHUNK_BYTES + (last ? (await fetch(last)).length : 0)
  for (let tries = 1; ; tries += 1) {
    try {
      return await objects.putPart(whole, number, Readable.from(inOrder(part), { objectMode: false }), length)
    } catch (error) {
      if (tries === TRIES) throw error
    }
  }
}
