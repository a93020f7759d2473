import type { Server, Socket } from 'node:net'
import { PROTOCOL_SESSIONS } from '#contract/core/limits.ts'
import { inFlightLimit } from '#server/concurrency/in-flight-limit.ts'

/** What a stop waits for transfers under way: a little less than what the app gives each of its parts. */
const STOP_MS = 8000

/** Places of one protocol, so many for each address. Answers what gives one back; null when there is none left. */
export function placesByAddress(): (socket: Socket) => (() => void) | null {
  const places = inFlightLimit({ each: PROTOCOL_SESSIONS.address, all: PROTOCOL_SESSIONS.all })
  return ({ remoteAddress = '' }) => {
    try {
      return places.take(remoteAddress, 1)
    } catch {
      // One more than there are places for: how they are turned away is the protocol's.
      return null
    }
  }
}

/** Those who are in: `stop` lets each come to the end of what is under way, `cut` does not. */
type Inside = { stop: () => void; cut: () => void }

/** The port of a protocol. */
export const listeningOn = (server: Server, { stop, cut }: Inside) => ({
  /** Answers the port; 0 takes a free one. */
  listen: (port: number, host: string): Promise<number> =>
    new Promise((resolve, reject) => {
      server.once('error', reject)
      server.listen(port, host, () => {
        server.off('error', reject)
        const address = server.address()
        resolve(typeof address === 'object' && address ? address.port : port)
      })
    }),
  /** Takes nobody in any more; resolves when those who are in have gone. */
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
