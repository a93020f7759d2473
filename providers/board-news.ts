import { BOARD_NEWS_PATH, CHANNEL_REFUSED } from '#contract/core/events.ts'
import { pauseMs } from './live.ts'

/** A dashboard in a public space, or behind a share link. */
export type OpenBoardRef = { board: string } | { link: string }

/**
 * Tells that the data of a board may have changed, to those who read it without an account: by a channel, which is opened
 * again when it is lost, and at each try without one. Returns what ends it.
 */
export function onBoardNews(which: OpenBoardRef, listener: () => void): () => void {
  let socket: WebSocket | null = null
  let retry: ReturnType<typeof setTimeout> | undefined
  let attempt = 0
  let isOver = false

  function open(): void {
    const scheme = location.protocol === 'https:' ? 'wss' : 'ws'
    socket = new WebSocket(`${scheme}://${location.host}${BOARD_NEWS_PATH}?${new URLSearchParams(which)}`)
    socket.addEventListener('open', () => {
      if (attempt > 0) listener()
      attempt = 0
    })
    socket.addEventListener('message', listener)
    socket.addEventListener('close', ({ code }) => {
      if (isOver) return
      // A board that is closed to its reader is asked for once more, and says so.
      if (attempt > 0 || code === CHANNEL_REFUSED) listener()
      retry = setTimeout(open, pauseMs(attempt, Math.random()))
      attempt += 1
    })
  }
  open()
  return () => {
    isOver = true
    clearTimeout(retry)
    socket?.close()
  }
}
