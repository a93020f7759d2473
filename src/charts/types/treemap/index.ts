import { BlockOutlined } from '@ant-design/icons'
import type { ChartKind } from '../../kind.ts'

export const treemap: ChartKind = {
  icon: BlockOutlined,
  options: ['order', 'categories', 'hasOthers', 'decimals', 'palette'],
  load: () => import('./paint.ts'),
}
