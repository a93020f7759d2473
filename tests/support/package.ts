import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { type ZipEntry, zipStream } from '#server/modules/files/zip/zip-writer.ts'

export type Piece = { name: string; text: string }

/** A zip of texts. */
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
