import { onMissedNews, onRealtime } from '#providers/live.ts'

/** Changes within this many milliseconds cause one reload; while they go on, there is one at this interval. */
const QUIET_MS = 300
const LONGEST_MS = 2000

/** Folders of a change; none if it may be anywhere. */
export type Change = { folders: readonly string[]; above?: readonly string[] | undefined }
type Follower = { spaceId: string; concerns?: (change: Change) => boolean; load: () => void }

/** Loads again what is shown of the files of a space when somebody changes them; returns the unsubscribe function. */
export function followFiles({ spaceId, concerns = () => true, load }: Follower): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let dueMs = 0
  const loadSoon = () => {
    const nowMs = performance.now()
    if (timer === undefined) dueMs = nowMs + LONGEST_MS
    clearTimeout(timer)
    timer = setTimeout(
      () => {
        timer = undefined
        load()
      },
      Math.min(QUIET_MS, dueMs - nowMs),
    )
  }
  const stop = onRealtime((event) => {
    if (event.mark !== 'space' || event.type !== 'files' || event.spaceId !== spaceId) return
    if (concerns(event)) loadSoon()
  })
  const stopMissing = onMissedNews(load)
  return () => {
    clearTimeout(timer)
    stopMissing()
    stop()
  }
}
