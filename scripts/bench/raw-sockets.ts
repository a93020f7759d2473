/** The limit of job h: a process that only holds sockets, and writes each message to all of them. */
import { createServer, type Socket } from 'node:net'

const sockets = new Set<Socket>()
const server = createServer((socket) => {
  sockets.add(socket.setNoDelay(true))
  // Written as the answer to an upgrade: the socket is ready.
  socket.write('!')
  socket.on('error', () => sockets.delete(socket))
})
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => process.send?.(server.address()))
process.on('message', (text: string) => {
  const bytes = Buffer.from(text, 'base64')
  for (const socket of sockets) socket.write(bytes)
})
process.on('disconnect', () => process.exit())
