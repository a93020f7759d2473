import { createServer, type Server, type Socket } from 'node:net'
import ipaddr from 'ipaddr.js'
import { FTP_DATA_WAIT_MS } from '#contract/core/limits.ts'
import { Refusal } from './refusal.ts'

/** Ports that data connections come in at, both included; 0 to 0: whichever the system gives. */
export type PortRange = { first: number; last: number }
/** A port that waits for one data connection. */
export type Passive = {
  port: number
  /** The connection; throws Refusal 425 when none comes in time. */
  connected: () => Promise<Socket>
  close: () => void
}

const sameHost = (a: string, b: string) => ipaddr.process(a).toString() === ipaddr.process(b).toString()
const isTaken = (error: NodeJS.ErrnoException) => error.code === 'EADDRINUSE'

/** Listens; answers the port, null when somebody else has it. */
const listening = (server: Server, port: number, host: string): Promise<number | null> =>
  new Promise((resolve, reject) => {
    server.once('error', (error) => (isTaken(error) ? resolve(null) : reject(error)))
    server.listen({ port, host, backlog: 4 }, () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : port)
    })
  })

/** Waits for one connection from an address; whoever else comes is cut: the port could be found by trying. */
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
  // Nobody may have asked yet when the time is over.
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

/** The ports of one server for data connections: each waits for one session. */
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
