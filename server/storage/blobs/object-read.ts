import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import type { Objects, Range } from './objects.ts'

const PIECE_BYTES = 1_048_576
/** How often a broken stream is reopened without receiving a byte. */
const TRIES = 3

/**
 * Yields the bytes of an object; a stream that broke, or was closed because the reader was slow, is reopened where it
 * was.
 */
async function* follow(objects: Objects, key: string, first: Readable, range: Range): AsyncGenerator<Buffer> {
  let body = first
  for (let at = range.start, tries = 0; ; ) {
    try {
      for await (const piece of body as AsyncIterable<Buffer>) {
        at += piece.length
        tries = 0
        yield piece
      }
      return
    } catch (error) {
      tries += 1
      if (tries > TRIES) throw error
      if (at > range.end) return
      body = await objects.get(key, { start: at, end: range.end })
    }
  }
}

/** Opens an object for reading, whole or a range. Fails with ENOENT before the first byte. */
export async function readObject(objects: Objects, key: string, range?: Range): Promise<Readable> {
  if (range && range.end < range.start) return Readable.from([])
  const first = await objects.get(key, range)
  const bytes = follow(objects, key, first, range ?? { start: 0, end: Number.MAX_SAFE_INTEGER })
  const stream = Readable.from(bytes, { objectMode: false, highWaterMark: PIECE_BYTES })
  // Keeps an error before the first read from ending the process; the reader gets the error when it begins.
  first.on('error', () => {})
  return stream.once('close', () => first.destroy())
}

/** Reads a small object whole. Fails with ENOENT. */
export const bytesOfObject = async (objects: Objects, key: string): Promise<Buffer> =>
  buffer(await readObject(objects, key))
