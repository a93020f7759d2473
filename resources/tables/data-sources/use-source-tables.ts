import { useInfiniteQuery } from '@tanstack/react-query'
import { dataSources } from '#contract/data-sources.ts'
import { byPages } from '#providers/by-pages.ts'
import { call } from '#providers/call.ts'

type Wish = { spaceId: string; sourceId: string; q: string }

/** The tables and views of a data source, by schema and name, page by page. */
export function useSourceTables({ spaceId, sourceId, q }: Wish) {
  const query = useInfiniteQuery({
    queryKey: ['dataSources', spaceId, 'tables', sourceId, q],
    ...byPages((after, { signal }) =>
      call(dataSources.tables, { spaceId, id: sourceId, ...(q && { q }), ...after }, { quiet: true, signal }),
    ),
  })
  return { ...query, list: query.data?.pages.flatMap((page) => page.list) ?? [] }
}
export type SourceTables = ReturnType<typeof useSourceTables>
