import { createServer, type Socket } from 'node:net'
import { listeningOn, placesByAddress } from '#server/modules/protocols/index.ts'
import { converse } from './conversation.ts'
import type { FtpNeeds } from './talk.ts'

/** How long a refused client has to read the reason, in milliseconds. */
const PARTING_MS = 2000

function refuseFull(socket: Socket): void {
  socket.resume().end('421 Too many connections: try again later\r\n')
  const late = setTimeout(() => socket.destroy(), PARTING_MS).unref()
  socket.once('close', () => clearTimeout(late))
}

/** Listens for FTP; `opened` and `closed` are called for each session. */
export function ftpServer(needs: FtpNeeds, callbacks: { opened: () => void; closed: () => void }) {
  const sessions = new Set<ReturnType<typeof converse>>()
  const takePlace = placesByAddress()
  const server = createServer({ allowHalfOpen: false }, (socket) => {
    socket.on('error', () => socket.destroy())
    const release = takePlace(socket)
    if (!release) return refuseFull(socket)
    callbacks.opened()
    const session = converse(socket, needs, () => {
      sessions.delete(session)
      release()
      callbacks.closed()
    })
    sessions.add(session)
  })
  return listeningOn(server, {
    stop() {
      for (const session of sessions) session.stop()
    },
    cut() {
      for (const session of sessions) session.cut()
    },
  })
}
