type Page = { next?: string | undefined }
/** What a list is asked for its next page with; empty for the first. */
type After = { after?: string }
/** A caller that uses the signal wants the request to end with the query. */
type Context = { pageParam: string; readonly signal: AbortSignal }

/** How a query reads a list page by page: each page names the one behind it. */
export const byPages = <P extends Page>(load: (after: After, context: Context) => Promise<P>) => ({
  queryFn: (context: Context) => load(context.pageParam ? { after: context.pageParam } : {}, context),
  initialPageParam: '',
  getNextPageParam: (page: P) => page.next,
})
