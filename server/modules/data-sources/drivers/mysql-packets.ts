import type { Query } from 'mysql2'
import { NO_VALUE, type RawRow } from '#server/table-files/convert-bytes.ts'

/** A message of the database: it stands between `offset` and `end` of `buffer`, and is valid only during a call. */
type Packet = { buffer: Buffer; offset: number; end: number; isEOF(): boolean }
/** What the driver does with the next message, which answers what it does with the one behind; its types lack it. */
type Step = (packet: Packet, connection: unknown) => unknown

/** Gives the message of every row of a query to `onRow`, instead of making values of it. */
export function eachPacket(query: Query, onRow: (packet: Packet) => void): void {
  const command = query as unknown as { row: Step }
  const last = command.row
  const each: Step = (packet, connection) => {
    if (packet.isEOF()) return last.call(command, packet, connection)
    onRow(packet)
    return each
  }
  command.row = each
}

/** First bytes of a cell: it has no value, or its length follows in so many bytes; a smaller one is the length. */
const NULL = 0xfb
const LENGTH_BYTES: Record<number, number> = { 252: 2, 253: 3, 254: 8 }
/** Bytes of a length that can be other than zero: no message is longer. */
const LENGTH_BYTES_MAX = 6

/** The cells of a row in its message. */
export function readCells({ buffer, offset }: Packet, row: RawRow): void {
  let at = offset
  row.bytes = buffer
  for (let cell = 0; cell < row.starts.length; cell += 1) {
    const first = buffer[at] ?? NULL
    at += 1
    if (first === NULL) {
      row.starts[cell] = NO_VALUE
      row.ends[cell] = NO_VALUE
      continue
    }
    let length = first
    const bytes = LENGTH_BYTES[first]
    if (bytes !== undefined) {
      length = buffer.readUIntLE(at, Math.min(bytes, LENGTH_BYTES_MAX))
      at += bytes
    }
    row.starts[cell] = at
    at += length
    row.ends[cell] = at
  }
}
