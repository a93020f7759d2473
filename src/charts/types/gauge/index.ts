import type { ChartKind } from '../../kind.ts'

export const gauge: ChartKind = {
  options: ['axes', 'lines', 'decimals', 'palette'],
  load: () => import('./paint.ts'),
}
