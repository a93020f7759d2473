import { CalendarOutlined } from '@ant-design/icons'
import type { ChartKind } from '../../kind.ts'

export const calendar: ChartKind = {
  icon: CalendarOutlined,
  options: ['decimals', 'ramp'],
  load: () => import('./paint.ts'),
}
