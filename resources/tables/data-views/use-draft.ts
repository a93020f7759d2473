import { useQueries, useQuery } from '@tanstack/react-query'
import { dataViews } from '#contract/data-views.ts'
import type { SourceShape } from '#contract/queries/answer.ts'
import { type Query, type SourceRef, sourcesOf } from '#contract/queries/query.ts'
import { call } from '#providers/call.ts'
import { useRested } from '../../../src/widgets/use-rested.ts'

/** Reads the columns of a source. */
export const sourceQuery = (spaceId: string, source: SourceRef) => ({
  queryKey: ['dataViews', spaceId, 'source', source],
  queryFn: () => call(dataViews.source, { spaceId, source }, { quiet: true }),
  retry: false,
})

/** The columns of the sources of a draft, and the result of the check on the server. */
export function useDraft(spaceId: string, query: Query | null, viewId: string | null) {
  const refs = query ? sourcesOf(query) : []
  const shapes = useQueries({
    queries: refs.map((source) => sourceQuery(spaceId, source)),
  }).map(({ data }): SourceShape | null => data ?? null)
  const text = useRested(JSON.stringify(query))
  const checked = useQuery({
    queryKey: ['dataViews', spaceId, 'check', text],
    queryFn: ({ signal }) => {
      const definition = { query: JSON.parse(text) as Query }
      return call(dataViews.check, { spaceId, definition, ...(viewId && { id: viewId }) }, { quiet: true, signal })
    },
    enabled: text !== 'null',
    placeholderData: (before) => before,
  })
  const isChecked = !checked.isPlaceholderData && checked.data !== undefined && text === JSON.stringify(query)
  return { shapes, checked: checked.data ?? null, isChecked, text, error: checked.error, retry: checked.refetch }
}
export type CheckedDraft = ReturnType<typeof useDraft>

/** Whether a source of a draft (0: the base) was deleted, or may not be read. */
export const isSourceLost = ({ shapes, checked }: CheckedDraft, at: number): boolean =>
  shapes[at] === null && checked?.problems.some(({ source }) => source === at) === true
