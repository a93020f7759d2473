import type { GetListResponse } from '@refinedev/core'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { User } from '#contract/users.ts'

export const countsKey = ['users', 'counts']
export const userKey = (id: string) => ['users', 'one', id]
export const ownedKey = (id: string) => ['users', 'owned', id]
/** Where Refine keeps the lists of this resource. */
const listsKey = ['data', 'default', 'users']

/** What changed, told to everything that shows accounts. */
export function useUserCache() {
  const client = useQueryClient()
  return useMemo(() => {
    /** Puts a changed account where it stands: the list keeps its order and its place. */
    function put(user: User): void {
      const inPlace = (one: User) => (one.id === user.id ? user : one)
      client.setQueryData(userKey(user.id), user)
      client.setQueriesData<InfiniteData<GetListResponse<User>>>(
        { queryKey: listsKey },
        (lists) => lists && { ...lists, pages: lists.pages.map((page) => ({ ...page, data: page.data.map(inPlace) })) },
      )
      void client.invalidateQueries({ queryKey: countsKey })
    }
    /** Asks for everything anew: there are new accounts, or many changed. */
    function renew(): void {
      void client.invalidateQueries({ queryKey: listsKey })
      void client.invalidateQueries({ queryKey: ['users'] })
    }
    return { put, renew }
  }, [client])
}
