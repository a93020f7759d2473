import type { ChartKind } from '../../kind.ts'
import { drawLines, lineOptions } from '../line/index.ts'

export const step: ChartKind = {
  along: 'x',
  options: lineOptions,
  draw: (drawing) => drawLines(drawing, 'hv'),
}
