import { createReadStream } from 'node:fs'

/** A file on disk, or the bytes of a small one. */
export type TableFile = string | Buffer

const PIECE_BYTES = 65_536

/** The bytes of a file from here on, in pieces. */
export async function* piecesOf(
  file: TableFile,
  start = 0,
  end = Number.POSITIVE_INFINITY,
  pieceBytes = PIECE_BYTES,
): AsyncGenerator<Buffer> {
  if (typeof file !== 'string') {
    for (let at = start; at < Math.min(file.length, end); at += pieceBytes)
      yield file.subarray(at, Math.min(at + pieceBytes, file.length, end))
    return
  }
  if (end <= start) return
  for await (const piece of createReadStream(file, { start, end: end - 1, highWaterMark: pieceBytes }))
    yield piece as Buffer
}

/** The first bytes of a file. */
export const headOf = async (file: TableFile, bytes: number): Promise<Buffer> =>
  Buffer.concat(await Array.fromAsync(piecesOf(file, 0, bytes)))
