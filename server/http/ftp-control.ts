import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls, type TLSSocket } from 'node:tls'
import { Failure } from '#server/failure.ts'

/** Timeout for an FTP server that does not respond, in milliseconds (our choice). */
export const FTP_IDLE_MS = 60_000
/** Longest reply, in characters. */
const REPLY_MAX = 65_536

export type Reply = { code: number; text: string }
export type Guarded = { signal: AbortSignal; idleMs: number }
/** A server refused a command, or the account (`isLogin`). */
export class FtpRefused extends Error {
  readonly code: number
  readonly isLogin: boolean

  constructor({ code, text }: Reply, { isLogin = false } = {}) {
    super(text)
    this.code = code
    this.isLogin = isLogin
  }
}
const unreachable = (cause?: unknown) => new Failure('outsideUnreachable', { cause })
/** An abort keeps its reason; anything else that happens to a connection is the other side's failure. */
export const failureOf = (error: unknown, { signal }: Guarded): unknown =>
  signal.aborted ? signal.reason : error instanceof Failure || error instanceof FtpRefused ? error : unreachable(error)

/** A connection that ends when it is aborted, or when nothing is said for too long. */
export async function connected(place: { address: string; port: number }, guarded: Guarded): Promise<Socket> {
  const socket = connect({ host: place.address, port: place.port, noDelay: true })
  return guard(socket, 'connect', guarded)
}

/** Upgrades a connection. `verify`: the certificate must be of this host. */
export async function secured(
  socket: Socket,
  { host, verify, session }: { host: string; verify: boolean; session?: Buffer | undefined },
  guarded: Guarded,
): Promise<TLSSocket> {
  const name = /^[\d.:[\]]+$/.test(host) ? {} : { servername: host }
  const resumed = session ? { session } : {}
  return guard(connectTls({ socket, ...name, ...resumed, rejectUnauthorized: verify }), 'secureConnect', guarded)
}

async function guard<T extends Socket>(socket: T, event: string, guarded: Guarded): Promise<T> {
  const { signal, idleMs } = guarded
  // Readers and writers get the error; this listener only keeps it from ending the process.
  socket.on('error', () => undefined)
  const cut = () => void socket.destroy(signal.reason as Error)
  signal.addEventListener('abort', cut, { once: true })
  socket.once('close', () => signal.removeEventListener('abort', cut))
  socket.setTimeout(idleMs, () => socket.destroy(unreachable('silent')))
  try {
    await once(socket, event, { signal })
    return socket
  } catch (error) {
    socket.destroy()
    throw failureOf(error, guarded)
  }
}

/** Waits for an event of a connection. Throws outsideUnreachable when the connection is closed first. */
export const until = (socket: Socket, event: 'drain' | 'finish'): Promise<void> =>
  new Promise((resolve, reject) => {
    const closed = () => reject(unreachable(socket.errored))
    if (socket.destroyed) return closed()
    socket.once('close', closed)
    socket.once(event, () => {
      socket.off('close', closed)
      resolve()
    })
  })

/** Reads replies of a control connection, also those of several lines (RFC 959, 4.2). */
export function replyReader(socket: Socket, guarded: Guarded) {
  let text = ''
  let error: unknown = null
  let wake = () => {}
  socket.on('data', (piece) => {
    text += piece.toString()
    if (text.length > REPLY_MAX) socket.destroy(unreachable('endless reply'))
    wake()
  })
  socket.on('error', (cause) => {
    error = cause
  })
  socket.on('close', () => {
    error ??= unreachable('closed')
    wake()
  })
  return async function reply(): Promise<Reply> {
    for (;;) {
      const [whole, code = ''] = /^(\d{3})(?: [^\n]*|-[\s\S]*?\n\1 [^\n]*)\n/.exec(text) ?? []
      if (whole) {
        text = text.slice(whole.length)
        return { code: Number(code), text: whole.trim() }
      }
      if (error) throw failureOf(error, guarded)
      if (text.includes('\n') && !/^\d{3}/.test(text)) throw unreachable('no FTP')
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
  }
}
