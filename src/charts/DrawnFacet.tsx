import { useCallback, useMemo } from 'react'
import { Chart, useChartTokens } from '../widgets/Chart.tsx'
import { ChartLegend } from './ChartLegend.tsx'
import { DrawNotes } from './DrawNotes.tsx'
import { Figures } from './Figures.tsx'
import type { Frame, IndexedRow } from './frame.ts'
import type { Around, AxisTitle, ChartKind } from './kind.ts'
import { drawTokens } from './palettes.ts'

const NONE: ReadonlySet<string> = new Set()
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
  const tokens = useChartTokens()
  const drawnWithout = useCallback(
    (left: ReadonlySet<string>) =>
      kind.draw({ frame, rows, hidden: left, tokens: drawTokens(tokens, frame.definition.options) }),
    [kind, frame, rows, tokens],
  )
  const whole = useMemo(() => drawnWithout(NONE), [drawnWithout])
  const legend = whole.around?.legend
  // An answer may lack the series that was hidden; without its entry there would be no way to show it again.
  const isLess = legend !== undefined && 'entries' in legend && legend.entries.some(({ id }) => hidden.has(id))
  const {
    notes,
    spec: drawn,
    around,
  } = useMemo(() => (isLess ? drawnWithout(hidden) : whole), [isLess, drawnWithout, hidden, whole])
  const spec = useCallback(() => drawn ?? {}, [drawn])
  const pick =
    onPick &&
    ((datum: unknown) => {
      const index = indexOf(datum)
      if (index !== null) onPick(index)
    })
  if (!whole.spec) return <DrawNotes notes={whole.notes} isAll />
  return (
    <div className="chart-drawing">
      <div className="chart-around" data-legend={legend?.position}>
        {legend && <ChartLegend legend={legend} hidden={isLess ? hidden : NONE} onHide={onHide} />}
        {drawn ? (
          <>
            <Titles {...around} />
            <Chart label={label} spec={spec} load={loadLibrary} onPick={pick}>
              <Figures frame={frame} label={label} onPick={onPick} />
            </Chart>
          </>
        ) : (
          <DrawNotes notes={notes} isAll />
        )}
      </div>
      <DrawNotes notes={isLess ? [...(drawn ? notes : []), 'seriesHidden'] : notes} />
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
