import { CloudOutlined } from '@ant-design/icons'
import type { ChartKind } from '../../kind.ts'

export const wordCloud: ChartKind = {
  icon: CloudOutlined,
  options: ['decimals', 'palette'],
  load: () => import('./paint.ts'),
}
