import { createServer, type Server, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { FTP_DATA_WAIT_MS } from '#contract/core/limits.ts'
import { Refusal } from './refusal.ts'

/** Port range for data connections, inclusive; 0 to 0: any free port. */
export type PortRange = { first: number; last: number }
/** A port that waits for one data connection. */
export type Passive = {
  port: number
  /** The accepted connection; throws Refusal 425 on a timeout. */
  connected: () => Promise<Socket>
  close: () => void
}

const sameHost = (a: string, b: string) => ipaddr.process(a).toString() === ipaddr.process(b).toString()
const isTaken = (error: NodeJS.ErrnoException) => error.code === 'EADDRINUSE'

/** Starts listening; returns the port, null when it is in use. */
const listening = (server: Server, port: number, host: string): Promise<number | null> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => (isTaken(error) ? resolve(null) : reject(error)))
    // Of this process alone: it has the session that the data belongs to.
    server.listen({ port, host, backlog: 4, exclusive: true }, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })

/**
 * Waits for one connection from this address; connections from other addresses are closed, because ports can be
 * guessed.
 */
function waitingFor(server: Server, from: string): Omit<Passive, 'port'> {
  const { promise, resolve, reject } = Promise.withResolvers<Socket>()
  let isUsed = false
  let came: Socket | null = null
  const timer = setTimeout(() => server.close(), FTP_DATA_WAIT_MS).unref()
  server.on('connection', (socket) => {
    socket.on('error', () => socket.destroy())
    if (came || !sameHost(socket.remoteAddress ?? '0.0.0.0', from)) return void socket.destroy()
    came = socket
    server.close()
    resolve(socket)
  })
  server.once('close', () => {
    clearTimeout(timer)
    reject(new Refusal(425, 'No data connection came'))
  })
  // The timeout may fire before anybody awaits the promise; that must not count as an unhandled rejection.
  promise.catch(() => {})
  return {
    connected() {
      isUsed = true
      return promise
    },
    close() {
      server.close()
      if (!isUsed) came?.destroy()
    },
  }
}

/** The ports of one server for data connections; each is used by one session at a time. */
export function passivePorts(host: string, { first, last }: PortRange) {
  const count = last - first + 1
  let next = 0

  return async function open(from: string): Promise<Passive> {
    for (let tries = 0; tries < count; tries += 1) {
      const server = createServer({ pauseOnConnect: true, allowHalfOpen: true, noDelay: true })
      const port = await listening(server, first + (next++ % count), host)
      if (port !== null) return { port, ...waitingFor(server, from) }
    }
    throw new Refusal(425, 'Every port for data is in use: try again in a moment')
  }
}
export type OpenPassive = ReturnType<typeof passivePorts>
