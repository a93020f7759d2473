import { useQuery } from '@tanstack/react-query'
import { LIST_MAX_SIZE } from '#contract/core/limits.ts'
import { tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'

/**
 * Whether a name is that of a table of the space that the user may see. The server refuses those of other tables, and of
 * those beyond the first thousand.
 */
export function useTakenNames(spaceId: string, isWanted: boolean): (name: string) => boolean {
  const { data } = useQuery({
    queryKey: ['tables', spaceId, 'names'],
    queryFn: ({ signal }) => call(tables.list, { spaceId, size: LIST_MAX_SIZE }, { quiet: true, aside: true, signal }),
    select: ({ list }) => new Set(list.map(({ name }) => name.toLowerCase())),
    enabled: isWanted,
    retry: false,
  })
  return (name) => data?.has(name.trim().toLowerCase()) ?? false
}
