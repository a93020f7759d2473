import type { ChartDefinition } from '#contract/charts/definition.ts'
import type { Query } from '#contract/queries/query.ts'

/** The rows of a chart as a query, without the chart's aggregation. */
export const rowsOf = ({ query }: ChartDefinition): Query => ({
  ...query,
  groups: [],
  measures: [],
  sort: [],
  limit: null,
})
