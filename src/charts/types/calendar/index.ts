import type { ChartKind } from '../../kind.ts'

export const calendar: ChartKind = {
  along: 'x',
  options: ['decimals', 'ramp'],
  load: () => import('./paint.ts'),
}
