import { FunnelPlotOutlined } from '@ant-design/icons'
import type { ChartKind } from '../../kind.ts'

export const funnel: ChartKind = {
  icon: FunnelPlotOutlined,
  options: ['order', 'categories', 'hasOthers', 'decimals', 'palette'],
  load: () => import('./paint.ts'),
}
