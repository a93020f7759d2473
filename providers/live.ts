import type { LiveProvider } from '@refinedev/core'
import { REALTIME_PATH, RealtimeEvent } from '#contract/events.ts'
import { HEARTBEAT_MS } from '#contract/limits.ts'

type Listener = (event: RealtimeEvent) => void
const listeners = new Set<Listener>()
const RETRY_MIN_MS = 1000
const RETRY_MAX_MS = 60_000

let socket: WebSocket | null = null
let heartbeat: ReturnType<typeof setInterval> | undefined
let attempt = 0

/** Hears what the server tells this user; returns how to stop. */
export function onRealtime(listener: Listener): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
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

/**
 * Opens the channel of spec section 7: the path names the address, a heartbeat of that value every minute. Errors are
 * ignored; a lost channel comes back by itself, later each time it fails.
 */
export function openChannel(emailAccounts: string): void {
  if (socket) return
  const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
  const opened = new WebSocket(`${scheme}://${location.host}${REALTIME_PATH}${encodeURIComponent(emailAccounts)}`)
  socket = opened
  opened.addEventListener('open', () => {
    attempt = 0
    heartbeat = setInterval(() => opened.send(emailAccounts), HEARTBEAT_MS)
  })
  opened.addEventListener('message', ({ data }) => hear(String(data)))
  opened.addEventListener('close', ({ code }) => {
    clearInterval(heartbeat)
    socket = null
    const NOT_OURS = 4401
    if (code === NOT_OURS) return
    attempt += 1
    setTimeout(() => openChannel(emailAccounts), Math.min(RETRY_MAX_MS, RETRY_MIN_MS * 2 ** attempt))
  })
}
