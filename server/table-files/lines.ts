/** Bytes of a batch to begin with. */
const LINES_BYTES = 524_288

const shared = (bytes: number) => Buffer.from(new SharedArrayBuffer(bytes))

/**
 * Lines as bytes in memory that threads share: two places that are used in turn, so that neither strings nor buffers are
 * left to the garbage collector of either thread, whose runs would cost more than everything else here.
 */
export class Lines {
  /** The lines so far, up to `length`; `room` may replace it. */
  bytes = shared(LINES_BYTES)
  length = 0
  count = 0
  #other = shared(LINES_BYTES)

  /** Makes room for so many further bytes. */
  room(more: number): void {
    const most = this.length + more
    if (most <= this.bytes.length) return
    const wider = shared(Math.max(most, this.bytes.length * 2))
    this.bytes.copy(wider, 0, 0, this.length)
    this.bytes = wider
  }
  /** Adds a text to the line under way. */
  write(text: string): void {
    // A character of a string is three bytes at most.
    this.room(text.length * 3)
    this.length += this.bytes.write(text, this.length)
  }
  add(line: string): void {
    this.write(line)
    this.count += 1
  }
  /** The lines so far, valid until those after the next ones begin. */
  take(): Uint8Array {
    const taken = new Uint8Array(this.bytes.buffer, this.bytes.byteOffset, this.length)
    ;[this.bytes, this.#other] = [this.#other, this.bytes]
    this.length = 0
    this.count = 0
    return taken
  }
}
