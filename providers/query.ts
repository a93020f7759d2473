/** One cache for Refine and for pages of our own; a refusal is an answer, so it is not asked again. */
export const queryConfig = {
  defaultOptions: {
    // Without a network a question fails at once, and says so.
    queries: { networkMode: 'always' as const, retry: false, refetchOnWindowFocus: false, staleTime: 10_000 },
    mutations: { networkMode: 'always' as const },
  },
}
