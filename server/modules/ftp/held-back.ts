import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { type SecureContext, TLSSocket } from 'node:tls'

/** Bytes that are read ahead of TLS. */
const AHEAD_BYTES = 262_144

/**
 * A connection that delivers its end to TLS only after all bytes, so that TLS can tell close_notify and the end of the
 * connection apart.
 */
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
 * A TLS socket that knows whether the client sent close_notify before the connection ended: only then is the data
 * complete (RFC 8446, 6.1). Node does not report the difference, so a truncated file would look complete.
 */
export class ProvingSocket extends TLSSocket {
  #isDone = false
  #isCut = false

  constructor(raw: Socket, secureContext: SecureContext) {
    const held = new HeldBack(raw)
    // Registered before TLS adds its own listener: an end that it pushes afterwards is the connection's end, not the
    // file's.
    held.once('end', () => {
      this.#isCut = !this.#isDone
    })
    super(held, { isServer: true, secureContext })
  }

  override push(piece: unknown, encoding?: BufferEncoding): boolean {
    if (piece === null) this.#isDone = true
    return super.push(piece, encoding)
  }

  /** True when the connection ended without close_notify. */
  get isCut(): boolean {
    return this.#isCut
  }
}
