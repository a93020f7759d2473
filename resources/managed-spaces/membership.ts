import { useQuery } from '@tanstack/react-query'
import { SPACE_ROLE_THRESHOLD } from '#contract/core/limits.ts'
import { spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { placeKey } from './cache.ts'

/** Whether the administrator is a member of the space; undefined until that is known. */
export function useMembership(spaceId: string): boolean | undefined {
  const { data } = useQuery({
    queryKey: placeKey(spaceId),
    queryFn: () => call(spaces.access, { url: spaceId }, { quiet: true, aside: true }),
  })
  return data && data.role === SPACE_ROLE_THRESHOLD
}
