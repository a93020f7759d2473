import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { onMissedNews, onRealtime } from '#providers/live.ts'
import { type FolderState, FolderStore, type View } from './folder-store.ts'

/** Changes within this many milliseconds cause one reload. */
const QUIET_MS = 300

export type Folder = {
  state: FolderState
  load: () => Promise<void>
  reach: (row: number) => void
  all: FolderStore['all']
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
    const stop = onRealtime((event) => {
      if (event.mark !== 'space' || event.type !== 'files' || event.spaceId !== spaceId) return
      const { folder } = store.state()
      // A change of an ancestor may have deleted or renamed this folder's path.
      const path = folder ? [folder.hash, ...folder.above.map((step) => step.hash)] : []
      if (event.folders.length && folder && !path.some((hash) => event.folders.includes(hash))) return
      clearTimeout(timer)
      timer = setTimeout(() => void store.load(), QUIET_MS)
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
