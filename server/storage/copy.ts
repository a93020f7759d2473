import { once } from 'node:events'
import { Readable, Writable } from 'node:stream'
import type pg from 'pg'

/** Methods of the driver's connection for COPY, which its types lack. */
type Wire = pg.Connection & {
  endCopyFrom(): void
  sendCopyFail(why: string): void
}
/** Callbacks of one statement, which the driver calls as messages arrive. */
type Hearing = {
  copyData?(bytes: Buffer): void
  copyBegins?(wire: Wire): void
  fails(error: Error): void
  ends(): void
}

/** Rows are collected into pieces of this size. */
const PIECE_BYTES = 65_536

/** The head of a message with data of COPY: `d`, and its length with that of the length. */
function copyDataHead(length: number): Buffer {
  const head = Buffer.from('d\0\0\0\0')
  head.writeInt32BE(length + 4, 1)
  return head
}

/** One COPY statement in the form that the driver can run. */
class Statement {
  readonly #text: string
  readonly #heard: Hearing
  #wire: Wire | null = null

  constructor(text: string, heard: Hearing) {
    this.#text = text
    this.#heard = heard
  }

  submit(connection: pg.Connection): void {
    this.#wire = connection as Wire
    connection.query(this.#text)
  }
  hold = () => this.#wire?.stream.pause()
  goOn = () => this.#wire?.stream.resume()

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    this.#heard.copyData?.(chunk)
  }
  handleCopyInResponse(wire: Wire): void {
    if (this.#heard.copyBegins) this.#heard.copyBegins(wire)
    else wire.sendCopyFail('nothing to send')
  }
  handleRowDescription(): void {}
  handleCommandComplete(): void {}
  handleError(error: Error): void {
    this.#heard.fails(error)
  }
  handleReadyForQuery(): void {
    this.#heard.ends()
  }
}

/**
 * Runs `copy … to stdout` and streams the result with backpressure. `onRow` sees every row: the server sends one
 * message per row; its bytes are valid only during the call.
 */
export function copyOut(client: pg.Client, text: string, onRow: (row: Uint8Array) => void = () => {}): Readable {
  let piece: Buffer[] = []
  let bytes = 0
  const flush = () => {
    const whole = Buffer.concat(piece)
    piece = []
    bytes = 0
    if (whole.length && !stream.push(whole)) statement.hold()
  }
  const statement = new Statement(text, {
    copyData(row) {
      onRow(row)
      // Copied, since the driver reuses its buffer.
      piece.push(Buffer.from(row))
      bytes += row.length
      if (bytes >= PIECE_BYTES) flush()
    },
    fails: (error) => stream.destroy(error),
    ends() {
      flush()
      stream.push(null)
    },
  })
  const stream = new Readable({
    read: () => void statement.goOn(),
    destroy(error, done) {
      statement.goOn()
      done(error)
    },
  })
  client.query(statement)
  return stream
}

/**
 * Runs `copy … to stdout` and gives every row to `onRow` as it arrives; its bytes are valid only during the call. After
 * `hold`, only those come that have been received, until `goOn`. `ended` rejects with the error of the database.
 */
export function copyEach(client: pg.Client, text: string, onRow: (row: Buffer) => void) {
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>()
  const statement = new Statement(text, { copyData: onRow, fails: reject, ends: resolve })
  client.query(statement)
  return { hold: statement.hold, goOn: statement.goOn, ended }
}

/** Runs `copy … from stdin`: written bytes go to the server, and `finish` fires when it has taken all. */
export function copyIn(client: pg.Client, text: string): Writable {
  let wire: Wire | null = null
  let ended: () => void = () => {}
  const begun = Promise.withResolvers<Wire>()
  // The writer gets the error from the stream.
  begun.promise.catch(() => {})
  const statement = new Statement(text, {
    copyBegins: begun.resolve,
    fails(error) {
      begun.reject(error)
      stream.destroy(error)
    },
    ends: () => ended(),
  })
  async function send(bytes: Uint8Array): Promise<void> {
    wire ??= await begun.promise
    const head = copyDataHead(bytes.length)
    if (bytes.length < PIECE_BYTES) wire.stream.write(Buffer.concat([head, bytes]))
    else {
      // The driver would copy them behind their head.
      wire.stream.cork()
      wire.stream.write(head)
      wire.stream.write(bytes)
      wire.stream.uncork()
    }
    if (wire.stream.writableNeedDrain) await once(wire.stream, 'drain')
  }
  const stream = new Writable({
    highWaterMark: PIECE_BYTES,
    write: (bytes: Uint8Array, _encoding, done) => void send(bytes).then(() => done(), done),
    final(done) {
      ended = done
      begun.promise.then((at) => at.endCopyFrom(), done)
    },
    destroy(error, done) {
      // Ends the statement on the server too, or the connection would wait for more data.
      if (error) begun.promise.then((at) => at.sendCopyFail(error.message)).catch(() => {})
      done(error)
    },
  })
  client.query(statement)
  return stream
}
