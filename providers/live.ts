import type { LiveProvider } from '@refinedev/core'
import { CHANNEL_REFUSED, REALTIME_PATH, RealtimeEvent } from '#contract/core/events.ts'
import { HEARTBEAT_MS } from '#contract/core/limits.ts'
import { newRequestId } from './request-id.ts'

type Listener = (event: RealtimeEvent) => void
const listeners = new Set<Listener>()
const catchers = new Set<() => void>()
const RETRY_MIN_MS = 1000
const RETRY_MAX_MS = 60_000
/** If the first channel takes longer than this to open, the data shown may be outdated and is refetched. */
const SLOW_MS = 1000

let socket: WebSocket | null = null
let heartbeat: ReturnType<typeof setInterval> | undefined
let retry: ReturnType<typeof setTimeout> | undefined
let address = ''
let attempt = 0
let hasGap = false

/** Id of this page, which the server sends to the others when its channel closes. */
export const pageId = newRequestId()

/** Subscribes to the server's realtime events for this user; returns the unsubscribe function. */
export function onRealtime(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/**
 * Subscribes to "events may have been missed": the channel was reopened or refused; returns the unsubscribe function.
 */
export function onMissedNews(catcher: () => void): () => void {
  catchers.add(catcher)
  return () => void catchers.delete(catcher)
}

/** Realtime events for Refine's lists: a changed space, or a space the user was added to, is an event of `spaces`. */
export const liveProvider: LiveProvider = {
  subscribe: ({ channel, callback }) =>
    onRealtime((event) => {
      if (channel !== 'resources/spaces' || event.mark !== 'space' || event.type !== 'space') return
      callback({ channel, type: 'updated', payload: { ids: [event.spaceId] }, date: new Date() })
    }),
  unsubscribe: (stop: () => void) => stop(),
}

function hear(text: string): void {
  const event = RealtimeEvent.safeParse(JSON.parse(text))
  if (event.success) for (const listener of listeners) listener(event.data)
}

/** The delay doubles after each failure and is randomized per page, so that a restarted server is not overloaded. */
export const pauseMs = (tries: number, chance: number): number =>
  Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** tries) * (0.5 + chance / 2)

/** Data still buffered since the last heartbeat a minute ago means that the peer is gone, so the socket is closed. */
function beat(opened: WebSocket, emailAccounts: string): void {
  if (opened.bufferedAmount > 0) opened.close()
  else opened.send(emailAccounts)
}

const again = () => openChannel(address)
const catchUp = () => {
  for (const catcher of catchers) catcher()
}

/**
 * Opens the channel of spec section 7: the address is in the path, and that value is sent as a heartbeat every minute.
 * Errors are ignored; a lost channel is reopened with growing delays, and at once when the network is back.
 */
export function openChannel(emailAccounts: string): void {
  if (socket) return
  clearTimeout(retry)
  address = emailAccounts
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  const opened = new WebSocket(
    `${scheme}://${location.host}${REALTIME_PATH}${encodeURIComponent(emailAccounts)}?page=${pageId}`,
  )
  socket = opened
  const begun = performance.now()
  opened.addEventListener('open', () => {
    attempt = 0
    heartbeat = setInterval(() => beat(opened, emailAccounts), HEARTBEAT_MS)
    if (hasGap || performance.now() - begun > SLOW_MS) catchUp()
    hasGap = false
  })
  opened.addEventListener('message', ({ data }) => hear(String(data)))
  opened.addEventListener('close', ({ code }) => {
    clearInterval(heartbeat)
    socket = null
    hasGap = true
    // A refused channel is not reopened: usually the session is over, which the refetches started here reveal.
    if (code === CHANNEL_REFUSED) return catchUp()
    retry = setTimeout(again, pauseMs(attempt, Math.random()))
    attempt += 1
    addEventListener('online', again, { once: true })
  })
}
