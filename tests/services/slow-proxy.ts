import { connect, createServer, type Socket } from 'node:net'

/** A port of this machine or the path of a Unix socket. */
type Target = number | string

/**
 * A proxy to a server of this machine that delays every answer. `delayMs` may be changed while it runs, and `silence`
 * drops all data in both directions, like a cut network, until it is healed.
 */
export async function openSlowProxy(target: Target, delayMs: number) {
  const sockets = new Set<Socket>()
  const fars = new Set<Socket>()
  const state = { delayMs, connections: 0 }
  let isSilent = false
  let [passed, cutAt] = [0, Number.POSITIVE_INFINITY]
  const server = createServer((near) => {
    state.connections += 1
    const far = typeof target === 'string' ? connect(target) : connect(target, '127.0.0.1')
    fars.add(far)
    far.on('close', () => fars.delete(far))
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => sockets.delete(socket))
    }
    near.on('close', () => far.destroy())
    // The server's last data is still in transit.
    far.on('close', () => setTimeout(() => near.destroySoon(), state.delayMs).unref())
    near.on('data', (piece: Buffer) => far.write(piece))
    far.on('data', (piece: Buffer) => {
      passed += piece.length
      if (passed >= cutAt) void close()
      else setTimeout(() => near.writable && near.write(piece), state.delayMs).unref()
    })
    if (isSilent) for (const socket of [near, far]) socket.pause()
  })
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
  await listen(0)
  async function close(): Promise<void> {
    cutAt = Number.POSITIVE_INFINITY
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    port,
    state,
    open: () => sockets.size,
    /** With `isNoticed` the server's keep-alive probes have already detected that the client is gone. */
    silence({ isNoticed = false } = {}): void {
      isSilent = true
      for (const socket of sockets) socket.pause()
      if (isNoticed) for (const far of fars) far.destroy()
    },
    heal(): void {
      isSilent = false
      for (const socket of sockets) socket.resume()
    },
    /** Refuses new connections and cuts existing ones until it is opened again. */
    close,
    /** Does so once the server has sent so many further bytes. */
    cutAfter(bytes: number): void {
      cutAt = passed + bytes
    },
    reopen: () => listen(port),
  }
}
