import { aroundOf, type Layer, placed, referenceLines, sharedBy, tooltipOf } from '../../cartesian.ts'
import { REST } from '../../frame.ts'
import type { ChartKind, Drawing, DrawNote, Drawn } from '../../kind.ts'
import { type Datum, dataOf, type Series, seriesOf } from '../../series.ts'

/** Each value as its share of all of its category. */
function shares(data: readonly Datum[]): (Datum & { share: number | null })[] {
  const sums = new Map<string | number, number>()
  for (const { x, y } of data) sums.set(x, (sums.get(x) ?? 0) + (y ?? 0))
  return data.map((datum) => {
    const sum = sums.get(datum.x) ?? 0
    return { ...datum, share: datum.y === null || sum === 0 ? null : datum.y / sum }
  })
}

/** Error bars of bars side by side: a thin line with end caps. */
const errorBars = (data: readonly Datum[], { ink }: Drawing['tokens']) => [
  {
    type: 'interval',
    data: data.filter(({ low }) => low !== undefined),
    encode: { x: 'x', y: ['low', 'high'], series: 'series' },
    transform: [{ type: 'dodgeX' }],
    style: { fill: ink, fillOpacity: 0.75, maxWidth: 1.5 },
    tooltip: false,
  },
]

/** Measures of the second axis: lines over the bars, on an axis of their own. */
function linesOver(
  drawing: Drawing,
  series: readonly Series[],
  every: readonly Series[],
): { layers: Layer[]; notes: DrawNote[]; title: string } {
  const { frame } = drawing
  const { axes, isHorizontal } = frame.definition.options
  const { data, notes } = placed(dataOf(drawing, series, true), axes.y2.isLog)
  const { scale, axis, title } = sharedBy(drawing, { series, isBand: true, fromZero: false, isHorizontal }).y2(series)
  const shared = { data: data.filter(({ y }) => y !== null), scale: { y: { ...scale, key: 'y2' } } }
  const line = {
    type: 'line',
    ...shared,
    encode: { x: 'x', y: 'y', color: 'series' },
    style: { lineWidth: 2 },
    axis: { y: isHorizontal ? { ...axis, position: 'top' } : axis },
    tooltip: tooltipOf(drawing, every),
  }
  const points = {
    type: 'point',
    ...shared,
    encode: { x: 'x', y: 'y', color: 'series', shape: 'point', size: 3 },
    style: { fillOpacity: 1 },
    axis: { y: false },
    tooltip: false,
  }
  return { layers: [line, points], notes, title }
}

function draw(drawing: Drawing): Drawn {
  const { frame, tokens } = drawing
  const { options } = frame.definition
  const { stacking, isHorizontal } = options
  const every = seriesOf(frame, ['y', 'y2'])
  const [series, ofSecond] = [seriesOf(frame), seriesOf(frame, ['y2'])]
  const all = dataOf(drawing, series, true)
  const data = all.filter(({ y }) => y !== null)
  if (data.length === 0) return { spec: null, notes: ['nothing'] }
  const isStacked = stacking !== 'none'
  const isShare = stacking === 'percent'
  if (isShare && data.some(({ y }) => (y ?? 0) < 0)) return { spec: null, notes: ['negativeParts'] }
  const shared = { isBand: true, fromZero: true, isHorizontal }
  const { x, color } = sharedBy(drawing, { series: every, ...shared })
  const { y } = sharedBy(drawing, { series, ...shared })
  const second = ofSecond.length ? linesOver(drawing, ofSecond, every) : { layers: [], notes: [], title: '' }
  const hasErrors = data.some(({ low }) => low !== undefined)
  const notes: DrawNote[] = [...(hasErrors && isStacked ? (['errorsOfStacks'] as const) : []), ...second.notes]
  const bars = {
    type: 'interval',
    data: isShare ? shares(data) : data,
    encode: { x: 'x', y: isShare ? 'share' : 'y', color: 'series', ...(!isStacked && { series: 'series' }) },
    transform: series.length < 2 ? [] : [{ type: isStacked ? 'stackY' : 'dodgeX' }],
    style: {
      maxWidth: 56,
      ...(series.length === 1 && { fill: ({ x: id }: Datum) => (id === REST ? tokens.rest : color.range[0]) }),
      radius: !isStacked ? 2 : 0,
      ...(isStacked && { stroke: tokens.surface, lineWidth: 1 }),
    },
    tooltip: tooltipOf(drawing, every),
    labels: options.hasLabels
      ? [
          {
            text: ({ y: value }: Datum) =>
              value === null ? '' : frame.words.number(value, series[0]?.measure.column, options),
            position: isStacked ? 'inside' : isHorizontal ? 'right' : 'top',
            ...(!isStacked && (isHorizontal ? { textAlign: 'start', dx: 4 } : { textBaseline: 'bottom', dy: -2 })),
            fill: !isStacked ? tokens.ink : tokens.surface,
            fontSize: 11,
            fontFamily: tokens.font,
            transform: [{ type: 'overlapHide' }],
          },
        ]
      : [],
  }
  return {
    spec: {
      type: 'view',
      coordinate: isHorizontal ? { transform: [{ type: 'transpose' }] } : {},
      scale: { x: x.scale, color, series: { domain: series.map(({ id }) => id) } },
      axis: { x: x.axis, y: y.axis },
      legend: false,
      children: [
        { ...bars, scale: { y: y.scale } },
        ...(hasErrors && !isStacked ? errorBars(data, tokens) : []),
        ...second.layers,
        ...referenceLines(drawing),
      ],
    },
    notes,
    around: aroundOf(
      drawing,
      [series, ofSecond],
      isHorizontal ? { left: x.title } : { left: y.title, right: second.title },
    ),
  }
}

export const bar: ChartKind = {
  options: [
    'stacking',
    'isHorizontal',
    'order',
    'categories',
    'series',
    'hasOthers',
    'errorBar',
    'hasLabels',
    'legend',
    'axes',
    'decimals',
    'lines',
    'palette',
  ],
  draw,
}
