import { SlidersOutlined } from '@ant-design/icons'
import type { ChartKind } from '../../kind.ts'

export const parallel: ChartKind = {
  icon: SlidersOutlined,
  options: ['series', 'palette'],
  load: () => import('./paint.ts'),
}
