import { useCallback, useEffect, useState } from 'react'
import { files } from '#contract/files.ts'
import { call } from '#providers/call.ts'
import { onMissedNews, onRealtime } from '#providers/live.ts'
import type { Branch } from './tree-rows.ts'

/** Folders of a branch that are read at a time. */
const PAGE = 200
/** Changes that arrive together are read together. */
const QUIET_MS = 300

async function pageOf(spaceId: string, hash: string, after?: string): Promise<Branch> {
  const wish = { spaceId, hash, kind: 'folder' as const, size: PAGE }
  const { list, next } = await call(files.list, { ...wish, ...(after && { after }) }, { quiet: true })
  return { folders: list.map(({ hash: id, name, dirs }) => ({ hash: id, name, dirs })), ...(next && { next }) }
}

/** Branches of a space's folders: read when they are opened, and again when somebody changes them. */
export function useBranches(spaceId: string) {
  const [branches, setBranches] = useState<ReadonlyMap<string, Branch>>(new Map())
  const set = useCallback((hash: string, branch: (before: Branch | undefined) => Branch) => {
    setBranches((before) => new Map(before).set(hash, branch(before.get(hash))))
  }, [])
  const read = useCallback(
    (hash: string) =>
      pageOf(spaceId, hash).then(
        (branch) => set(hash, () => branch),
        () => set(hash, (before) => before ?? { folders: [], hasFailed: true }),
      ),
    [spaceId, set],
  )
  const readOn = useCallback(
    (hash: string, after: string) =>
      pageOf(spaceId, hash, after).then(
        ({ folders, next }) =>
          set(hash, (before) => ({ folders: [...(before?.folders ?? []), ...folders], ...(next && { next }) })),
        // It stays to be asked for again.
        () => {},
      ),
    [spaceId, set],
  )

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const changed = new Set<string>()
    const readAgain = (folders: Iterable<string>) => {
      for (const hash of folders) changed.add(hash)
      clearTimeout(timer)
      timer = setTimeout(() => {
        // A folder in it may hold folders now, or none any more.
        for (const [hash, { folders }] of branches)
          if (changed.has(hash) || folders.some((folder) => changed.has(folder.hash))) void read(hash)
        changed.clear()
      }, QUIET_MS)
    }
    const stop = onRealtime((event) => {
      if (event.mark !== 'space' || event.type !== 'files' || event.spaceId !== spaceId) return
      readAgain(event.folders.length ? event.folders : branches.keys())
    })
    const stopMissing = onMissedNews(() => readAgain(branches.keys()))
    return () => {
      clearTimeout(timer)
      stopMissing()
      stop()
    }
  }, [branches, read, spaceId])
  return { branches, read, readOn }
}
