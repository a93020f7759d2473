import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { type Address, clientConfig, type Db, type Tx } from './database.ts'
import { cutLines, healLines } from './lines.ts'

export type Topic =
  | 'realtime'
  | 'person'
  | 'space'
  | 'settings'
  | 'methods'
  | 'mail'
  | 'task'
  | 'cancel'
  | 'traffic'
  | 'application'
  | 'share'
type Listener = (payload: unknown) => void

/** Messages between all nodes, over LISTEN/NOTIFY of the shared database. */
export type Bus = {
  /**
   * Notifies every node, including this one: when it resolves, this node's listeners have run. With `tx` the message is
   * sent on commit, and received soon after.
   */
  publish(topic: Topic, payload: unknown, tx?: Db | Tx): Promise<void>
  /** Sends many messages to every node at once, when `tx` commits. */
  publishAll(news: readonly { topic: Topic; payload: unknown }[], tx: Tx): Promise<void>
  on(topic: Topic, listener: Listener): () => void
  /** False while messages may be missed. */
  isConnected(): boolean
  /** Called after a reconnect: cached data may be stale. */
  onGap(listener: () => void): () => void
  close(): Promise<void>
}

const CHANNEL = 'dataspace'
/** NOTIFY carries less than 8000 bytes; the sender splits longer messages. */
const PAYLOAD_MAX_BYTES = 7900
/** Messages sent by one statement. */
const TOLD_AT_ONCE = 1000
const RETRY_MS = 1000
/** How long a publisher waits for its own message: a silently lost connection must not delay an answer. */
const HEAR_MS = 2000
/**
 * Interval of checks of the listening connection, and how long its answer may take: a network that drops packets
 * reports no error, and this node's caches would become stale unnoticed.
 */
const BEAT_MS = 2500
const MISSED_MAX = 2

/**
 * Listens on a separate connection and publishes through the pool, so that a node that receives nothing can still
 * publish.
 */
export async function openBus(address: Address, db: Db, { beatMs = BEAT_MS } = {}): Promise<Bus> {
  const listeners = new Map<Topic, Set<Listener>>()
  const gaps = new Set<() => void>()
  let client: pg.Client | null = null
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  let beats: NodeJS.Timeout | undefined

  /** Messages of this node that it has not received back yet, by number. */
  const awaited = new Map<string, () => void>()
  const self = randomBytes(6).toString('base64url')
  let published = 0

  function hear(message: pg.Notification) {
    const news = JSON.parse(message.payload ?? '{}') as { topic: Topic; payload: unknown; by: string }
    for (const listener of listeners.get(news.topic) ?? []) listener(news.payload)
    awaited.get(news.by)?.()
  }

  /**
   * Resolves once this node received the message; at once while the listening connection is down, since caches are not
   * used then.
   */
  function heard(by: string): Promise<void> {
    if (!client) return Promise.resolve()
    return new Promise<void>((resolve) => {
      const goOn = () => {
        clearTimeout(timer)
        awaited.delete(by)
        resolve()
      }
      const timer = setTimeout(goOn, HEAR_MS)
      awaited.set(by, goOn)
    })
  }

  async function connect() {
    const line = new Socket()
    const fresh = new pg.Client({ ...clientConfig(address), stream: () => line })
    fresh.on('notification', hear)
    fresh.on('error', () => lose(fresh))
    fresh.on('end', () => lose(fresh))
    await fresh.connect()
    beat(fresh, line)
    await fresh.query(`listen ${CHANNEL}`)
    client = fresh
    healLines(address)
  }

  /** Checks the connection periodically; two missing answers mean that queries of this process get no answer. */
  function beat(asked: pg.Client, line: Socket): void {
    let missed = 0
    let isOwed = false
    clearInterval(beats)
    beats = setInterval(() => {
      missed = isOwed ? missed + 1 : 0
      if (missed >= MISSED_MAX) {
        clearInterval(beats)
        cutLines(address)
        line.destroy()
        return
      }
      if (isOwed) return
      isOwed = true
      // An error ends the connection, which is reported separately.
      const heardOf = () => void (isOwed = false)
      asked.query('select 1').then(heardOf, heardOf)
    }, beatMs).unref()
  }

  function lose(lost: pg.Client) {
    if (client !== lost || isClosed) return
    client = null
    clearInterval(beats)
    for (const goOn of awaited.values()) goOn()
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

  function noticeOf(topic: Topic, payload: unknown): { by: string; text: string } {
    published += 1
    const by = `${self} ${published}`
    const text = JSON.stringify({ topic, payload, by })
    if (Buffer.byteLength(text) > PAYLOAD_MAX_BYTES)
      throw new RangeError(`news of ${text.length} characters on ${topic}`)
    return { by, text }
  }

  await connect()
  return {
    async publish(topic, payload, tx = db) {
      const { by, text } = noticeOf(topic, payload)
      // A message alone changes no row, so its commit need not wait for the disk. Within a transaction, that one's
      // settings apply.
      const hurry = tx.isTransaction ? sql`` : sql`set_config('synchronous_commit', 'off', true), `
      const isHeard = tx.isTransaction ? null : heard(by)
      try {
        await sql`select ${hurry}pg_notify(${CHANNEL}, ${text})`.execute(tx)
      } catch (error) {
        awaited.get(by)?.()
        throw error
      }
      await isHeard
    },
    async publishAll(news, tx) {
      for (let at = 0; at < news.length; at += TOLD_AT_ONCE) {
        const texts = news.slice(at, at + TOLD_AT_ONCE).map(({ topic, payload }) => noticeOf(topic, payload).text)
        await sql`select pg_notify(${CHANNEL}, text) from unnest(${texts}::text[]) as text`.execute(tx)
      }
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
      clearInterval(beats)
      for (const goOn of awaited.values()) goOn()
      await client?.end()
      client = null
    },
  }
}
