import type { BlobStore } from '#server/storage/blobs/blob-store.ts'

const BLOCK = 1_048_576
/** Number of cached blocks: entries are read in order, a few at a time. */
const KEPT = 16

/** A content with random access. */
export type Bytes = {
  size: number
  /** Reads up to `length` bytes; fewer only at the end. */
  read(start: number, length: number): Promise<Buffer>
  stream(start: number, length: number): AsyncGenerator<Buffer>
}

/** Random access to a content; small neighbouring reads are served from cached blocks. */
export function bytesOf(blobs: BlobStore, { sha256, size }: { sha256: string; size: number }): Bytes {
  const blocks = new Map<number, Promise<Buffer>>()

  async function fetchBlock(index: number): Promise<Buffer> {
    const pieces: Buffer[] = []
    const range = { start: index * BLOCK, end: Math.min(size, (index + 1) * BLOCK) - 1 }
    for await (const piece of await blobs.read(sha256, range)) pieces.push(piece as Buffer)
    return Buffer.concat(pieces)
  }
  function block(index: number): Promise<Buffer> {
    const found = blocks.get(index) ?? fetchBlock(index)
    blocks.delete(index)
    blocks.set(index, found)
    found.catch(() => blocks.delete(index))
    if (blocks.size > KEPT) blocks.delete(blocks.keys().next().value ?? -1)
    return found
  }

  async function* stream(start: number, length: number): AsyncGenerator<Buffer> {
    const end = Math.min(size, start + length)
    for (let at = start; at < end; ) {
      const from = at % BLOCK
      const piece = (await block(Math.floor(at / BLOCK))).subarray(from, from + end - at)
      if (!piece.length) return
      yield piece
      at += piece.length
    }
  }
  return {
    size,
    stream,
    async read(start, length) {
      const pieces: Buffer[] = []
      for await (const piece of stream(start, length)) pieces.push(piece)
      return pieces.length === 1 ? (pieces[0] as Buffer) : Buffer.concat(pieces)
    },
  }
}

/** Bytes that are read once, in order. */
export type Cursor = {
  /** Position of the next byte. */
  at(): number
  /** The next bytes; fewer only at the end. */
  take(length: number): Promise<Buffer>
  /** The next bytes, a piece at a time. */
  pieces(length: number): AsyncGenerator<Buffer>
  /** Skips bytes; returns how many were skipped. */
  skip(length: number): Promise<number>
}

export function cursorOf(bytes: Bytes): Cursor {
  let position = 0
  return {
    at: () => position,
    async take(length) {
      const piece = await bytes.read(position, length)
      position += piece.length
      return piece
    },
    async *pieces(length) {
      for await (const piece of bytes.stream(position, length)) {
        position += piece.length
        yield piece
      }
    },
    async skip(length) {
      const passed = Math.min(length, bytes.size - position)
      position += passed
      return passed
    },
  }
}

/** A cursor over a stream, which can't be read backwards. */
export function streamCursor(source: AsyncIterable<Buffer>): Cursor {
  const iterator = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  let position = 0

  async function* pieces(length: number): AsyncGenerator<Buffer> {
    for (let left = length; left > 0; ) {
      if (!rest.length) {
        const next = await iterator.next()
        if (next.done) return
        rest = next.value
      }
      const piece = rest.subarray(0, left)
      rest = rest.subarray(piece.length)
      left -= piece.length
      position += piece.length
      yield piece
    }
  }
  return {
    at: () => position,
    pieces,
    async take(length) {
      const taken: Buffer[] = []
      for await (const piece of pieces(length)) taken.push(piece)
      return Buffer.concat(taken)
    },
    async skip(length) {
      const from = position
      for await (const piece of pieces(length)) void piece
      return position - from
    },
  }
}
