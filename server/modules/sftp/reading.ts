import type { Readable } from 'node:stream'

/** Bytes before the last one that are buffered: clients request several pieces at once, not always in order. */
const BEHIND_BYTES = 1_048_576
/** How far ahead a request may be before reopening at its offset is cheaper. */
const AHEAD_BYTES = 1_048_576

/** Reads a file at offsets through one stream while requests are roughly in order. `open` opens it at an offset. */
export function readingOf(size: number, open: (start: number) => Promise<Readable>) {
  let stream: Readable | null = null
  let pieces: AsyncIterator<Buffer> | null = null
  let kept: Buffer[] = []
  let [from, to] = [0, 0]

  async function begin(offset: number): Promise<void> {
    stream?.destroy()
    stream = await open(offset)
    pieces = stream[Symbol.asyncIterator]()
    kept = []
    from = offset
    to = offset
  }

  async function pull(): Promise<void> {
    const { value, done } = (await pieces?.next()) ?? { value: undefined, done: true }
    if (done || !value) throw new Error('the content is shorter than its size')
    kept.push(value)
    to += value.length
  }

  function between(start: number, end: number): Buffer {
    const parts: Buffer[] = []
    let at = from
    for (const piece of kept) {
      const part = piece.subarray(Math.max(0, start - at), Math.max(0, end - at))
      if (part.length) parts.push(part)
      at += piece.length
    }
    return Buffer.concat(parts)
  }

  function forget(): void {
    for (let first = kept[0]; first && to - from - first.length > BEHIND_BYTES; first = kept[0]) {
      kept.shift()
      from += first.length
    }
  }

  return {
    /** Opens the file at its beginning. Throws the errors of `open`. */
    begin: () => begin(0),
    /** Reads bytes at an offset; empty at the end of the file. */
    async read(offset: number, length: number): Promise<Buffer> {
      const end = Math.min(size, offset + length)
      if (offset >= end) return Buffer.alloc(0)
      if (!stream || offset < from || offset > to + AHEAD_BYTES) await begin(offset)
      while (to < end) await pull()
      const bytes = between(offset, end)
      forget()
      return bytes
    },
    close: () => void stream?.destroy(),
  }
}
export type Reading = ReturnType<typeof readingOf>
