import type { TimeBin } from '#contract/queries/query.ts'
import { nextSpan } from '../../bins.ts'
import { aroundOf, type Layer, referenceLines, sharedBy, tooltipOf } from '../../cartesian.ts'
import { categoryId } from '../../frame.ts'
import type { ChartKind, Drawing, Drawn } from '../../kind.ts'
import { type Datum, dataOf, seriesOf } from '../../series.ts'

type Bar = Datum & { x0: number; x1: number }

/** The bars of a histogram: each as wide as its interval. */
function barsOf({ frame, rows }: Drawing, data: readonly Datum[]): Bar[] {
  const { x } = frame.groups
  if (!x) return []
  const { time, width } = x.placed.column.binding
  const cells = new Map(rows.map(({ row, index }) => [index, { id: categoryId(row, x), cell: row.cells[x.placed.at] }]))
  return data.flatMap((datum) => {
    const cell = cells.get(datum.index)?.cell
    if (cell === null || cell === undefined) return []
    if (width) return [{ ...datum, x0: Number(cell), x1: Number(cell) + Number(width) }]
    const from = new Date(String(cell))
    return [{ ...datum, x0: from.getTime(), x1: nextSpan(from, (time ?? 'day') as TimeBin).getTime() }]
  })
}

function draw(drawing: Drawing): Drawn {
  const { frame, tokens } = drawing
  const series = seriesOf(frame)
  const data = dataOf(drawing, series, false).filter(({ y }) => y !== null)
  const bars = barsOf(drawing, data)
  if (bars.length === 0) return { spec: null, notes: ['nothing'] }
  const { x, y, color } = sharedBy(drawing, { series, isBand: false, fromZero: true })
  const layer: Layer = {
    type: 'rect',
    data: stacked(bars),
    encode: { x: ['x0', 'x1'], y: ['from', 'to'], color: 'series' },
    style: { stroke: tokens.surface, lineWidth: 1, fillOpacity: 0.9 },
    tooltip: tooltipOf(drawing, series),
  }
  return {
    spec: {
      type: 'view',
      scale: { x: x.scale, y: y.scale, color },
      axis: { x: x.axis, y: y.axis },
      legend: false,
      children: [layer, ...referenceLines(drawing)],
    },
    notes: [],
    around: aroundOf(drawing, [series], { left: y.title }),
  }
}

/** Bars of one interval on each other. */
function stacked(bars: readonly Bar[]) {
  const heights = new Map<number, number>()
  return bars.map((bar) => {
    const from = heights.get(bar.x0) ?? 0
    const to = from + (bar.y ?? 0)
    heights.set(bar.x0, to)
    return { ...bar, from, to }
  })
}

export const histogram: ChartKind = {
  along: 'x',
  options: ['series', 'hasOthers', 'legend', 'axes', 'lines', 'palette'],
  draw,
}
