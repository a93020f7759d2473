import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import type { FastifyRequest } from 'fastify'
import { STALLED_MS } from '#contract/core/limits.ts'
import { Failure } from '#server/failure.ts'

/** Ends an answer of which its reader has taken nothing for so long: what is held for it would be held for nobody. */
export function endStalled(answer: ServerResponse, longestMs = STALLED_MS): void {
  // What is asked from inside has no socket.
  if (answer.socket instanceof Socket) answer.setTimeout(longestMs, () => answer.destroy())
}

/** The body of a request as it comes; a sender who says nothing for so long is cut. Throws uploadIncomplete for a line that broke. */
export async function* streamOf({ raw }: FastifyRequest): AsyncGenerator<Buffer> {
  raw.setTimeout(STALLED_MS, () => raw.destroy())
  try {
    for await (const piece of raw) yield piece as Buffer
  } catch (error) {
    // Nobody's fault here: it is told as what it means, and not logged as a defect.
    throw new Failure('uploadIncomplete', { cause: error })
  } finally {
    raw.setTimeout(0)
  }
}
