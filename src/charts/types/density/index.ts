import { aroundOf, referenceLines, sharedBy } from '../../cartesian.ts'
import { binsOf, densityOf } from '../../distribution.ts'
import { categoryId } from '../../frame.ts'
import type { ChartKind, Drawing, Drawn } from '../../kind.ts'
import { seriesOf } from '../../series.ts'

type Place = { x: number; y: number; series: string }

function draw(drawing: Drawing): Drawn {
  const { frame, rows, hidden } = drawing
  const { x: axis, color: groups } = frame.groups
  const [measure] = frame.answer.columns.flatMap((column, at) => (column.statistic === 'rows' ? [{ column, at }] : []))
  if (!axis || !measure) return { spec: null, notes: ['nothing'] }
  const series = seriesOf({ ...frame, of: (channel) => (channel === 'y' ? [measure] : frame.of(channel)) })
  const width = Number(axis.placed.column.binding.width ?? 0)
  const data = series.flatMap(({ id }): Place[] => {
    if (hidden?.has(id)) return []
    const own = groups ? rows.filter(({ row }) => id.startsWith(`${categoryId(row, groups)}/`)) : rows
    return densityOf(binsOf(drawing, own, 'x'), width).map(({ at, density }) => ({ x: at, y: density, series: id }))
  })
  if (data.length === 0) return { spec: null, notes: ['nothing'] }
  const { x, y, color } = sharedBy(drawing, { series, isBand: false, fromZero: true })
  const named = new Map(series.map(({ id, label }) => [id, label]))
  const encode = { x: 'x', y: 'y', color: 'series', series: 'series' }
  const { words } = frame
  return {
    spec: {
      type: 'view',
      scale: { x: x.scale, y: y.scale, color },
      axis: { x: x.axis, y: y.axis },
      legend: false,
      children: [
        { type: 'area', data, encode, style: { fillOpacity: 0.25 }, tooltip: false },
        {
          type: 'line',
          data,
          encode,
          style: { lineWidth: 2 },
          tooltip: {
            title: ({ x: at }: Place) => words.number(at, axis.placed.column),
            items: [
              ({ series: id, y: value }: Place) => ({
                name: named.get(id) ?? '',
                value: words.number(value, undefined),
              }),
            ],
          },
        },
        ...referenceLines(drawing),
      ],
    },
    notes: [],
    around: aroundOf(drawing, [series], { left: frame.definition.options.axes.y.title || words.density }),
  }
}

export const density: ChartKind = {
  along: 'x',
  options: ['series', 'hasOthers', 'legend', 'axes', 'lines', 'palette'],
  draw,
}
