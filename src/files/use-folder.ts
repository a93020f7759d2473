import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { onMissedNews, onRealtime } from '#providers/live.ts'
import { type FolderState, FolderStore, type View } from './folder-store.ts'

/** Changes within this many milliseconds cause one reload; while they go on, there is one at this interval. */
const QUIET_MS = 300
const LONGEST_MS = 2000

export type Folder = {
  state: FolderState
  load: () => Promise<void>
  reach: (row: number) => void
  all: FolderStore['all']
}

type Change = { folders: readonly string[]; above?: readonly string[] | undefined }

/**
 * Whether a change shows in a folder: its own, one of a folder below it, which changes sizes, or one of a folder above
 * it, which may have been deleted or renamed. A change without folders may be anywhere.
 */
function concerns({ folders, above = [] }: Change, folder: FolderState['folder']): boolean {
  if (!folders.length || !folder) return true
  const path = [folder.hash, ...folder.above.map(({ hash }) => hash)]
  return above.includes(folder.hash) || path.some((hash) => folders.includes(hash))
}

/** The current folder; it is reloaded when somebody changes it. */
export function useFolder({ spaceId, hash, sort, order }: View): Folder {
  const store = useMemo(() => new FolderStore({ spaceId, hash, sort, order }), [spaceId, hash, sort, order])
  const state = useSyncExternalStore(store.subscribe, store.state)
  useEffect(() => {
    void store.load()
  }, [store])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    let dueMs = 0
    const loadSoon = () => {
      const nowMs = performance.now()
      if (timer === undefined) dueMs = nowMs + LONGEST_MS
      clearTimeout(timer)
      timer = setTimeout(
        () => {
          timer = undefined
          void store.load()
        },
        Math.min(QUIET_MS, dueMs - nowMs),
      )
    }
    const stop = onRealtime((event) => {
      if (event.mark !== 'space' || event.type !== 'files' || event.spaceId !== spaceId) return
      if (concerns(event, store.state().folder)) loadSoon()
    })
    const stopMissing = onMissedNews(() => void store.load())
    const again = () => void (store.state().failure && store.load())
    addEventListener('online', again)
    return () => {
      removeEventListener('online', again)
      clearTimeout(timer)
      stopMissing()
      stop()
    }
  }, [store, spaceId])
  return { state, load: store.load, reach: store.reach, all: store.all }
}
