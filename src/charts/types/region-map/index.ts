import type { ChartKind } from '../../kind.ts'

export const regionMap: ChartKind = {
  options: ['regions', 'decimals', 'ramp'],
  load: () => import('./paint.ts'),
}
