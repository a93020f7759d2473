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
 * A source of bytes for a response; each piece is freed once the system has taken it, and must not be read by anybody
 * else. Fastify pipes it and still sees errors and the end of both sides.
 */
export function releasing<Source extends Readable>(source: Source): Source {
  source.pipe = (answer) => {
    sendPieces(source, answer).catch(() => {
      // A client that disconnected has ended the source; an error of the source ends the response.
    })
    return answer
  }
  return source
}
