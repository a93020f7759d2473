import type { Bus } from '#server/storage/bus.ts'
import type { Db } from '#server/storage/database.ts'
import { type Chain, chainsTo } from './listing/tree-store.ts'

/** Minimum interval between published changes of one space, in milliseconds; changes in between are combined. */
const PUBLISH_MS = 250
/** Changes of more folders than this are published without a list of folders. */
const FOLDERS_MAX = 50

/** Tells the pages of a space which folders changed, and which ones contain them. */
export function changePublisher(db: Db, bus: Bus, onError: (error: unknown) => void) {
  const waiting = new Map<string, Set<string>>()
  let isDue = false

  function flush() {
    isDue = false
    for (const [spaceId, folders] of waiting) publish(spaceId, [...folders]).catch(onError)
    waiting.clear()
  }

  async function publish(spaceId: string, changed: readonly string[]) {
    const folders = changed.length > FOLDERS_MAX ? [] : changed
    const chains = folders.length ? await chainsTo(db, spaceId, folders) : new Map<string, Chain>()
    const all = new Set([...chains.values()].flatMap((chain) => chain.map(({ id }) => id)))
    const above = [...all].filter((id) => !folders.includes(id))
    await bus.publish('realtime', { spaceId, event: { mark: 'space', type: 'files', spaceId, folders, above } })
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
