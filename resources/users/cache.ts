import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { User } from '#contract/users.ts'
import { putInLists, renewResource } from '#providers/lists.ts'

export const countsKey = ['users', 'counts']
export const userKey = (id: string) => ['users', 'one', id]
export const ownedKey = (id: string) => ['users', 'owned', id]

/** Updates every query that shows accounts after a change. */
export function useUserCache() {
  const client = useQueryClient()
  return useMemo(
    () => ({
      put: (user: User) => {
        client.setQueryData(userKey(user.id), user)
        putInLists(client, 'users', user)
        void client.invalidateQueries({ queryKey: countsKey })
      },
      /** Refetches after accounts were created or many changed. */
      renew: () => renewResource(client, 'users'),
    }),
    [client],
  )
}
