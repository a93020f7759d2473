import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo, Socket } from 'node:net'
import { onTestFinished } from 'vitest'
import type { World } from '../support/world.ts'

/** What runs when a test is over; journeys have a way of their own. */
export type AtEnd = (end: () => void) => void

/** Another web site on this machine, which the world may fetch from; it records its requests. */
export async function serveSite(
  world: Pick<World, 'config'>,
  answer: RequestListener,
  atEnd: AtEnd = (end) => onTestFinished(end),
) {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  const connections: Socket[] = []
  server.on('connection', (socket) => connections.push(socket))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  world.config.outside.allow.push(host)
  atEnd(() => {
    server.closeAllConnections()
    server.close()
  })
  /** What its connections carried, as whoever asked sees it. */
  const carried = () => ({
    requests: connections.length,
    in: connections.reduce((sum, { bytesWritten }) => sum + bytesWritten, 0),
    out: connections.reduce((sum, { bytesRead }) => sum + bytesRead, 0),
  })
  return { origin: `http://${host}`, host, asked, server, carried }
}
