import { connect as connectTls, type TLSSocket } from 'node:tls'
import { allOf, dataTo, type FtpClient } from './ftp-client.ts'

/** Stores bytes over a plain data connection; returns the last reply. */
export async function store(client: FtpClient, command: string, bytes: string | Uint8Array): Promise<string> {
  const port = await client.passive()
  const answer = client.say(command)
  const data = await dataTo(port)
  const first = await answer
  if (!first.startsWith('150')) {
    data.destroy()
    return first
  }
  data.end(bytes)
  data.resume()
  return client.reply()
}

/** Returns what a command sends over a plain data connection. */
export async function fetched(client: FtpClient, command: string): Promise<string> {
  const port = await client.passive()
  const answer = client.say(command)
  const data = await dataTo(port)
  const first = await answer
  if (!first.startsWith('150')) {
    data.destroy()
    return first
  }
  const bytes = await allOf(data)
  data.end()
  await client.reply()
  return bytes.toString()
}

/** Opens a data connection over TLS. */
export async function secureDataTo(port: number): Promise<TLSSocket> {
  const raw = await dataTo(port)
  const socket = connectTls({ socket: raw, rejectUnauthorized: false })
  socket.on('error', () => {})
  return socket
}
