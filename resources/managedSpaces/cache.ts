import type { GetListResponse } from '@refinedev/core'
import { type InfiniteData, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { ManagedSpace } from '#contract/managed-spaces.ts'

export const spaceKey = (id: string) => ['managedSpaces', 'one', id]
export const recordsKey = ['managedSpaces', 'records']
/** Where Refine keeps the lists of this resource. */
const listsKey = ['data', 'default', 'managedSpaces']

/** What changed, told to everything that shows spaces. */
export function useSpaceCache() {
  const client = useQueryClient()
  return useMemo(() => {
    /** Puts a changed space where it stands: the list keeps its order and its place. */
    function put(space: ManagedSpace): void {
      const inPlace = (one: ManagedSpace) => (one.id === space.id ? space : one)
      client.setQueryData(spaceKey(space.id), space)
      client.setQueriesData<InfiniteData<GetListResponse<ManagedSpace>>>(
        { queryKey: listsKey },
        (lists) => lists && { ...lists, pages: lists.pages.map((page) => ({ ...page, data: page.data.map(inPlace) })) },
      )
      void client.invalidateQueries({ queryKey: recordsKey })
      renewOthers()
    }
    /** Pages of spaces and the figures of the site show them too. */
    function renewOthers(): void {
      for (const queryKey of [['data', 'default', 'spaces'], ['space'], ['spaces']])
        void client.invalidateQueries({ queryKey })
    }
    /** Asks for everything anew: many changed, or some are gone. */
    function renew(): void {
      void client.invalidateQueries({ queryKey: listsKey })
      void client.invalidateQueries({ queryKey: ['managedSpaces'] })
      renewOthers()
    }
    return { put, renew }
  }, [client])
}
