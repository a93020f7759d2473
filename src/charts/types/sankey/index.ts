import { NodeIndexOutlined } from '@ant-design/icons'
import type { ChartKind } from '../../kind.ts'

export const sankey: ChartKind = {
  icon: NodeIndexOutlined,
  options: ['order', 'categories', 'hasOthers', 'decimals', 'palette'],
  load: () => import('./paint.ts'),
}
