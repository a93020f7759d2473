import { once } from 'node:events'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type SecureContext, TLSSocket } from 'node:tls'
import { FTP_DATA_WAIT_MS, STALLED_MS } from '#contract/core/limits.ts'
import { ProvingSocket } from './held-back.ts'
import { Refusal } from './refusal.ts'

/** A data connection that bytes can go through. */
export type Channel = {
  stream: Duplex
  /** Whether what came is known to be not all: TLS ended without saying so. */
  isCut: () => boolean
  bytes: () => number
  /** Cuts it. */
  destroy: () => void
  /** Ends it when all went through, and cuts it otherwise. */
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

/** What ends a connection that nothing went through for STALLED_MS: its reader or writer holds a place of others. */
const endStalled = (socket: Socket) => socket.setTimeout(STALLED_MS, () => socket.destroy(new Error('stalled')))

/** What an end waits for the other side to take the last bytes. */
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

/** Makes a channel of a data connection, with TLS when the session asked for it. `into`: bytes come in to us. */
export async function channelOf(raw: Socket, secure: SecureContext | null, into: boolean): Promise<Channel> {
  if (!secure) {
    endStalled(raw)
    return channelThrough(raw, raw, () => false)
  }
  const proving = into ? new ProvingSocket(raw, secure) : null
  const stream = proving ?? new TLSSocket(raw, { isServer: true, secureContext: secure })
  // Every reader and writer of the stream hears of it too; this one keeps it from ending the process.
  stream.on('error', () => {})
  endStalled(proving ? raw : stream)
  await handshaken(stream)
  return channelThrough(stream, raw, () => proving?.isCut ?? false)
}
