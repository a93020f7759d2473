import { createHash } from 'node:crypto'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** What comes out of `last` when `source` goes in; a failure on the way is the failure of what is read. */
export function through(source: Readable, last: Transform): Transform {
  // Whoever reads is informed of a failure by the stream itself.
  pipeline(source, last).catch(() => {})
  return last
}

/** Hashes and counts what passes. */
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

/** What was read is not what its name says. */
export class Damaged extends Error {}

/** Passes bytes on and fails with Damaged at their end when they are others than the hash says. */
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
