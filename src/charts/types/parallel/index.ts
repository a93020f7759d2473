import { SlidersOutlined } from '@ant-design/icons'
import type { ChartKind } from '../../kind.ts'

export const parallel: ChartKind = { icon: SlidersOutlined, options: ['series'], load: () => import('./paint.ts') }
