import type { ChartDefinition } from '#contract/charts/definition.ts'
import type { Query } from '#contract/queries/query.ts'

/** The rows of a chart as a query: what it puts together is up to the chart. */
export const rowsOf = ({ query }: ChartDefinition): Query => ({
  ...query,
  groups: [],
  measures: [],
  sort: [],
  limit: null,
})
