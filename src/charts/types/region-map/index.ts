import { GlobalOutlined } from '@ant-design/icons'
import type { ChartKind } from '../../kind.ts'

export const regionMap: ChartKind = {
  icon: GlobalOutlined,
  options: ['regions', 'decimals', 'ramp'],
  load: () => import('./paint.ts'),
}
