import { RadarChartOutlined } from '@ant-design/icons'
import type { ChartKind } from '../../kind.ts'

export const radar: ChartKind = {
  icon: RadarChartOutlined,
  options: ['order', 'categories', 'series', 'hasOthers', 'decimals', 'palette'],
  load: () => import('./paint.ts'),
}
