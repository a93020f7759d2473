import type { GetListResponse } from '@refinedev/core'
import type { InfiniteData, QueryClient } from '@tanstack/react-query'

/** Where Refine keeps the lists of a resource. */
export const listsKey = (resource: string) => ['data', 'default', resource]

/** Puts a changed record where it stands in the lists: they keep their order and their place. */
export function putInLists<T extends { id: string }>(client: QueryClient, resource: string, changed: T): void {
  const inPlace = (one: T) => (one.id === changed.id ? changed : one)
  client.setQueriesData<InfiniteData<GetListResponse<T>>>(
    { queryKey: listsKey(resource) },
    (lists) => lists && { ...lists, pages: lists.pages.map((page) => ({ ...page, data: page.data.map(inPlace) })) },
  )
}

/** Asks anew for all that is shown of a resource: its lists, and what stands beside them. */
export function renewResource(client: QueryClient, resource: string): void {
  void client.invalidateQueries({ queryKey: listsKey(resource) })
  void client.invalidateQueries({ queryKey: [resource] })
}
