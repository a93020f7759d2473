import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { STALLED_MS } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'

/** Ends an answer whose reader has taken nothing for `longestMs`, to free its memory and file handles. */
export function endStalled(answer: ServerResponse, longestMs = STALLED_MS): void {
  // Injected requests have no socket.
  if (answer.socket instanceof Socket) answer.setTimeout(longestMs, () => answer.destroy())
}

/** Cuts the sender of a body that sends nothing any more, until the timeout of the request is set to 0. */
export const cutStalled = ({ raw }: FastifyRequest) => void raw.setTimeout(STALLED_MS, () => raw.destroy())

/** The body of a request as a stream; a stalled sender is cut. Throws uploadIncomplete when the connection breaks. */
export async function* streamOf(request: FastifyRequest): AsyncGenerator<Buffer> {
  const { raw } = request
  cutStalled(request)
  try {
    for await (const piece of raw) yield piece as Buffer
  } catch (error) {
    // A broken connection is no defect: it is answered as a refusal and not logged.
    throw new Failure('uploadIncomplete', { cause: error })
  } finally {
    raw.setTimeout(0)
  }
}
