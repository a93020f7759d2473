/**
 * Frees the memory of a piece of bytes that is no longer read. If it were left to the garbage collector, every 64 MB of
 * pieces would cause a scan of the whole heap, two thirds of the processor time of a large transfer. A piece that
 * shares its memory with others is left alone.
 */
export function release({ buffer, byteLength }: Uint8Array): void {
  if (byteLength > 0 && buffer.byteLength === byteLength && buffer instanceof ArrayBuffer) buffer.transfer(0)
}

/** The pieces of a source that reuses memory: before asking for the next piece, copy what is needed of this one. */
export async function* released<Piece extends Uint8Array>(source: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  for await (const piece of source) {
    yield piece
    release(piece)
  }
}
