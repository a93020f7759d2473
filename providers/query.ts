/** One query cache for Refine and our own pages. A refusal is a valid answer, so failed queries are not retried. */
export const queryConfig = {
  defaultOptions: {
    // Without a network a query fails at once instead of being paused.
    queries: { networkMode: 'always' as const, retry: false, refetchOnWindowFocus: false, staleTime: 10_000 },
    mutations: { networkMode: 'always' as const },
  },
}
