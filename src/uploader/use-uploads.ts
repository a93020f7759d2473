import { useEffect, useSyncExternalStore } from 'react'
import { useUser } from '../../providers/session.ts'
import type { Engine } from './engine.ts'
import type { Snapshot } from './snapshot.ts'
import { Uploader } from './uploader.ts'

/** The uploads of this page. */
export const uploader = new Uploader()

/** The current snapshot, updated at most four times a second, and the engine; null until somebody has signed in. */
export function useUploads(): { snapshot: Snapshot; engine: Engine } | null {
  const user = useUser()
  const snapshot = useSyncExternalStore(uploader.subscribe, uploader.snapshot, () => null)
  const personId = user?.userId
  useEffect(() => {
    if (personId) void uploader.open(personId)
    else uploader.close()
  }, [personId])
  return snapshot && uploader.engine && { snapshot, engine: uploader.engine }
}
