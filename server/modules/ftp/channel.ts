import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type SecureContext, TLSSocket } from 'node:tls'
import { FTP_DATA_WAIT_MS, STALLED_MS } from '#contract/core/limits.ts'
import { ProvingSocket } from './held-back.ts'
import { Refusal } from './refusal.ts'

/** A data connection for transferring bytes. */
export type Channel = {
  stream: Duplex
  /** Whether the received data is known to be incomplete: the TLS connection ended without close_notify. */
  isCut: () => boolean
  bytes: () => number
  /** Destroys the connection immediately. */
  destroy: () => void
  /** Closes the connection gracefully when everything was transferred, otherwise destroys it. */
  close: () => void
}

async function handshaken(socket: TLSSocket): Promise<void> {
  try {
    await once(socket, 'secure', { signal: AbortSignal.timeout(FTP_DATA_WAIT_MS) })
  } catch (error) {
    socket.destroy()
    throw new Refusal(425, 'TLS could not be set up on the data connection', error)
  }
}

/** Destroys a connection without traffic for STALLED_MS, because it occupies a place that others need. */
const endStalled = (socket: Socket) => socket.setTimeout(STALLED_MS, () => socket.destroy(new Error('stalled')))

/** How long closing waits for the client to take the last bytes, in milliseconds. */
const PARTING_MS = 10_000

function channelThrough(stream: Duplex, raw: Socket, isCut: () => boolean): Channel {
  const destroy = () => {
    stream.destroy()
    raw.destroy()
  }
  return {
    stream,
    isCut,
    bytes: () => raw.bytesRead + raw.bytesWritten,
    destroy,
    close() {
      if (!stream.readableEnded && !stream.writableFinished) return destroy()
      stream.end()
      const late = setTimeout(destroy, PARTING_MS).unref()
      raw.once('close', () => clearTimeout(late))
    },
  }
}

/**
 * Makes a channel of a data connection, with TLS when the session requires it. `into`: the client sends data to the
 * server.
 */
export async function channelOf(raw: Socket, secure: SecureContext | null, into: boolean): Promise<Channel> {
  if (!secure) {
    endStalled(raw)
    return channelThrough(raw, raw, () => false)
  }
  const proving = into ? new ProvingSocket(raw, secure) : null
  const stream = proving ?? new TLSSocket(raw, { isServer: true, secureContext: secure })
  // Every reader and writer of the stream gets the error too; this listener only keeps it from ending the process.
  stream.on('error', () => {})
  endStalled(proving ? raw : stream)
  await handshaken(stream)
  return channelThrough(stream, raw, () => proving?.isCut ?? false)
}
