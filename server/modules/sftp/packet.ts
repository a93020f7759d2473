/** Constants of version 3 of the protocol (draft-ietf-secsh-filexfer-02), which every program supports. */
export const VERSION = 3
export const Request = {
  INIT: 1,
  OPEN: 3,
  CLOSE: 4,
  READ: 5,
  WRITE: 6,
  LSTAT: 7,
  FSTAT: 8,
  SETSTAT: 9,
  FSETSTAT: 10,
  OPENDIR: 11,
  READDIR: 12,
  REMOVE: 13,
  MKDIR: 14,
  RMDIR: 15,
  REALPATH: 16,
  STAT: 17,
  RENAME: 18,
  EXTENDED: 200,
} as const
export const Reply = { VERSION: 2, STATUS: 101, HANDLE: 102, DATA: 103, NAME: 104, ATTRS: 105, EXTENDED: 201 } as const
export const Status = { OK: 0, EOF: 1, NO_SUCH_FILE: 2, DENIED: 3, FAILURE: 4, BAD_MESSAGE: 5, UNSUPPORTED: 8 } as const

/** The longest packet, as in OpenSSH. */
export const PACKET_BYTES = 262_144
const LENGTH_BYTES = 4

/** A malformed packet; the connection can't continue after it. */
export class BadPacket extends Error {}

/** Decodes the fields of a packet in order. Throws BadPacket when it is too short. */
export function fieldsOf(packet: Buffer) {
  let at = 0
  function take(bytes: number): Buffer {
    if (at + bytes > packet.length) throw new BadPacket('the packet is too short')
    at += bytes
    return packet.subarray(at - bytes, at)
  }
  const u32 = () => take(4).readUInt32BE()
  const bytes = () => take(u32())
  return {
    byte: () => take(1).readUInt8(),
    u32,
    u64: () => Number(take(8).readBigUInt64BE()),
    bytes,
    text(): string {
      try {
        return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes())
      } catch (error) {
        if (error instanceof BadPacket) throw error
        // Decoding a name in another encoding would change it.
        throw new BadPacket('names are UTF-8')
      }
    },
  }
}
export type Fields = ReturnType<typeof fieldsOf>

/** Encoders of packet fields. */
export const u32 = (value: number): Buffer => {
  const field = Buffer.alloc(4)
  field.writeUInt32BE(value)
  return field
}
export const u64 = (value: number): Buffer => {
  const field = Buffer.alloc(8)
  field.writeBigUInt64BE(BigInt(value))
  return field
}
export const text = (value: string | Uint8Array): Buffer => {
  const bytes = Buffer.from(value)
  return Buffer.concat([u32(bytes.length), bytes])
}
export const packetOf = (type: number, ...fields: readonly Buffer[]): Buffer => {
  const length = fields.reduce((sum, field) => sum + field.length, 1)
  return Buffer.concat([u32(length), Buffer.of(type), ...fields])
}

export const statusReply = (id: number, status: number, words: string): Buffer =>
  packetOf(Reply.STATUS, u32(id), u32(status), text(words), text('en'))

/** Splits a stream into packets, without their lengths; holds at most one of them. Throws BadPacket. */
export async function* packetsOf(stream: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let pieces: Buffer[] = []
  let held = 0
  let wanted = LENGTH_BYTES
  for await (const piece of stream) {
    pieces.push(piece)
    held += piece.length
    if (held < wanted) continue
    let whole = Buffer.concat(pieces)
    for (wanted = LENGTH_BYTES; whole.length >= wanted; ) {
      const length = whole.readUInt32BE()
      if (!length || length > PACKET_BYTES) throw new BadPacket(`a packet of ${length} bytes`)
      wanted = LENGTH_BYTES + length
      if (whole.length < wanted) break
      yield whole.subarray(LENGTH_BYTES, wanted)
      whole = whole.subarray(wanted)
      wanted = LENGTH_BYTES
    }
    pieces = [whole]
    held = whole.length
  }
}
