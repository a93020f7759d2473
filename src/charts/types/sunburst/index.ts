import { SunOutlined } from '@ant-design/icons'
import type { ChartKind } from '../../kind.ts'

export const sunburst: ChartKind = {
  icon: SunOutlined,
  options: ['order', 'categories', 'hasOthers', 'decimals', 'palette'],
  load: () => import('./paint.ts'),
}
