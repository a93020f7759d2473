import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { type Change, followFiles } from './file-changes.ts'
import { type FolderState, FolderStore, type View } from './folder-store.ts'

export type Folder = {
  state: FolderState
  load: () => Promise<void>
  reach: (row: number) => void
  all: FolderStore['all']
}

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
    const stop = followFiles({
      spaceId,
      concerns: (change) => concerns(change, store.state().folder),
      load: () => void store.load(),
    })
    const again = () => void (store.state().failure && store.load())
    addEventListener('online', again)
    return () => {
      removeEventListener('online', again)
      stop()
    }
  }, [store, spaceId])
  return { state, load: store.load, reach: store.reach, all: store.all }
}
