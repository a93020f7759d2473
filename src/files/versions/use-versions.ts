import { useInfiniteQuery } from '@tanstack/react-query'
import type { FileRecord } from '#contract/files.ts'
import { versions } from '#contract/versions.ts'
import { call } from '#providers/call.ts'

/** The versions of a file, newest first; refetched when its content changes. */
export const versionsKey = (spaceId: string, hash: string) => ['versions', spaceId, hash] as const

export function useVersions(spaceId: string, { hash, version, sha256 }: FileRecord) {
  return useInfiniteQuery({
    queryKey: [...versionsKey(spaceId, hash), version, sha256],
    queryFn: ({ pageParam }) =>
      call(versions.list, { spaceId, hash, ...(pageParam ? { after: pageParam } : { size: FIRST }) }, { quiet: true }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    staleTime: 0,
  })
}

/** Number of versions shown before "show more". */
const FIRST = 6
