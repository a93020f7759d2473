import { type Query, QueryCache } from '@tanstack/react-query'

/**
 * A cache whose queries are asked again if they were invalidated before their first answer: that answer may be older than
 * the event that invalidated them. Later answers need no care, because invalidating cancels the request in flight.
 */
function newQueryCache(): QueryCache {
  const cache = new QueryCache()
  const invalidated = new WeakSet<Query>()
  cache.subscribe((event) => {
    if (event.type !== 'updated') return
    const { query, action } = event
    const isFirst = query.state.data === undefined && query.state.fetchStatus === 'fetching'
    if (action.type === 'invalidate' && isFirst) invalidated.add(query)
    if (action.type !== 'success' || !invalidated.delete(query)) return
    query.invalidate()
    // A failure is the query's own state.
    if (query.isActive()) query.fetch().catch(() => undefined)
  })
  return cache
}

/** One query cache for Refine and our own pages. A refusal is a valid answer, so failed queries are not retried. */
export const queryConfig = {
  queryCache: newQueryCache(),
  defaultOptions: {
    // Without a network a query fails at once instead of being paused.
    queries: { networkMode: 'always' as const, retry: false, refetchOnWindowFocus: false, staleTime: 10_000 },
    mutations: { networkMode: 'always' as const },
  },
}
