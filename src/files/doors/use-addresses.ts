import { useQuery } from '@tanstack/react-query'
import { doors } from '#contract/doors.ts'
import { call } from '#providers/call.ts'

/** Where the doors of a space are. */
export const useAddresses = (spaceId: string) =>
  useQuery({
    queryKey: ['space', spaceId, 'doors'],
    queryFn: ({ signal }) => call(doors.addresses, { spaceId }, { quiet: true, signal }),
  })
