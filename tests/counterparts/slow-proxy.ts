import { connect, createServer, type Socket } from 'node:net'

/** A port of this machine, or the path of a Unix socket. */
type Target = number | string

/**
 * A way to a server of this machine on which every answer comes late. `delayMs` may be changed while it runs, and
 * `silence` swallows all that is said either way, as a network does that is cut, until it is healed.
 */
export async function openSlowProxy(target: Target, delayMs: number) {
  const sockets = new Set<Socket>()
  const state = { delayMs, connections: 0 }
  let isSilent = false
  const server = createServer((near) => {
    state.connections += 1
    const far = typeof target === 'string' ? connect(target) : connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.on('data', (piece: Buffer) => far.write(piece))
    far.on('data', (piece: Buffer) => setTimeout(() => near.writable && near.write(piece), state.delayMs).unref())
    if (isSilent) for (const socket of [near, far]) socket.pause()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    state,
    open: () => sockets.size,
    silence(): void {
      isSilent = true
      for (const socket of sockets) socket.pause()
    },
    heal(): void {
      isSilent = false
      for (const socket of sockets) socket.resume()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
