import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { BackupError, PlaceAway } from './manifest.ts'

/** Pipes `source` through `last` and returns it; an error of `source` becomes an error of the result. */
export function through(source: Readable, last: Transform): Transform {
  // The reader gets the error from the stream.
  pipeline(source, last).catch(() => {})
  return last
}

/** Hashes and counts the bytes that pass. */
export function measure() {
  const hash = createHash('sha256')
  let bytes = 0
  const stream = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece)
      bytes += piece.length
      done(null, piece)
    },
  })
  return { stream, totals: () => ({ sha256: hash.digest('hex'), bytes }) }
}

/** The bytes read do not match their hash. */
export class Damaged extends Error {}

/** Whether an error means that a content is damaged, rather than that its location is unavailable. */
export const isDamage = (error: unknown): boolean =>
  error instanceof Damaged || (error instanceof BackupError && !(error instanceof PlaceAway))

/** Passes bytes on and fails with Damaged at their end when they do not match the hash. */
export function proved(source: Readable, sha256: string): Readable {
  const hash = createHash('sha256')
  const prove = new Transform({
    transform(piece: Buffer, _encoding, done) {
      hash.update(piece)
      done(null, piece)
    },
    flush: (done) => done(hash.digest('hex') === sha256 ? null : new Damaged(sha256)),
  })
  return through(source, prove)
}

/** The lines of a text. */
export async function* linesOf(text: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder()
  let rest = ''
  for await (const piece of text) {
    const lines = `${rest}${decoder.write(piece)}`.split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
}
