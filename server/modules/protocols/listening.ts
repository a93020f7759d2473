import type { Server, Socket } from 'node:net'
import { PROTOCOL_SESSIONS } from '#contract/core/limits.ts'
import { inFlightLimit } from '#server/concurrency/in-flight-limit.ts'

/** How long a stop waits for running transfers: a little less than the app gives each of its parts. */
const STOP_MS = 8000

/**
 * Limits connections of one protocol, in total and per address. Returns a function that ends the reservation; null
 * above a limit.
 */
export function placesByAddress(): (socket: Socket) => (() => void) | null {
  const places = inFlightLimit({ each: PROTOCOL_SESSIONS.address, all: PROTOCOL_SESSIONS.all })
  return ({ remoteAddress = '' }) => {
    try {
      return places.take(remoteAddress, 1)
    } catch {
      // One more than the limit is accepted, so that the protocol can refuse it with a message.
      return null
    }
  }
}

/** Open connections: `stop` lets each finish its transfer, `cut` does not. */
type Inside = { stop: () => void; cut: () => void }

/** The listening port of a protocol. */
export const listeningOn = (server: Server, { stop, cut }: Inside) => ({
  /** Returns the port; 0 takes a free one. */
  listen: (port: number, host: string): Promise<number> =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => {
        server.off('error', reject)
        const address = server.address()
        resolve(typeof address === 'object' && address ? address.port : port)
      })
    }),
  /** Accepts no more connections; resolves when the open ones have ended. */
  close: (): Promise<void> =>
    new Promise((resolve) => {
      const late = setTimeout(cut, STOP_MS)
      server.close(() => {
        clearTimeout(late)
        resolve()
      })
      stop()
    }),
})
