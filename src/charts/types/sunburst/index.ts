import type { ChartKind } from '../../kind.ts'

export const sunburst: ChartKind = {
  options: ['order', 'categories', 'hasOthers', 'decimals', 'palette'],
  load: () => import('./paint.ts'),
}
