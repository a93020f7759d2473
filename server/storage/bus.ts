import { sql } from 'kysely'
import pg from 'pg'
import { type Address, clientConfig, type Db } from './database.ts'

export type Topic = 'realtime' | 'person' | 'space' | 'settings' | 'methods' | 'mail'
type Listener = (payload: unknown) => void

/** News between all nodes, over LISTEN/NOTIFY of the one database. */
export type Bus = {
  /** Tells every node, this one included; resolves when the database has it. */
  publish(topic: Topic, payload: unknown): Promise<void>
  on(topic: Topic, listener: Listener): () => void
  /** False while news may be missed. */
  isConnected(): boolean
  /** Called after a reconnect: what was remembered may be stale. */
  onGap(listener: () => void): () => void
  close(): Promise<void>
}

const CHANNEL = 'dataspace'
/** NOTIFY carries less than 8000 bytes; what is longer is cut by its sender. */
const PAYLOAD_MAX_BYTES = 7900
const RETRY_MS = 1000

/** Listens on a connection of its own and speaks through the pool, so that a node that hears nothing still tells. */
export async function openBus(address: Address, db: Db): Promise<Bus> {
  const listeners = new Map<Topic, Set<Listener>>()
  const gaps = new Set<() => void>()
  let client: pg.Client | null = null
  let isClosed = false
  let retry: NodeJS.Timeout | undefined

  function hear(message: pg.Notification) {
    const { topic, payload } = JSON.parse(message.payload ?? '{}') as { topic: Topic; payload: unknown }
    for (const listener of listeners.get(topic) ?? []) listener(payload)
  }

  async function connect() {
    const fresh = new pg.Client({ ...clientConfig(address), keepAlive: true })
    fresh.on('notification', hear)
    fresh.on('error', () => lose(fresh))
    fresh.on('end', () => lose(fresh))
    await fresh.connect()
    await fresh.query(`listen ${CHANNEL}`)
    client = fresh
  }

  function lose(lost: pg.Client) {
    if (client !== lost || isClosed) return
    client = null
    reconnectLater()
  }

  function reconnectLater() {
    retry = setTimeout(() => {
      connect().then(
        () => gaps.forEach((tell) => void tell()),
        () => reconnectLater(),
      )
    }, RETRY_MS)
  }

  await connect()
  return {
    async publish(topic, payload) {
      const text = JSON.stringify({ topic, payload })
      if (Buffer.byteLength(text) > PAYLOAD_MAX_BYTES)
        throw new RangeError(`news of ${text.length} characters on ${topic}`)
      await sql`select pg_notify(${CHANNEL}, ${text})`.execute(db)
    },
    on(topic, listener) {
      const set = listeners.get(topic) ?? new Set()
      listeners.set(topic, set.add(listener))
      return () => void set.delete(listener)
    },
    isConnected: () => client !== null,
    onGap(listener) {
      gaps.add(listener)
      return () => void gaps.delete(listener)
    },
    async close() {
      isClosed = true
      clearTimeout(retry)
      await client?.end()
      client = null
    },
  }
}
