import { useQuery } from '@tanstack/react-query'
import { dataSources } from '#contract/data-sources.ts'
import { call } from '#providers/call.ts'
import type { SourceAt } from './address.ts'

/** The columns and the first rows of a table, read once for all components. */
export const useSampled = ({ spaceId, sourceId, at }: { spaceId: string; sourceId: string; at: SourceAt | null }) =>
  useQuery({
    queryKey: ['dataSources', spaceId, 'look', sourceId, at?.schema, at?.table],
    queryFn: ({ signal }) =>
      call(
        dataSources.look,
        { spaceId, id: sourceId, schema: at?.schema ?? '', table: at?.table ?? '' },
        { quiet: true, signal },
      ),
    enabled: at !== null,
  })
