import { randomBytes } from 'node:crypto'
import { Socket } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { type Address, clientConfig, type Db, type Tx } from './database.ts'
import { cutLines, healLines } from './lines.ts'

export type Topic = 'realtime' | 'person' | 'space' | 'settings' | 'methods' | 'mail' | 'task'
type Listener = (payload: unknown) => void

/** News between all nodes, over LISTEN/NOTIFY of the one database. */
export type Bus = {
  /**
   * Tells every node, this one included: when it resolves, this one's listeners have run. Within `tx` it is published if that
   * comes to pass, and heard soon after.
   */
  publish(topic: Topic, payload: unknown, tx?: Db | Tx): Promise<void>
  /** Tells every node much at once, if `tx` comes to pass. */
  publishAll(news: readonly { topic: Topic; payload: unknown }[], tx: Tx): Promise<void>
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
/** News that one statement tells. */
const TOLD_AT_ONCE = 1000
const RETRY_MS = 1000
/** What a teller waits at most for its own news: a connection that is silently gone must not hold up an answer. */
const HEAR_MS = 2000
/**
 * So often the listening connection is asked whether it is there, and so often it may owe an answer: a network that
 * swallows packets says nothing, and what this node remembers would go stale unheard.
 */
const BEAT_MS = 2500
const MISSED_MAX = 2

/** Listens on a connection of its own and speaks through the pool, so that a node that hears nothing still tells. */
export async function openBus(address: Address, db: Db, { beatMs = BEAT_MS } = {}): Promise<Bus> {
  const listeners = new Map<Topic, Set<Listener>>()
  const gaps = new Set<() => void>()
  let client: pg.Client | null = null
  let isClosed = false
  let retry: NodeJS.Timeout | undefined
  let beats: NodeJS.Timeout | undefined

  /** News of ours that we have not heard ourselves yet, by number. */
  const awaited = new Map<string, () => void>()
  const self = randomBytes(6).toString('base64url')
  let published = 0

  function hear(message: pg.Notification) {
    const news = JSON.parse(message.payload ?? '{}') as { topic: Topic; payload: unknown; by: string }
    for (const listener of listeners.get(news.topic) ?? []) listener(news.payload)
    awaited.get(news.by)?.()
  }

  /** Resolves once this node has heard it; at once while it hears nothing, for then nothing is answered from memory. */
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

  /** Asks now and then; an answer that is owed twice means that no query of this process is answered. */
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
      // What fails ends the connection, which is reported by itself.
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
      // News by itself changes no row: it waits for no disk. Within a transaction that one's own rules hold.
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
