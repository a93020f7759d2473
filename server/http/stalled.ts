import type { ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { STALLED_MS } from '#contract/limits.ts'

/** Ends an answer of which its reader has taken nothing for so long: what is held for it would be held for nobody. */
export function endStalled(answer: ServerResponse, longestMs = STALLED_MS): void {
  // What is asked from inside has no socket.
  if (answer.socket instanceof Socket) answer.setTimeout(longestMs, () => answer.destroy())
}
