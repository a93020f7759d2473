import type { ChartKind } from '../../kind.ts'

export const map: ChartKind = {
  options: ['regions', 'series', 'palette'],
  load: () => import('./paint.ts'),
}
