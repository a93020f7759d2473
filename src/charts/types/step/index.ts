import { StockOutlined } from '@ant-design/icons'
import type { ChartKind } from '../../kind.ts'
import { drawLines, lineOptions } from '../line/index.ts'

export const step: ChartKind = {
  icon: StockOutlined,
  options: lineOptions,
  draw: (drawing) => drawLines(drawing, 'hv'),
}
