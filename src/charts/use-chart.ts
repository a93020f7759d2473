import { useQuery } from '@tanstack/react-query'
import { askChart } from '#contract/charts/asking.ts'
import type { ChartDefinition } from '#contract/charts/definition.ts'
import { dataViews } from '#contract/data-views.ts'
import { call } from '#providers/call.ts'

/** The answer of a chart, requested with the reader's permissions. The definition has no problems. */
export function useChart(spaceId: string, definition: ChartDefinition | null) {
  const asked = definition && { ...definition, options: optionsAsked(definition) }
  return useQuery({
    queryKey: ['dataViews', spaceId, 'chart', asked],
    queryFn: ({ signal }) => {
      if (!definition) throw new Error('a chart without a definition is not asked for')
      return askChart(definition, (query, { count, isCounted }) =>
        call(dataViews.answer, { spaceId, definition: { query }, first: 0, count, isCounted }, { quiet: true, signal }),
      )
    },
    enabled: definition !== null,
    placeholderData: (before) => before,
    retry: false,
  })
}

/** The options that change the query; a change of the others only redraws the answer. */
function optionsAsked({ options }: ChartDefinition) {
  const { order, categories, series, hasOthers, errorBar, whiskers } = options
  return { order, categories, series, hasOthers, errorBar, whiskers }
}
