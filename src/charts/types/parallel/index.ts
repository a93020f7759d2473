import type { ChartKind } from '../../kind.ts'

export const parallel: ChartKind = {
  options: ['series', 'palette'],
  load: () => import('./paint.ts'),
}
