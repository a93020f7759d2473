import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect } from 'react'
import { joining } from '#contract/joining.ts'
import { call } from './call.ts'
import { onRealtime } from './live.ts'

/** Where what concerns joining is kept: of one space, or of the person. */
export const joiningKeys = {
  members: (spaceId: string) => ['joining', spaceId, 'members'],
  requests: (spaceId: string, isOpen: boolean) => ['joining', spaceId, 'requests', isOpen],
  waiting: (spaceId: string) => ['joining', spaceId, 'waiting'],
  invitations: (spaceId: string) => ['joining', spaceId, 'invitations'],
  people: (spaceId: string, q: string) => ['joining', spaceId, 'people', q],
  mine: ['joining', 'mine'],
}
/** Where Refine keeps the lists of spaces. */
const spaceListsKey = ['data', 'default', 'spaces']

/** Asks anew for what joining changes: in one space, and in the lists of spaces. */
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

/** Keeps what is shown of joining fresh: whoever is asked, answered or invited is told by a message. */
export function useJoiningNews(): void {
  const renew = useJoiningRenewal()
  useEffect(() => onRealtime((event) => void (event.mark === 'message' && renew())), [renew])
}

/** How many requests wait in a space; nothing is asked by those who may not answer. */
export function useWaiting(spaceId: string, mayAnswer: boolean): number {
  const { data = 0 } = useQuery({
    queryKey: joiningKeys.waiting(spaceId),
    queryFn: () => call(joining.waiting, { id: spaceId }, { quiet: true }),
    enabled: mayAnswer,
  })
  return data
}
