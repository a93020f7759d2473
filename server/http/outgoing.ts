import type { Socket } from 'node:net'
import { type Attribution, attributionNow, type Passage } from './traffic.ts'

/** Watches a connection of ours to another site, which carries one request or one file. */
export type WatchOutgoing = (socket: Socket) => void

/**
 * Counts what passes through connections that this server opens to other sites, for the space and the person that they
 * are opened for. `countOpen` counts what passed since in those that are still open.
 */
export function outgoingTraffic(count: (passage: Passage) => void): { watch: WatchOutgoing; countOpen: () => void } {
  const open = new Map<Socket, { whose: Attribution; read: number; written: number }>()

  function countOf(socket: Socket, requests: number): void {
    const known = open.get(socket)
    if (!known) return
    const { bytesRead, bytesWritten } = socket
    const bytes = { inBytes: bytesRead - known.read, outBytes: bytesWritten - known.written }
    Object.assign(known, { read: bytesRead, written: bytesWritten })
    count({ ...known.whose, ...bytes, channel: 'transfer', requests })
  }
  function begin(socket: Socket, whose: Attribution): void {
    open.set(socket, { whose, read: 0, written: 0 })
    socket.once('close', () => {
      countOf(socket, 1)
      open.delete(socket)
    })
  }
  return {
    watch(socket) {
      // Read now, because events of a connection carry no actor.
      const whose = attributionNow()
      // A connection that never opens carries no traffic.
      if (socket.connecting) socket.once('connect', () => begin(socket, whose))
      else begin(socket, whose)
    },
    countOpen() {
      for (const socket of open.keys()) countOf(socket, 0)
    },
  }
}
