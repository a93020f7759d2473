import { useQuery } from '@tanstack/react-query'
import { protocols } from '#contract/protocols.ts'
import { call } from '#providers/call.ts'

/** The addresses of a space, by protocol. */
export const useAddresses = (spaceId: string) =>
  useQuery({
    queryKey: ['space', spaceId, 'protocols'],
    queryFn: ({ signal }) => call(protocols.addresses, { spaceId }, { quiet: true, signal }),
  })
