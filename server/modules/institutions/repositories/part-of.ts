/** So many bytes of a file from where it is read on; `onBytes` hears of each piece. */
export async function* partOf(bytes: AsyncIterable<Buffer>, size: number, onBytes: (bytes: number) => void) {
  let left = size
  for await (const piece of bytes) {
    const own = piece.subarray(0, left)
    onBytes(own.length)
    yield own
    left -= own.length
    if (left === 0) return
  }
}
