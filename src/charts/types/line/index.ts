import { aroundOf, type Layer, placed, referenceLines, sharedBy, tooltipOf } from '../../cartesian.ts'
import type { ChartKind, Drawing, Drawn, OptionKey } from '../../kind.ts'
import { type Datum, dataOf, lonely, type Series, seriesOf, withGaps } from '../../series.ts'

/** Above this number, the points of a line are not drawn (our choice). */
const POINTS_MAX = 60

const errorLinks = (data: readonly Datum[]): Layer => ({
  type: 'link',
  data: data.filter(({ low }) => low !== undefined),
  encode: { x: ['x', 'x'], y: ['low', 'high'], color: 'series' },
  style: { strokeOpacity: 0.6, lineWidth: 1.5 },
  tooltip: false,
})

/** Lines through values, with their points if they are few or isolated. */
function layers(drawing: Drawing, series: readonly Series[], data: readonly Datum[], shape: 'line' | 'hv'): Layer[] {
  const { options } = drawing.frame.definition
  const shown = data.filter(({ y }) => y !== null)
  const tooltip = tooltipOf(drawing, series)
  const line = {
    type: 'line',
    data: options.isGapShown ? data : shown,
    encode: { x: 'x', y: 'y', color: 'series', series: 'series' },
    style: { lineWidth: 2, shape },
    tooltip,
  }
  const areFew = options.hasPoints || shown.length <= POINTS_MAX
  const points = areFew ? shown : lonely(data)
  return [
    line,
    {
      type: 'point',
      data: points,
      encode: { x: 'x', y: 'y', color: 'series', shape: 'point', size: 3 },
      style: { fillOpacity: 1 },
      tooltip: false,
    },
    errorLinks(shown),
  ]
}

/** A chart of lines, straight from value to value or in steps. */
export function drawLines(drawing: Drawing, shape: 'line' | 'hv'): Drawn {
  const { frame } = drawing
  const { axes } = frame.definition.options
  const all = seriesOf(frame, ['y', 'y2'])
  const ofSecond = all.filter(({ measure }) => measure.column.channel === 'y2')
  const ofFirst = all.filter(({ measure }) => measure.column.channel === 'y')
  const dataFor = (series: readonly Series[], isLog: boolean) =>
    placed(withGaps(frame, dataOf(drawing, series, false), series), isLog)
  const [first, second] = [dataFor(ofFirst, axes.y.isLog), dataFor(ofSecond, axes.y2.isLog)]
  if (![...first.data, ...second.data].some(({ y }) => y !== null)) return { spec: null, notes: ['nothing'] }
  const shared = sharedBy(drawing, { series: all, isBand: false, fromZero: false })
  const { x, color } = shared
  const y = sharedBy(drawing, { series: ofFirst, isBand: false, fromZero: false }).y
  const y2 = shared.y2(ofSecond)
  const onSecond = layers(drawing, all, second.data, shape).map((layer) => ({
    ...layer,
    scale: { y: { ...y2.scale, key: 'y2' } },
    axis: { y: layer.type === 'line' ? y2.axis : false },
  }))
  const onFirst = layers(drawing, all, first.data, shape).map((layer) => ({ ...layer, scale: { y: y.scale } }))
  return {
    spec: {
      type: 'view',
      scale: { x: x.scale, color },
      axis: { x: x.axis, y: y.axis },
      legend: false,
      interaction: { tooltip: { shared: true } },
      children: [...onFirst, ...(ofSecond.length ? onSecond : []), ...referenceLines(drawing)],
    },
    notes: [...new Set([...first.notes, ...second.notes])],
    around: aroundOf(drawing, [ofFirst, ofSecond], { left: y.title, right: ofSecond.length ? y2.title : '' }),
  }
}

export const lineOptions: readonly OptionKey[] = [
  'order',
  'categories',
  'series',
  'hasOthers',
  'errorBar',
  'isGapShown',
  'hasPoints',
  'legend',
  'axes',
  'decimals',
  'palette',
  'lines',
]
export const line: ChartKind = {
  along: 'x',
  options: lineOptions,
  draw: (drawing) => drawLines(drawing, 'line'),
}
