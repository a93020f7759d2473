import { once } from 'node:events'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'
import type { World } from '../support/world.ts'

/** Another web site on this machine, which the world may fetch from; it records its requests. */
export async function serveSite(world: Pick<World, 'config'>, answer: RequestListener) {
  const asked: IncomingMessage[] = []
  const server = createServer((request, response) => {
    asked.push(request)
    answer(request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  world.config.outside.allow.push(host)
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { origin: `http://${host}`, host, asked, server }
}
