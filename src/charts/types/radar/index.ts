import type { ChartKind } from '../../kind.ts'

export const radar: ChartKind = {
  options: ['order', 'categories', 'series', 'hasOthers', 'decimals', 'palette'],
  load: () => import('./paint.ts'),
}
