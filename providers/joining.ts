import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { joining } from '#contract/joining.ts'
import { call } from './call.ts'
import { onRealtime } from './live.ts'

/** Query keys of the joining data, of one space or of the user. */
export const joiningKeys = {
  members: (spaceId: string) => ['joining', spaceId, 'members'],
  requests: (spaceId: string, isOpen: boolean) => ['joining', spaceId, 'requests', isOpen],
  waiting: (spaceId: string) => ['joining', spaceId, 'waiting'],
  invitations: (spaceId: string) => ['joining', spaceId, 'invitations'],
  people: (spaceId: string, q: string) => ['joining', spaceId, 'people', q],
  mine: ['joining', 'mine'],
}
/** The query key of Refine's lists of spaces. */
const spaceListsKey = ['data', 'default', 'spaces']

/** Returns a function that refetches what joining changes: the data of one space and the lists of spaces. */
export function useJoiningRenewal(): (spaceId?: string) => void {
  const client = useQueryClient()
  return useCallback(
    (spaceId) => {
      void client.invalidateQueries({ queryKey: spaceId ? ['joining', spaceId] : ['joining'] })
      void client.invalidateQueries({ queryKey: joiningKeys.mine })
      void client.invalidateQueries({ queryKey: spaceListsKey })
      void client.invalidateQueries({ queryKey: ['space'] })
    },
    [client],
  )
}

/**
 * Refetches joining data when a realtime message arrives: requests, answers and invitations are announced by messages.
 */
export function useJoiningNews(): void {
  const renew = useJoiningRenewal()
  useEffect(() => onRealtime((event) => void (event.mark === 'message' && renew())), [renew])
}

/** The number of pending join requests of a space; no request is sent for users who may not answer them. */
export function useWaiting(spaceId: string, mayAnswer: boolean): number {
  const { data = 0 } = useQuery({
    queryKey: joiningKeys.waiting(spaceId),
    queryFn: () => call(joining.waiting, { id: spaceId }, { quiet: true, aside: true }),
    enabled: mayAnswer,
  })
  return data
}
