import { connect, createServer, type Socket } from 'node:net'

/** A way to a port of this machine on which every answer comes late. `delay` may be changed while it runs. */
export async function openSlowProxy(target: number, delayMs: number) {
  const sockets = new Set<Socket>()
  const state = { delayMs, connections: 0 }
  const server = createServer((near) => {
    state.connections += 1
    const far = connect(target, '127.0.0.1')
    for (const socket of [near, far]) {
      sockets.add(socket)
      socket.on('error', () => socket.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        near.destroy()
        far.destroy()
      })
    }
    near.pipe(far)
    far.on('data', (piece: Buffer) => setTimeout(() => near.writable && near.write(piece), state.delayMs).unref())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : 0,
    state,
    open: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
