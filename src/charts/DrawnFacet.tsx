import { useCallback, useMemo } from 'react'
import { Chart, useChartTokens } from '../widgets/Chart.tsx'
import type { ChartTokens } from '../widgets/chart-tokens.ts'
import { ChartLegend } from './ChartLegend.tsx'
import { DrawNotes } from './DrawNotes.tsx'
import { Figures } from './Figures.tsx'
import type { Frame, IndexedRow } from './frame.ts'
import type { Around, AxisTitle, ChartKind } from './kind.ts'
import { drawTokens } from './palettes.ts'

const loadLibrary = () => import('./g2.ts')

export type Hiding = { hidden: ReadonlySet<string>; onHide: (hidden: ReadonlySet<string>) => void }
type Props = Hiding & {
  kind: Extract<ChartKind, { draw: unknown }>
  frame: Frame
  rows: readonly IndexedRow[]
  label: string
  onPick?: ((row: number) => void) | undefined
}

/** A drawing of the library, with its legend and the titles of its upright axes around it. */
export function DrawnFacet({ kind, frame, rows, label, hidden, onHide, onPick }: Props) {
  const drawnWith = useCallback(
    (tokens: ChartTokens) => kind.draw({ frame, rows, hidden, tokens: drawTokens(tokens, frame.definition.options) }),
    [kind, frame, rows, hidden],
  )
  const spec = useCallback((tokens: ChartTokens) => drawnWith(tokens).spec ?? {}, [drawnWith])
  const tokens = useChartTokens()
  const { notes, spec: drawn, around = {} } = useMemo(() => drawnWith(tokens), [drawnWith, tokens])
  const pick =
    onPick &&
    ((datum: unknown) => {
      const index = indexOf(datum)
      if (index !== null) onPick(index)
    })
  if (!drawn) return <DrawNotes notes={notes} isAll />
  const { legend } = around
  return (
    <div className="chart-drawing">
      <div className="chart-around" data-legend={legend?.position}>
        {legend && <ChartLegend legend={legend} hidden={hidden} onHide={onHide} />}
        <Titles {...around} />
        <Chart label={label} spec={spec} load={loadLibrary} onPick={pick}>
          <Figures frame={frame} label={label} onPick={onPick} />
        </Chart>
      </div>
      <DrawNotes notes={hidden.size ? [...notes, 'seriesHidden'] : notes} />
    </div>
  )
}

function Titles({ left, right }: Around) {
  if (!left?.text && !right?.text) return null
  return (
    <div className="chart-titles">
      <Title {...left} />
      <Title {...right} />
    </div>
  )
}

const Title = ({ text, colour }: Partial<AxisTitle>) => (
  <span>
    {colour && <i style={{ backgroundColor: colour }} />}
    {text}
  </span>
)

function indexOf(datum: unknown): number | null {
  const one = Array.isArray(datum) ? datum[0] : datum
  const index = one && typeof one === 'object' && 'index' in one ? Number(one.index) : -1
  return index >= 0 ? index : null
}
