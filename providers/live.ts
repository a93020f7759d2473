import type { LiveProvider } from '@refinedev/core'
import { CHANNEL_REFUSED, REALTIME_PATH, RealtimeEvent } from '#contract/core/events.ts'
import { HEARTBEAT_MS } from '#contract/core/limits.ts'

type Listener = (event: RealtimeEvent) => void
const listeners = new Set<Listener>()
const catchers = new Set<() => void>()
const RETRY_MIN_MS = 1000
const RETRY_MAX_MS = 60_000
/** What a page shows may have changed while its first channel took longer than this to open. */
const SLOW_MS = 1000

let socket: WebSocket | null = null
let heartbeat: ReturnType<typeof setInterval> | undefined
let retry: ReturnType<typeof setTimeout> | undefined
let address = ''
let attempt = 0
let hasGap = false

/** Hears what the server tells this user; returns how to stop. */
export function onRealtime(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Called when news may have been missed: the channel is back after a while, or refused; returns how to stop. */
export function onMissedNews(catcher: () => void): () => void {
  catchers.add(catcher)
  return () => void catchers.delete(catcher)
}

/** The channel as Refine's lists hear it: a space that was changed, or that one was brought into, is news of `spaces`. */
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

/** Twice as long after each failure, and for every page another while: a server that is back is not run down. */
export const pauseMs = (tries: number, chance: number): number =>
  Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** tries) * (0.5 + chance / 2)

/** What was said a minute ago and has not left yet never will: the other side is gone without a word. */
function beat(opened: WebSocket, emailAccounts: string): void {
  if (opened.bufferedAmount > 0) opened.close()
  else opened.send(emailAccounts)
}

const again = () => openChannel(address)
const catchUp = () => {
  for (const catcher of catchers) catcher()
}

/**
 * Opens the channel of spec section 7: the path names the address, a heartbeat of that value every minute. Errors are
 * ignored; a lost channel comes back by itself, later each time it fails, and at once when the network is back.
 */
export function openChannel(emailAccounts: string): void {
  if (socket) return
  clearTimeout(retry)
  address = emailAccounts
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  const opened = new WebSocket(`${scheme}://${location.host}${REALTIME_PATH}${encodeURIComponent(emailAccounts)}`)
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
    // Never for this page: most often because the session is over, which the answers to what is asked now tell.
    if (code === CHANNEL_REFUSED) return catchUp()
    retry = setTimeout(again, pauseMs(attempt, Math.random()))
    attempt += 1
    addEventListener('online', again, { once: true })
  })
}
