import type { Bus } from '#server/storage/bus.ts'

/** Minimum interval between published changes of one space, in milliseconds; changes in between are combined. */
const PUBLISH_MS = 250
/** Changes of more folders than this are published without a list of folders. */
const FOLDERS_MAX = 50

/** Tells the pages of a space which folders changed. */
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
