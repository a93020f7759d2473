import type { InputOf } from '#contract/core/operation.ts'
import type { statistics } from '#contract/statistics.ts'

export type GrowthRange = NonNullable<InputOf<typeof statistics.growth>['range']>
export type TopFigure = NonNullable<InputOf<typeof statistics.top>['by']>

/** Query keys of the statistics; `all` invalidates them together. */
export const statisticsKey = {
  all: ['statistics'],
  overview: ['statistics', 'overview'],
  growth: (range: GrowthRange) => ['statistics', 'growth', range],
  top: (by: TopFigure) => ['statistics', 'top', by],
}
