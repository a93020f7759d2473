import { Figures } from '../../Figures.tsx'
import type { ChartKind, ViewProps } from '../../kind.ts'

const View = ({ frame, onPick }: ViewProps) => (
  <Figures frame={frame} label={frame.definition.options.title || frame.words.rows} onPick={onPick} />
)

export const table: ChartKind = { options: ['order'], View }
