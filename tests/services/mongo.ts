import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { type AddressInfo, createServer as createPlain, type Socket } from 'node:net'
import { createServer as createSecure } from 'node:tls'

/** Whether the optional driver is there, which brings the format of documents. */
export const hasMongodb = existsSync(new URL('../../node_modules/mongodb', import.meta.url))
type Document = Record<string, unknown>
type Bson = {
  serialize(document: Document): Uint8Array
  deserialize(bytes: Uint8Array, options?: object): Document
  Double: new (value: number) => unknown
  Long: { fromString(text: string): unknown }
  Decimal128: { fromString(text: string): unknown }
  ObjectId: new (hex: string) => unknown
  Binary: new (bytes: Buffer, type?: number) => unknown
}
const DRIVER = 'mongodb'
export const loadBson = async (): Promise<Bson> => (await import(DRIVER)).BSON

const [OP_REPLY, OP_QUERY, OP_MSG, HEADER] = [1, 2004, 2013, 16]
const HELLO = { helloOk: true, isWritablePrimary: true, minWireVersion: 0, maxWireVersion: 21, readOnly: false }
const SIZES = { maxBsonObjectSize: 16_777_216, maxMessageSizeBytes: 48_000_000, maxWriteBatchSize: 100_000 }
const ITERATIONS = 4096

const hmac = (key: Buffer, text: string) => createHmac('sha256', key).update(text).digest()

/** The server's side of SCRAM-SHA-256 (RFC 5802, 7677). */
function scram(accounts: Record<string, string>) {
  const [salt, nonce] = [randomBytes(16), randomBytes(18).toString('base64')]
  let [first, password, server] = ['', '', '']
  return {
    start(payload: string): string {
      first = payload.slice('n,,'.length)
      const [, account = '', own = ''] = /^n=([^,]*),r=(.*)$/.exec(first) ?? []
      password = accounts[account] ?? randomBytes(8).toString('hex')
      server = `r=${own}${nonce},s=${salt.toString('base64')},i=${ITERATIONS}`
      return server
    },
    /** Null if the proof is wrong. */
    end(payload: string): string | null {
      const [bare = '', proof = ''] = payload.split(',p=')
      const salted = pbkdf2Sync(password, salt, ITERATIONS, 32, 'sha256')
      const key = hmac(salted, 'Client Key')
      const said = `${first},${server},${bare}`
      const signature = hmac(createHash('sha256').update(key).digest(), said)
      const expected = Buffer.from(key.map((byte, at) => byte ^ (signature[at] ?? 0))).toString('base64')
      return proof === expected ? `v=${hmac(hmac(salted, 'Server Key'), said).toString('base64')}` : null
    },
  }
}

/** A value as one that JavaScript compares. */
function plain(value: unknown): unknown {
  if (value instanceof Date) return value.getTime()
  if (typeof value !== 'object' || value === null) return value ?? null
  const { _bsontype: type } = value as { _bsontype?: string }
  return type === 'Long' || type === 'Decimal128' || type === 'Double' ? Number(String(value)) : String(value)
}
const comparisons: Record<string, (one: never, other: never) => boolean> = {
  $eq: (one, other) => one === other,
  $lt: (one, other) => one !== null && one < other,
  $lte: (one, other) => one !== null && one <= other,
  $gt: (one, other) => one !== null && one > other,
  $gte: (one, other) => one !== null && one >= other,
  $ne: (one, other) => one !== other,
}
/** The part of the query language that imports use. */
function matches(document: Document, filter: Document): boolean {
  return Object.entries(filter).every(([name, wanted]) => {
    if (name === '$and') return (wanted as Document[]).every((one) => matches(document, one))
    if (name === '$or') return (wanted as Document[]).some((one) => matches(document, one))
    if (name === '$expr') {
      const { input, regex } = (wanted as { $regexMatch: { input: { $convert: { input: string } }; regex: string } })
        .$regexMatch
      return new RegExp(regex, 'u').test(String(document[input.$convert.input.slice(1)] ?? ''))
    }
    const value = plain(document[name]) as never
    if (wanted === null) return value === null
    return Object.entries(wanted as Document).every(([operator, other]) => {
      if (operator === '$nin') return !(other as unknown[]).map(plain).includes(value)
      return comparisons[operator]?.(value, plain(other) as never)
    })
  })
}

/** The number of a sort that has one field. */
function sorted(documents: Document[], [field, order]: [string, number]): Document[] {
  const by = (one: Document) => plain(one[field]) as number
  if (field === '$natural') return order < 0 ? documents.toReversed() : documents
  return documents.toSorted((one, other) => (by(one) < by(other) ? -order : order))
}

type Options = {
  accounts: Record<string, string>
  /** The database that keeps the accounts. */
  accountsIn?: string
  database: string
  collections: Record<string, Document[]>
  certificate?: { key: string; certificate: string }
  /** Documents of an answer at most. */
  batch?: number
}

/**
 * A server that speaks as much of the wire protocol of MongoDB as a reader needs: its hello, SCRAM-SHA-256,
 * listCollections, find and getMore. It is no MongoDB: what is tried against it is what we send and understand.
 */
export async function startMongo(options: Options) {
  const bson = await loadBson()
  const { accounts, accountsIn = 'admin', database, collections, certificate, batch = 100 } = options
  const state = { asked: [] as Document[], isCut: false }
  const sockets = new Set<Socket>()

  function answered(socket: Socket) {
    const cursors = new Map<number, Document[]>()
    let conversation = scram(accounts)
    let isSignedIn = false
    const failed = (code: number, errmsg: string) => ({ ok: 0, code, errmsg })
    const partOf = (id: number, where: string, name: 'firstBatch' | 'nextBatch') => {
      const rest = cursors.get(id) ?? []
      const part = rest.splice(0, batch)
      return { ok: 1, cursor: { [name]: part, id: bson.Long.fromString(rest.length ? String(id) : '0'), ns: where } }
    }
    const authenticate = (command: Document): Document => {
      const payload = Buffer.from(String((command.payload as { toString(as: string): string }).toString('hex')), 'hex')
      const said = (text: string, done: boolean) => ({
        ok: 1,
        conversationId: 1,
        done,
        payload: new bson.Binary(Buffer.from(text)),
      })
      if (command.saslStart) {
        conversation = scram(accounts)
        return said(conversation.start(payload.toString()), false)
      }
      const end = command.$db === accountsIn ? conversation.end(payload.toString()) : null
      if (end === null) return failed(18, 'Authentication failed.')
      isSignedIn = true
      return said(end, true)
    }
    return (command: Document): Document => {
      if (command.hello || command.ismaster || command.isMaster)
        return { ...HELLO, ...SIZES, localTime: new Date(), ok: 1, saslSupportedMechs: ['SCRAM-SHA-256'] }
      if (command.saslStart || command.saslContinue) return authenticate(command)
      if (command.endSessions || command.ping || command.killCursors) return { ok: 1 }
      if (!isSignedIn) return failed(13, 'command requires authentication')
      state.asked.push(command)
      if (command.buildInfo) return { ok: 1, version: '8.0.1' }
      if (command.$db !== database) return failed(13, `not authorized on ${String(command.$db)}`)
      if (command.listCollections) {
        const firstBatch = Object.keys(collections).map((name) => ({ name, type: 'collection' }))
        return { ok: 1, cursor: { id: bson.Long.fromString('0'), ns: `${database}.$cmd`, firstBatch } }
      }
      if (command.find) {
        const found = (collections[String(command.find)] ?? []).filter((one) =>
          matches(one, command.filter as Document),
        )
        const [sort] = Object.entries((command.sort as Record<string, number>) ?? {})
        const ordered = sort ? sorted(found, sort) : found
        const names = Object.entries((command.projection as Document) ?? {}).flatMap(([name, is]) => (is ? [name] : []))
        const shown = (one: Document) =>
          Object.fromEntries(Object.entries(one).filter(([name]) => names.includes(name)))
        const all = ordered.slice(0, Number(command.limit) || undefined)
        const id = cursors.size + 1
        cursors.set(id, names.length ? all.map(shown) : all)
        return partOf(id, `${database}.${String(command.find)}`, 'firstBatch')
      }
      if (command.getMore) {
        if (state.isCut) socket.destroy()
        return partOf(Number(String(command.getMore)), `${database}.${String(command.collection)}`, 'nextBatch')
      }
      return failed(59, 'no such command')
    }
  }

  function take(socket: Socket) {
    sockets.add(socket)
    socket.on('error', () => socket.destroy()).on('close', () => sockets.delete(socket))
    const answer = answered(socket)
    let held = Buffer.alloc(0)
    socket.on('data', (bytes: Buffer) => {
      held = Buffer.concat([held, bytes])
      if (held.length >= HEADER && held.readUInt32LE(0) > SIZES.maxMessageSizeBytes) socket.destroy()
      while (held.length >= HEADER && held.length >= held.readInt32LE(0)) {
        const message = held.subarray(0, held.readInt32LE(0))
        held = held.subarray(message.length)
        const [id, code] = [message.readInt32LE(4), message.readInt32LE(12)]
        // Flags, and the kind of the only section; or flags, the name of the collection, and two numbers.
        const begin = code === OP_MSG ? HEADER + 5 : message.indexOf(0, HEADER + 4) + 9
        const command = bson.deserialize(message.subarray(begin), { promoteValues: true })
        const body = bson.serialize(answer(command))
        const extra = code === OP_QUERY ? Buffer.alloc(20) : Buffer.alloc(5)
        if (code === OP_QUERY) extra.writeInt32LE(1, 16)
        const head = Buffer.alloc(HEADER)
        const numbers = [HEADER + extra.length + body.length, 0, id, code === OP_QUERY ? OP_REPLY : OP_MSG]
        for (const [at, value] of numbers.entries()) head.writeInt32LE(value, at * 4)
        if (socket.writable) socket.write(Buffer.concat([head, extra, body]))
      }
    })
  }
  const server = certificate
    ? createSecure({ key: certificate.key, cert: certificate.certificate }, take)
    : createPlain(take)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    /** The commands of readers who signed in. */
    asked: state.asked,
    /** From now on, a connection breaks off in the middle of an answer. */
    cut: () => (state.isCut = true),
    stop() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
