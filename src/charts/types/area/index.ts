import { aroundOf, referenceLines, sharedBy, tooltipOf } from '../../cartesian.ts'
import type { ChartKind, Drawing, Drawn } from '../../kind.ts'
import { type Datum, dataOf, lonely, type Series, seriesOf, withGaps } from '../../series.ts'

/** Stacked areas have no gaps: missing values count as 0. */
function filled(data: readonly Datum[], series: readonly Series[]): Datum[] {
  const known = new Map(data.map((datum) => [`${datum.series} ${datum.x}`, datum]))
  const places = new Map(data.map(({ x, label }) => [x, label]))
  return [...places].flatMap(([x, label]) =>
    series.map(({ id }) => {
      const found = known.get(`${id} ${x}`)
      return { index: -1, x, label, series: id, ...found, y: found?.y ?? 0 }
    }),
  )
}

function draw(drawing: Drawing): Drawn {
  const { frame, hidden } = drawing
  const { stacking } = frame.definition.options
  const series = seriesOf(frame)
  const all = dataOf(drawing, series, false)
  const isStacked = stacking !== 'none' && series.length > 1
  const data = isStacked
    ? filled(
        all,
        series.filter(({ id }) => !hidden?.has(id)),
      )
    : withGaps(frame, all, series)
  if (!data.some(({ y }) => y !== null)) return { spec: null, notes: ['nothing'] }
  if (isStacked && data.some(({ y }) => (y ?? 0) < 0)) return { spec: null, notes: ['negativeParts'] }
  const { x, y, color } = sharedBy(drawing, { series, isBand: false, fromZero: true })
  const transform = !isStacked ? [] : [{ type: 'stackY' }, ...(stacking === 'percent' ? [{ type: 'normalizeY' }] : [])]
  const encode = { x: 'x', y: 'y', color: 'series', series: 'series' }
  return {
    spec: {
      type: 'view',
      scale: { x: x.scale, y: y.scale, color },
      axis: { x: x.axis, y: y.axis },
      legend: false,
      interaction: { tooltip: { shared: true } },
      children: [
        {
          type: 'area',
          data,
          encode,
          transform,
          style: { fillOpacity: isStacked ? 0.75 : 0.25 },
          tooltip: tooltipOf(drawing, series),
        },
        { type: 'line', data, encode, transform, style: { lineWidth: 1.5 }, tooltip: false },
        {
          type: 'point',
          data: isStacked ? [] : lonely(data),
          encode: { x: 'x', y: 'y', color: 'series', shape: 'point', size: 3 },
          tooltip: false,
        },
        ...referenceLines(drawing),
      ],
    },
    notes: [],
    around: aroundOf(drawing, [series], { left: y.title }),
  }
}

export const area: ChartKind = {
  along: 'x',
  options: [
    'stacking',
    'order',
    'categories',
    'series',
    'hasOthers',
    'isGapShown',
    'legend',
    'axes',
    'decimals',
    'lines',
    'palette',
  ],
  draw,
}
