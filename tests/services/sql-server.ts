import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer, type Socket } from 'node:net'

/** Whether the optional driver is there. */
export const hasTedious = existsSync(new URL('../../node_modules/tedious', import.meta.url))

const [BATCH, RESPONSE, LOGIN, ATTENTION, PRELOGIN] = [0x01, 0x04, 0x10, 0x06, 0x12]
const HEADER = 8
const PACKET_MAX = 4096
/** Where the login says account, password and database: a place and a number of characters each. */
const [USER_AT, PASSWORD_AT, DATABASE_AT] = [40, 44, 68]

const ucs2 = (text: string) => Buffer.from(text, 'utf16le')
const bytes = (...values: number[]) => Buffer.from(values)
const short = (value: number) => {
  const two = Buffer.alloc(2)
  two.writeUInt16LE(value)
  return two
}
const long = (value: number) => {
  const four = Buffer.alloc(4)
  four.writeInt32LE(value)
  return four
}

/** A column of an answer: a text of any length, or a number of double or single precision. */
export type TdsColumn = 'text' | 'double' | 'single'
export type TdsAnswer =
  | { columns: TdsColumn[]; rows: Iterable<(string | number | null)[]> }
  | { error: number; message: string }

const metadataOf = (columns: readonly TdsColumn[]) =>
  Buffer.concat([
    bytes(0x81),
    short(columns.length),
    ...columns.flatMap((type) => [
      long(0),
      short(1),
      type === 'text' ? bytes(0xe7, 0xff, 0xff, 0x09, 0x04, 0xd0, 0x00, 0x34) : bytes(0x6d, type === 'double' ? 8 : 4),
      bytes(0),
    ]),
  ])
function cellOf(value: string | number | null, type: TdsColumn): Buffer {
  if (type !== 'text') {
    if (value === null) return bytes(0)
    const number = Buffer.alloc(type === 'double' ? 8 : 4)
    if (type === 'double') number.writeDoubleLE(Number(value))
    else number.writeFloatLE(Number(value))
    return Buffer.concat([bytes(number.length), number])
  }
  if (value === null) return Buffer.alloc(8, 0xff)
  const text = ucs2(String(value))
  const length = Buffer.alloc(8)
  length.writeUInt32LE(text.length)
  return Buffer.concat([length, ...(text.length ? [long(text.length), text] : []), long(0)])
}
const doneOf = (status = 0) => Buffer.concat([bytes(0xfd), short(status), short(0), Buffer.alloc(8)])
function errorOf(number: number, message: string): Buffer {
  const text = ucs2(message)
  const body = [long(number), bytes(1, 16), short(message.length), text, bytes(0, 0), long(1)]
  return Buffer.concat([bytes(0xaa), short(body.reduce((sum, { length }) => sum + length, 0)), ...body])
}
const loginAck = () => {
  const name = ucs2('Fake')
  const body = Buffer.concat([bytes(1, 0x74, 0, 0, 0x04, name.length / 2), name, bytes(16, 0, 0, 1)])
  return Buffer.concat([bytes(0xad), short(body.length), body])
}
/** No encryption, no instance, no multiple results. */
const PRELOGIN_ANSWER = Buffer.concat([bytes(0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff), bytes(16, 0, 0, 1, 0, 0, 2)])

type Options = {
  account: string
  password: string
  database: string
  answer: (sql: string) => TdsAnswer
}

/**
 * A server that speaks as much of TDS as a reader needs: its login without encryption, and answers to batches. It is no
 * SQL Server: what is tried against it is what we send and understand.
 */
export async function startSqlServer({ account, password, database, answer }: Options) {
  const state = { asked: [] as string[], logins: 0 }
  const sockets = new Set<Socket>()
  let cutAfter = Number.POSITIVE_INFINITY

  function send(socket: Socket, body: Buffer, isLast = true): boolean {
    let isFree = true
    for (let at = 0; at === 0 || at < body.length; at += PACKET_MAX - HEADER) {
      const part = body.subarray(at, at + PACKET_MAX - HEADER)
      const head = bytes(RESPONSE, isLast && at + part.length >= body.length ? 1 : 0, 0, 0, 0, 0, 1, 0)
      head.writeUInt16BE(part.length + HEADER, 2)
      isFree = socket.write(Buffer.concat([head, part]))
    }
    return isFree
  }
  function signIn(socket: Socket, login: Buffer) {
    state.logins += 1
    const textAt = (at: number, read = (byte: number) => byte) => {
      const [from, characters] = [login.readUInt16LE(at), login.readUInt16LE(at + 2)]
      return Buffer.from(login.subarray(from, from + characters * 2).map(read)).toString('utf16le')
    }
    const shown = (byte: number) => (((byte ^ 0xa5) << 4) & 0xf0) | ((byte ^ 0xa5) >> 4)
    const wrong = textAt(USER_AT) !== account || textAt(PASSWORD_AT, shown) !== password
    if (wrong) return send(socket, Buffer.concat([errorOf(18456, 'Login failed for user'), doneOf(2)]))
    if (['', database].includes(textAt(DATABASE_AT))) return send(socket, Buffer.concat([loginAck(), doneOf()]))
    const errors = [errorOf(4060, 'Cannot open database'), errorOf(18456, 'Login failed for user')]
    return send(socket, Buffer.concat([...errors, doneOf(2)]))
  }
  /** Rows as fast as they are taken. */
  async function batch(socket: Socket, sql: string): Promise<void> {
    state.asked.push(sql)
    const found = answer(sql)
    if ('error' in found) {
      send(socket, Buffer.concat([errorOf(found.error, found.message), doneOf(2)]))
      return
    }
    if (found.columns.length) send(socket, metadataOf(found.columns), false)
    let count = 0
    for (const row of found.rows) {
      if ((count += 1) > cutAfter) socket.destroy()
      if (socket.destroyed) return
      const cells = row.map((value, at) => cellOf(value, found.columns[at] ?? 'text'))
      if (!send(socket, Buffer.concat([bytes(0xd1), ...cells]), false))
        await Promise.race([once(socket, 'drain'), once(socket, 'close')])
    }
    send(socket, doneOf())
  }

  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    let [held, message] = [Buffer.alloc(0), Buffer.alloc(0)]
    socket.on('data', (piece: Buffer) => {
      held = Buffer.concat([held, piece])
      while (held.length >= HEADER && held.readUInt16BE(2) >= HEADER && held.length >= held.readUInt16BE(2)) {
        const packet = held.subarray(0, held.readUInt16BE(2))
        held = held.subarray(packet.length)
        message = Buffer.concat([message, packet.subarray(HEADER)])
        const [kind, status] = [packet[0], packet[1] ?? 0]
        if (!(status & 1)) continue
        const whole = message
        message = Buffer.alloc(0)
        if (kind === PRELOGIN) send(socket, PRELOGIN_ANSWER)
        else if (kind === LOGIN) signIn(socket, whole)
        else if (kind === ATTENTION) send(socket, doneOf(0x20))
        // Before the text there are headers with their length.
        else if (kind === BATCH) void batch(socket, whole.subarray(whole.readUInt32LE(0)).toString('utf16le'))
      }
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    state,
    /** From now on, a connection breaks off after so many rows. */
    cutAfter: (rows: number) => {
      cutAfter = rows
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
