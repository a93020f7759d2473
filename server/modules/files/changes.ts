import type { Bus } from '#server/storage/bus.ts'

/** Changes of one space are told together, at most this often. */
const TELL_MS = 250
/** More folders than this are told as "anywhere". */
const FOLDERS_MAX = 50

/** Tells the pages of a space which folders look different now. */
export function changeTeller(bus: Bus, onError: (error: unknown) => void) {
  const waiting = new Map<string, Set<string>>()
  let isDue = false

  function tell() {
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
    setTimeout(tell, TELL_MS).unref()
  }
}
export type TellChange = ReturnType<typeof changeTeller>
