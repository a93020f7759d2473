import { useCallback, useEffect, useRef, useState } from 'react'
import { files } from '#contract/files.ts'
import { call } from '#providers/call.ts'
import { onMissedNews, onRealtime } from '#providers/live.ts'
import { type Branch, readOn as withMore } from './tree-rows.ts'

/** Number of folders loaded per page. */
const PAGE = 200
/** Changes within this many milliseconds cause one reload. */
const QUIET_MS = 300

async function pageOf(spaceId: string, hash: string, after?: string): Promise<Branch> {
  const wish = { spaceId, hash, kind: 'folder' as const, size: PAGE }
  const { list, next } = await call(files.list, { ...wish, ...(after && { after }) }, { quiet: true, aside: true })
  return { folders: list.map(({ hash: id, name, dirs }) => ({ hash: id, name, dirs })), ...(next && { next }) }
}

/** The branches of a space's folder tree: loaded when expanded, and reloaded when they change. */
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
        (page) => set(hash, (before) => withMore(before, after, page)),
        // A failed branch stays and can be retried.
        () => {},
      ),
    [spaceId, set],
  )

  /** The branches at the time of an event; a pending reload must survive later events. */
  const known = useRef(branches)
  known.current = branches
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const changed = new Set<string>()
    const readAgain = (folders: Iterable<string>) => {
      for (const hash of folders) changed.add(hash)
      clearTimeout(timer)
      timer = setTimeout(() => {
        // A subfolder may have gained its first folder or lost its last one, so its parent's branch is reloaded too.
        for (const [hash, { folders }] of known.current)
          if (changed.has(hash) || folders.some((folder) => changed.has(folder.hash))) void read(hash)
        changed.clear()
      }, QUIET_MS)
    }
    const stop = onRealtime((event) => {
      if (event.mark !== 'space' || event.type !== 'files' || event.spaceId !== spaceId) return
      readAgain(event.folders.length ? event.folders : known.current.keys())
    })
    const stopMissing = onMissedNews(() => readAgain(known.current.keys()))
    return () => {
      clearTimeout(timer)
      stopMissing()
      stop()
    }
  }, [read, spaceId])
  return { branches, read, readOn }
}
