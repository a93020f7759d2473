import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { pipeline } from 'node:stream'
import { connect as connectTls } from 'node:tls'
import { Failure } from '#server/failure.ts'
import { ASK_MS, type SourceAddress } from './session.ts'
import { tlsOf } from './tls.ts'

/** A way to a database through this machine. */
export type Gate = {
  port: number
  /** Bytes that the database has sent. */
  received: () => number
  /** Why the gate closed a connection by itself, if it did. */
  refusal: () => Failure | null
  close: () => void
}
/** Judges bytes of the database before the driver sees them. Throws a Failure. */
export type Judge = (bytes: Buffer) => void

/**
 * Opens a local port that leads to the admitted address of a database and nowhere else. It is for drivers that open
 * their sockets themselves: they look names up, and none says how much it has received. The connection is encrypted
 * here, so that they need not. Throws the error of the network or of TLS if the database is not reached.
 */
export async function openGate(
  address: Pick<SourceAddress, 'host' | 'port' | 'tls' | 'ca' | 'admitted'>,
  judgeOf: () => Judge = () => () => undefined,
): Promise<Gate> {
  const outer = new Set<Socket>()
  let [ended, refusal]: [number, Failure | null] = [0, null]
  const reach = async () => {
    const socket = await connected(address)
    outer.add(socket)
    socket.once('close', () => {
      outer.delete(socket)
      ended += socket.bytesRead
    })
    return socket
  }
  const join = (inner: Socket, socket: Socket) => {
    const judge = judgeOf()
    socket.on('data', (bytes: Buffer) => {
      try {
        judge(bytes)
      } catch (error) {
        if (!(error instanceof Failure)) throw error
        refusal = error
        inner.destroy()
      }
    })
    pipeline(inner, socket, inner, () => socket.destroy())
  }
  let first: Socket | undefined = await reach()
  const server = createServer((inner) => {
    // Until it is joined with the database.
    inner.on('error', () => undefined)
    const ready = first ? Promise.resolve(first) : reach()
    first = undefined
    ready.then(
      (socket) => join(inner, socket),
      () => inner.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    received: () => [...outer].reduce((sum, { bytesRead }) => sum + bytesRead, ended),
    refusal: () => refusal,
    close() {
      server.close()
      for (const socket of outer) socket.destroy()
    },
  }
}

/** A connection to the admitted address; a server that hangs up instead of encrypting has no TLS. */
async function connected(address: Pick<SourceAddress, 'host' | 'port' | 'tls' | 'ca' | 'admitted'>): Promise<Socket> {
  const tls = tlsOf(address)
  const to = { host: address.admitted.address, port: address.port }
  const plain = connect(to).setNoDelay(true)
  await reached(plain, 'connect')
  if (!tls) return plain
  const secure = connectTls({ ...tls, socket: plain, host: to.host })
  return reached(secure, 'secureConnect').catch((error: Error & { code?: string }) => {
    throw error.code === 'ECONNRESET' ? new Failure('dataSourceTls', { cause: error }) : error
  })
}

/** A socket once it is ready. Throws its error, dataSourceSlow. */
async function reached<Kind extends Socket>(socket: Kind, event: string): Promise<Kind> {
  const failed = (error: Error) => socket.destroy(error)
  const timer = setTimeout(() => failed(new Failure('dataSourceSlow')), ASK_MS)
  try {
    await once(socket, event)
    return socket.on('error', () => undefined)
  } finally {
    clearTimeout(timer)
  }
}
