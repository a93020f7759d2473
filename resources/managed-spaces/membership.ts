import { useQuery } from '@tanstack/react-query'
import { SPACE_ROLE_THRESHOLD } from '#contract/core/limits.ts'
import { spaces } from '#contract/spaces.ts'
import { call } from '#providers/call.ts'
import { placeKey } from './cache.ts'

/** Whether the administrator is a member of the space, as far as that can be read; undefined until then. */
export function useMembership(spaceId: string): boolean | undefined {
  const { data, isError } = useQuery({
    queryKey: placeKey(spaceId),
    queryFn: () => call(spaces.access, { url: spaceId }, { quiet: true, aside: true }),
  })
  if (isError) return false
  return data && data.role === SPACE_ROLE_THRESHOLD
}
