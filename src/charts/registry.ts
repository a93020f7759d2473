import type { ChartType } from '#contract/charts/definition.ts'
import type { ChartKind } from './kind.ts'
import { area } from './types/area/index.ts'
import { bar } from './types/bar/index.ts'
import { box } from './types/box/index.ts'
import { bubble } from './types/bubble/index.ts'
import { calendar } from './types/calendar/index.ts'
import { candle } from './types/candle/index.ts'
import { density } from './types/density/index.ts'
import { funnel } from './types/funnel/index.ts'
import { gauge } from './types/gauge/index.ts'
import { heatMap } from './types/heat-map/index.ts'
import { histogram } from './types/histogram/index.ts'
import { line } from './types/line/index.ts'
import { map } from './types/map/index.ts'
import { number } from './types/number/index.tsx'
import { parallel } from './types/parallel/index.ts'
import { pie } from './types/pie/index.ts'
import { pivotTable } from './types/pivot-table/index.tsx'
import { radar } from './types/radar/index.ts'
import { regionMap } from './types/region-map/index.ts'
import { sankey } from './types/sankey/index.ts'
import { scatter } from './types/scatter/index.ts'
import { step } from './types/step/index.ts'
import { sunburst } from './types/sunburst/index.ts'
import { table } from './types/table/index.tsx'
import { treemap } from './types/treemap/index.ts'
import { violin } from './types/violin/index.ts'
import { wordCloud } from './types/word-cloud/index.ts'

/** The implementations of all types of charts, in the order in which they are offered. */
export const chartKinds: Record<ChartType, ChartKind> = {
  table,
  number,
  gauge,
  bar,
  line,
  area,
  step,
  scatter,
  bubble,
  parallel,
  histogram,
  density,
  box,
  violin,
  heatMap,
  calendar,
  candle,
  pie,
  treemap,
  sunburst,
  sankey,
  funnel,
  radar,
  wordCloud,
  map,
  regionMap,
  pivotTable,
}
