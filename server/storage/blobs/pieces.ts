/** A piece with separate memory, which may be transferred. */
type Piece = { bytes: Buffer<ArrayBuffer>; isLast: boolean }

/** A buffer for more bytes than this one has: a short content shall not take the memory of a long one. */
function grown(buffer: Buffer<ArrayBuffer>, filled: number, needed: number, most: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafeSlow(Math.min(most, Math.max(needed, buffer.length * 2)))
  larger.set(buffer.subarray(0, filled))
  return larger
}

/**
 * The bytes of a source in pieces of `mostBytes(number)` (from 1), the last one shorter; there is always a last one,
 * possibly empty. Bytes are copied when they arrive: the source may reuse its memory at once.
 */
export async function* piecesOf(
  source: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  mostBytes: (number: number) => number,
): AsyncGenerator<Piece> {
  let [buffer, filled, number] = [Buffer.allocUnsafeSlow(0), 0, 1]
  for await (const one of source) {
    for (let from = 0; from < one.length; ) {
      if (filled === mostBytes(number)) {
        yield { bytes: buffer, isLast: false }
        ;[buffer, filled, number] = [Buffer.allocUnsafeSlow(mostBytes(number + 1)), 0, number + 1]
      }
      const length = Math.min(one.length - from, mostBytes(number) - filled)
      if (filled + length > buffer.length) buffer = grown(buffer, filled, filled + length, mostBytes(number))
      buffer.set(one.subarray(from, from + length), filled)
      filled += length
      from += length
    }
  }
  yield { bytes: buffer.subarray(0, filled), isLast: true }
}
