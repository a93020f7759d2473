import { EnvironmentOutlined } from '@ant-design/icons'
import type { ChartKind } from '../../kind.ts'

export const map: ChartKind = {
  icon: EnvironmentOutlined,
  options: ['regions', 'series', 'palette'],
  load: () => import('./paint.ts'),
}
