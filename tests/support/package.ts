import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type ZipEntry, zipStream } from '#server/modules/files/zip/zip-writer.ts'

export type Piece = { name: string; text: string }

/** Builds a zip of text files. */
export const zipOf = (pieces: readonly Piece[]): Promise<Buffer> =>
  buffer(
    Readable.from(
      zipStream(
        pieces.map(
          ({ name, text }): ZipEntry => ({
            name,
            size: Buffer.byteLength(text),
            modified: new Date(0),
            open: async () => Readable.from([Buffer.from(text)]),
          }),
        ),
      ),
      { objectMode: false },
    ),
  )
