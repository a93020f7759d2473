import type { InputOf } from '#contract/core/operation.ts'
import type { statistics } from '#contract/statistics.ts'
import type { TrafficTopBy, traffic } from '#contract/traffic.ts'

export type GrowthRange = NonNullable<InputOf<typeof statistics.growth>['range']>
export type TopFigure = NonNullable<InputOf<typeof statistics.top>['by']>

/** A range that ends now, or chosen days. */
export type TrafficSpan = Omit<InputOf<typeof traffic.show>, 'spaceId'>

/** Query keys of the statistics; `all` invalidates them together. */
export const statisticsKey = {
  all: ['statistics'],
  overview: ['statistics', 'overview'],
  growth: (range: GrowthRange) => ['statistics', 'growth', range],
  traffic: (span: TrafficSpan & { spaceId?: string }) => ['statistics', 'traffic', span],
  trafficTop: (span: TrafficSpan, by: TrafficTopBy) => ['statistics', 'traffic', 'top', by, span],
  live: ['statistics', 'traffic', 'live'],
  top: (by: TopFigure) => ['statistics', 'top', by],
}
