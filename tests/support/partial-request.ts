import { once } from 'node:events'
import { connect } from 'node:net'
import type { Client } from './client.ts'

type Request = { method: string; path: string; type?: string; body: string; headers?: Record<string, string> }

/**
 * Sends a request without the end of its body, once the server has started to read it; `end` sends the rest and returns
 * the status.
 */
export async function sendPartial(
  client: Client,
  { method, path, type = 'application/json', body, headers = {} }: Request,
) {
  const { hostname, port } = new URL(client.origin)
  const socket = connect(Number(port), hostname)
  const lines = { host: 'x', connection: 'close', 'content-type': type, ...client.headers(), ...headers }
  const head = Object.entries({ ...lines, 'content-length': Buffer.byteLength(body), expect: '100-continue' })
  socket.write(`${method} /api${path} HTTP/1.1\r\n${head.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n`)
  // The server sends "100 Continue" when it starts to handle the request.
  await once(socket, 'data')
  // The server may close the connection at once after a refusal.
  socket.on('error', () => {})
  socket.write(body.slice(0, 5))
  return {
    end: async (): Promise<number> => {
      let said = ''
      socket.on('data', (piece: Buffer) => (said += piece.toString()))
      socket.write(body.slice(5))
      await once(socket, 'close')
      return Number(/^HTTP\/1\.1 (\d+)/.exec(said)?.[1])
    },
    drop: () => void socket.destroy(),
  }
}
