import type { Readable } from 'node:stream'
import { release } from '#server/storage/release.ts'

const taken = (answer: NodeJS.WritableStream, piece: Uint8Array): Promise<void> =>
  new Promise((resolve, reject) => answer.write(piece, (error) => (error ? reject(error) : resolve())))

async function sendPieces(source: Readable, answer: NodeJS.WritableStream): Promise<void> {
  for await (const piece of source) {
    await taken(answer, piece as Uint8Array)
    release(piece as Uint8Array)
  }
  answer.end()
}

/**
 * A source of bytes for an answer, each of whose pieces is freed once the system has taken it; nobody else may read
 * them. Fastify pipes what it is given, and goes on seeing errors and ends of both sides.
 */
export function releasing<Source extends Readable>(source: Source): Source {
  source.pipe = (answer) => {
    sendPieces(source, answer).catch(() => {
      // Who hung up has ended the source; what broke in the source breaks the answer.
    })
    return answer
  }
  return source
}
