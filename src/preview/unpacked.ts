import { ARCHIVE_READ_BYTES, RANGE_BLOCK_BYTES } from '#contract/core/limits.ts'
import type { RangeFile } from './ranges.ts'

/**
 * Unpacks a gzip as far as requested; stops at the limit, and at the end of the first member, because the browser's
 * decompressor reads only that one.
 */
export function unpacked(file: RangeFile) {
  let [at, taken, isCut] = [0, 0, false]
  const packed = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      async pull(controller) {
        const piece = await file.read(at, at + RANGE_BLOCK_BYTES)
        at += piece.length
        if (piece.length) controller.enqueue(piece)
        else controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const reader = packed.pipeThrough(new DecompressionStream('gzip')).getReader()
  let left = new Uint8Array()
  const next = () =>
    reader.read().catch((failure: unknown) => {
      if (!taken) throw failure
      isCut = true
      return { value: undefined, done: true as const }
    })
  async function read(bytes: number): Promise<Uint8Array> {
    const pieces = [left]
    let length = left.length
    while (length < bytes && taken < ARCHIVE_READ_BYTES) {
      const { value, done } = await next()
      if (done) break
      taken += value.length
      length += value.length
      pieces.push(new Uint8Array(value))
    }
    const whole = new Uint8Array(length)
    let start = 0
    for (const piece of pieces) {
      whole.set(piece, start)
      start += piece.length
    }
    left = whole.subarray(Math.min(bytes, length))
    return whole.subarray(0, bytes)
  }
  async function skip(bytes: number) {
    for (let rest = bytes; rest > 0; ) {
      const { length } = await read(Math.min(rest, RANGE_BLOCK_BYTES))
      if (!length) return
      rest -= length
    }
  }
  const end = () => reader.cancel().catch(() => undefined)
  return { read, skip, end, isStopped: () => isCut || taken >= ARCHIVE_READ_BYTES }
}
