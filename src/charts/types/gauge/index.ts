import { DashboardOutlined } from '@ant-design/icons'
import type { ChartKind } from '../../kind.ts'

export const gauge: ChartKind = {
  icon: DashboardOutlined,
  options: ['axes', 'lines', 'decimals'],
  load: () => import('./paint.ts'),
}
