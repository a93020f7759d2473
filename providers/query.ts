/** One cache for Refine and for pages of our own; a refusal is an answer, so it is not asked again. */
export const queryConfig = {
  defaultOptions: { queries: { retry: false, refetchOnWindowFocus: false, staleTime: 10_000 } },
}
