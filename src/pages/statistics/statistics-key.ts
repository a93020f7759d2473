import type { InputOf } from '#contract/core/operation.ts'
import type { statistics } from '#contract/statistics.ts'
import type { TrafficTopBy, traffic } from '#contract/traffic.ts'

export type GrowthWish = InputOf<typeof statistics.growth>
export type GrowthRange = NonNullable<GrowthWish['range']>
export type TopFigure = NonNullable<InputOf<typeof statistics.top>['by']>

/** A range that ends now, or chosen days. */
export type TrafficSpan = Omit<InputOf<typeof traffic.show>, 'spaceId'>

/** Query keys of the statistics; `all` invalidates them together. */
export const statisticsKey = {
  all: ['statistics'],
  overview: ['statistics', 'overview'],
  growth: (wish: GrowthWish) => ['statistics', 'growth', wish],
  /** A space as the figures know it, under the key of all spaces, so that a change of its capacity is seen. */
  space: (id: string) => ['managedSpaces', 'figures', id],
  traffic: (span: TrafficSpan & { spaceId?: string }) => ['statistics', 'traffic', span],
  trafficTop: (span: TrafficSpan, by: TrafficTopBy) => ['statistics', 'traffic', 'top', by, span],
  live: ['statistics', 'traffic', 'live'],
  top: (by: TopFigure) => ['statistics', 'top', by],
}
