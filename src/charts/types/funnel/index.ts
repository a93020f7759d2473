import type { ChartKind } from '../../kind.ts'

export const funnel: ChartKind = {
  options: ['order', 'categories', 'hasOthers', 'decimals', 'palette'],
  load: () => import('./paint.ts'),
}
