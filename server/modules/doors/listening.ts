import type { Server, Socket } from 'node:net'
import { DOOR_SESSIONS } from '#contract/limits.ts'
import { underWayOf } from '#server/http/under-way.ts'

/** What a stop waits for transfers under way: a little less than what the app gives each of its parts. */
const STOP_MS = 8000

/** Places of one door, so many for each address. Answers what gives one back; null when there is none left. */
export function placesByAddress(): (socket: Socket) => (() => void) | null {
  const places = underWayOf({ each: DOOR_SESSIONS.address, all: DOOR_SESSIONS.all })
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

/** The port of a door. */
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
