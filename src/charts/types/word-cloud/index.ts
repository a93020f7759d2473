import type { ChartKind } from '../../kind.ts'

export const wordCloud: ChartKind = {
  options: ['decimals', 'palette'],
  load: () => import('./paint.ts'),
}
