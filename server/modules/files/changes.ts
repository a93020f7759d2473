import type { Bus } from '#server/storage/bus.ts'

/** Changes of one space are published together, at most this often. */
const PUBLISH_MS = 250
/** More folders than this are published as "anywhere". */
const FOLDERS_MAX = 50

/** Publishes to the pages of a space which folders look different now. */
export function changePublisher(bus: Bus, onError: (error: unknown) => void) {
  const waiting = new Map<string, Set<string>>()
  let isDue = false

  function flush() {
    isDue = false
    for (const [spaceId, folders] of waiting) {
      const event = { mark: 'space', type: 'files', spaceId, folders: folders.size > FOLDERS_MAX ? [] : [...folders] }
      bus.publish('realtime', { spaceId, event }).catch(onError)
    }
    waiting.clear()
  }

  return (spaceId: string, folders: readonly string[]) => {
    const known = waiting.get(spaceId) ?? new Set()
    for (const folder of folders) known.add(folder)
    waiting.set(spaceId, known)
    if (isDue) return
    isDue = true
    setTimeout(flush, PUBLISH_MS).unref()
  }
}
export type PublishChange = ReturnType<typeof changePublisher>
