import type { ChartKind } from '../../kind.ts'

export const calendar: ChartKind = {
  options: ['decimals', 'ramp'],
  load: () => import('./paint.ts'),
}
