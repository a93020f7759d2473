import { useQuery } from '@tanstack/react-query'
import { LIST_MAX_SIZE } from '#contract/core/limits.ts'
import { tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'

/** Whether a table of the space that the user may see has this name. The server refuses the names of the others. */
export function useTakenName(spaceId: string, name: string): boolean {
  const q = name.trim()
  const { data } = useQuery({
    queryKey: ['tables', spaceId, 'named', q],
    queryFn: ({ signal }) =>
      call(tables.list, { spaceId, q, size: LIST_MAX_SIZE }, { quiet: true, aside: true, signal }),
    enabled: q !== '',
    retry: false,
  })
  return data?.list.some((one) => one.name.toLowerCase() === q.toLowerCase()) ?? false
}
