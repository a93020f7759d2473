import { DashboardOutlined } from '@ant-design/icons'
import type { ChartKind } from '../../kind.ts'

export const gauge: ChartKind = {
  icon: DashboardOutlined,
  options: ['axes', 'lines', 'decimals', 'palette'],
  load: () => import('./paint.ts'),
}
