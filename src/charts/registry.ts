import type { ChartType } from '#contract/charts/definition.ts'
import type { ChartKind } from './kind.ts'
import { area } from './types/area/index.ts'
import { bar } from './types/bar/index.ts'
import { box } from './types/box/index.ts'
import { bubble } from './types/bubble/index.ts'
import { heatMap } from './types/heat-map/index.ts'
import { histogram } from './types/histogram/index.ts'
import { line } from './types/line/index.ts'
import { number } from './types/number/index.tsx'
import { pie } from './types/pie/index.ts'
import { pivotTable } from './types/pivot-table/index.tsx'
import { scatter } from './types/scatter/index.ts'
import { step } from './types/step/index.ts'
import { table } from './types/table/index.tsx'

/** How each type of chart is drawn, in the order in which they are offered. */
export const chartKinds: Record<ChartType, ChartKind> = {
  table,
  number,
  bar,
  line,
  area,
  step,
  scatter,
  bubble,
  histogram,
  box,
  heatMap,
  pie,
  pivotTable,
}
