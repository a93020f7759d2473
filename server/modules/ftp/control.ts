import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import { PROTOCOL_IDLE_MS } from '#contract/core/limits.ts'
import { type Heard, lineReader } from './line.ts'

/** How long closing waits for the client to take the last reply, in milliseconds. */
const PARTING_MS = 2000

/** `heard` gets all lines of a received chunk together, so that the handler knows what arrived with a command. */
type Ears = { heard: (lines: readonly Heard[]) => void; idle: () => void; closed: () => void }

/** The control connection: command lines in, replies out; AUTH upgrades it to TLS. */
export function controlOf(raw: Socket, ears: Ears) {
  let socket: Socket = raw
  let reader = lineReader()
  let isOver = false
  let isEnding = false

  const over = () => {
    if (isOver) return
    isOver = true
    socket.destroy()
    raw.destroy()
    ears.closed()
  }

  function attach(to: Socket): void {
    socket = to
    reader = lineReader()
    to.setTimeout(PROTOCOL_IDLE_MS, ears.idle)
    to.on('data', (piece) => {
      const lines = reader.take(piece)
      if (lines.length && !isOver) ears.heard(lines)
    })
    to.on('error', over)
    to.on('end', over)
    to.on('close', over)
  }
  raw.setNoDelay(true)
  attach(raw)

  return {
    from: raw.remoteAddress ?? '',
    /** The local address to which the client connected. */
    at: raw.localAddress ?? '',
    isOpen: () => !isOver,
    /** Whether the last reply was sent: no further command is executed. */
    isEnding: () => isEnding,
    /** Whether the client reads replies as fast as it sends commands. */
    isTaken: () => !socket.writableNeedDrain,
    hasMore: () => reader.isBegun(),
    say(text: string): void {
      if (!isOver && socket.writable) socket.write(`${text}\r\n`)
    },
    /** Resolves when the client has read enough of the buffered replies. */
    async taken(): Promise<void> {
      if (!isOver && socket.writableNeedDrain) await Promise.race([once(socket, 'drain'), once(socket, 'close')])
    },
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    secure(secureContext: SecureContext): void {
      for (const event of ['data', 'error', 'end', 'close', 'timeout']) raw.removeAllListeners(event)
      raw.setTimeout(0)
      raw.on('error', over)
      attach(new TLSSocket(raw, { isServer: true, secureContext }))
    },
    /** Closes the connection after the last reply. */
    end(): void {
      isEnding = true
      socket.end()
      setTimeout(over, PARTING_MS).unref()
    },
    cut: over,
  }
}
export type Control = ReturnType<typeof controlOf>
