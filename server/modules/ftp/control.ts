import { once } from 'node:events'
import type { Socket } from 'node:net'
import { type SecureContext, TLSSocket } from 'node:tls'
import { PROTOCOL_IDLE_MS } from '#contract/core/limits.ts'
import { type Heard, lineReader } from './line.ts'

/** What an end waits for the other side to take its last reply. */
const PARTING_MS = 2000

/** `heard` is told of all lines of a piece together: what came with a command is known when it is followed. */
type Ears = { heard: (lines: readonly Heard[]) => void; idle: () => void; closed: () => void }

/** The control connection: lines in, replies out; it becomes TLS when AUTH asks for it. */
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
    /** The address that the other side reached us at. */
    at: raw.localAddress ?? '',
    isOpen: () => !isOver,
    /** Whether the last reply was said: nothing is done any more. */
    isEnding: () => isEnding,
    /** Whether the other side takes what is said as fast as it asks. */
    isTaken: () => !socket.writableNeedDrain,
    hasMore: () => reader.isBegun(),
    say(text: string): void {
      if (!isOver && socket.writable) socket.write(`${text}\r\n`)
    },
    /** Resolves when the other side has taken enough of what was said. */
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
    /** Ends it once the last reply is out. */
    end(): void {
      isEnding = true
      socket.end()
      setTimeout(over, PARTING_MS).unref()
    },
    cut: over,
  }
}
export type Control = ReturnType<typeof controlOf>
