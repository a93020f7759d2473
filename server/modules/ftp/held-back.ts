import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { type SecureContext, TLSSocket } from 'node:tls'

/** What is read ahead of TLS, in bytes. */
const AHEAD_BYTES = 262_144

/** A connection whose end TLS hears of in its turn, behind all bytes, so that it can be told which of two ends came first. */
class HeldBack extends Duplex {
  readonly #raw: Socket

  constructor(raw: Socket) {
    super({ readableHighWaterMark: AHEAD_BYTES })
    this.#raw = raw
    raw.on('data', (piece) => {
      if (!this.push(piece)) raw.pause()
    })
    raw.once('end', () => this.push(null))
    raw.once('error', (error) => this.destroy(error))
    raw.once('close', () => this.destroy())
  }

  override _read(): void {
    this.#raw.resume()
  }

  override _write(piece: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#raw.write(piece, done)
  }

  override _final(done: () => void): void {
    this.#raw.end(done)
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#raw.destroy()
    done(error)
  }
}

/**
 * TLS that knows whether the other side said that it is done (close_notify) before the connection ended: only then are
 * the bytes all there (RFC 8446, 6.1). Node tells the two apart no more than it tells a truncated file from a whole one.
 */
export class ProvingSocket extends TLSSocket {
  #isDone = false
  #isCut = false

  constructor(raw: Socket, secureContext: SecureContext) {
    const held = new HeldBack(raw)
    // Before TLS listens itself: what it pushes after this is the end of the connection, not of the file.
    held.once('end', () => {
      this.#isCut = !this.#isDone
    })
    super(held, { isServer: true, secureContext })
  }

  override push(piece: unknown, encoding?: BufferEncoding): boolean {
    if (piece === null) this.#isDone = true
    return super.push(piece, encoding)
  }

  /** True once the connection ended without that word. */
  get isCut(): boolean {
    return this.#isCut
  }
}
