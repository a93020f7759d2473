import { createServer, type Server, type Socket } from 'node:net'
import { DOOR_SESSIONS } from '#contract/limits.ts'
import { underWayOf } from '#server/http/under-way.ts'
import { converse } from './conversation.ts'
import type { FtpNeeds } from './talk.ts'

/** What a stop waits for transfers under way: a little less than what the app gives each of its parts. */
const STOP_MS = 8000
/** What somebody who is turned away has to read why. */
const PARTING_MS = 2000

function turnAway(socket: Socket): void {
  socket.resume().end('421 Too many connections: try again later\r\n')
  const late = setTimeout(() => socket.destroy(), PARTING_MS).unref()
  socket.once('close', () => clearTimeout(late))
}

/** Listens for FTP; `opened` and `closed` hear of each session. */
export function ftpServer(needs: FtpNeeds, tell: { opened: () => void; closed: () => void }) {
  const sessions = new Set<ReturnType<typeof converse>>()
  const places = underWayOf({ each: DOOR_SESSIONS.address, all: DOOR_SESSIONS.all })
  const server: Server = createServer({ allowHalfOpen: false }, (socket) => {
    socket.on('error', () => socket.destroy())
    let giveBack: () => void
    try {
      giveBack = places.take(socket.remoteAddress ?? '', 1)
    } catch {
      // One more than there are places for: told, and not kept.
      return turnAway(socket)
    }
    tell.opened()
    const session = converse(socket, needs, () => {
      sessions.delete(session)
      giveBack()
      tell.closed()
    })
    sessions.add(session)
  })
  return {
    listen: (port: number, host: string): Promise<number> =>
      new Promise((resolve, reject) => {
        server.once('error', reject)
        server.listen(port, host, () => {
          server.off('error', reject)
          const address = server.address()
          resolve(typeof address === 'object' && address ? address.port : port)
        })
      }),
    /** Takes nobody in any more; sessions end as their transfers do. */
    close: (): Promise<void> =>
      new Promise((resolve) => {
        const late = setTimeout(() => {
          for (const session of sessions) session.cut()
        }, STOP_MS)
        server.close(() => {
          clearTimeout(late)
          resolve()
        })
        for (const session of sessions) session.stop()
      }),
  }
}
