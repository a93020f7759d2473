import { useInfiniteQuery } from '@tanstack/react-query'
import type { FileRecord } from '#contract/files.ts'
import { versions } from '#contract/versions.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'

/** The versions of a file, newest first; refetched when its content changes. */
export const versionsKey = (spaceId: string, hash: string) => ['versions', spaceId, hash] as const

export function useVersions(spaceId: string, { hash, version, sha256 }: FileRecord) {
  return useInfiniteQuery({
    queryKey: [...versionsKey(spaceId, hash), version, sha256],
    ...byPages(({ after }) =>
      call(versions.list, { spaceId, hash, ...(after ? { after } : { size: FIRST }) }, { quiet: true }),
    ),
    staleTime: 0,
  })
}

/** Number of versions shown before "show more". */
const FIRST = 6
