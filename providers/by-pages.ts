type Page = { next?: string | undefined }
/** The parameters that request the next page of a list; empty for the first one. */
type After = { after?: string }
/** A caller that uses the signal wants the request to end with the query. */
type Context = { pageParam: string; readonly signal: AbortSignal }

/** Query options that read a list page by page: each page contains the parameter for the next one. */
export const byPages = <P extends Page>(load: (after: After, context: Context) => Promise<P>) => ({
  queryFn: (context: Context) => load(context.pageParam ? { after: context.pageParam } : {}, context),
  initialPageParam: '',
  getNextPageParam: (page: P) => page.next,
})
