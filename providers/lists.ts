import type { GetListResponse } from '@refinedev/core'
import { type InfiniteData, type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

/** The query key of Refine's lists of a resource. */
export const listsKey = (resource: string) => ['data', 'default', resource]

/** Replaces a changed record in the cached lists; order and position stay. */
export function putInLists<T extends { id: string }>(client: QueryClient, resource: string, changed: T): void {
  const inPlace = (one: T) => (one.id === changed.id ? changed : one)
  client.setQueriesData<InfiniteData<GetListResponse<T>>>(
    { queryKey: listsKey(resource) },
    (lists) => lists && { ...lists, pages: lists.pages.map((page) => ({ ...page, data: page.data.map(inPlace) })) },
  )
}

/** Refetches all queries of a resource: its lists and the data shown beside them. */
export function renewResource(client: QueryClient, resource: string): void {
  void client.invalidateQueries({ queryKey: listsKey(resource) })
  void client.invalidateQueries({ queryKey: [resource] })
}

/** Returns a function that refetches all queries of a resource. */
export function useResourceRenewal(resource: string): () => void {
  const client = useQueryClient()
  return useCallback(() => renewResource(client, resource), [client, resource])
}
