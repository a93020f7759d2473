import { type Layer, referenceLines, timeTicks } from '../../cartesian.ts'
import type { Frame } from '../../frame.ts'
import type { ChartKind, Drawing, DrawNote, Drawn } from '../../kind.ts'
import { coloursOfRows, type PointDatum, pointsOf } from '../../points.ts'
import { regression } from '../../regression.ts'
import { axisStyle, coloursOf, legendOf, numberScale } from '../../style.ts'
import { shownSpan } from '../../words.ts'
import { heatSpec } from '../heat-map/index.ts'

/** Shapes tell categories apart where colours do not. */
const SHAPES = ['point', 'square', 'triangle', 'diamond', 'triangleDown', 'hexagon', 'bowtie', 'cross']

const writeTime = (at: string | number) =>
  shownSpan(new Date(at).toISOString().replace('T00:00:00.000Z', ''), undefined)

/** Facets of points stand on the same scale: from the least to the greatest of all of them. */
function spanOfFacets(frame: Frame, channel: 'x' | 'y') {
  if (!frame.groups.facet) return {}
  const { least, greatest, isLog } = frame.definition.options.axes[channel]
  const values = pointsOf(
    frame,
    frame.answer.rows.map((row, index) => ({ row, index })),
    [],
  )
    .map((point) => point[channel])
    .filter((value) => !isLog || value > 0)
  const [from, to] = [least ?? min(values), greatest ?? max(values)]
  return from === undefined || to === undefined || from >= to ? {} : { domainMin: from, domainMax: to }
}
const min = (values: readonly number[]) => (values.length ? values.reduce((a, b) => Math.min(a, b)) : undefined)
const max = (values: readonly number[]) => (values.length ? values.reduce((a, b) => Math.max(a, b)) : undefined)

function axisOf({ frame, tokens }: Drawing, channel: 'x' | 'y') {
  const [placed] = frame.of(channel)
  const { words, definition } = frame
  const axis = definition.options.axes[channel]
  const isTime = placed?.column.type === 'date' || placed?.column.type === 'datetime'
  const title = placed ? words.titleOf(placed.column) : ''
  const write = (value: string | number) => (isTime ? writeTime(value) : words.number(Number(value), placed?.column))
  const tick = (value: string | number) => (isTime ? writeTime(value) : words.tick(Number(value), placed?.column))
  return {
    scale: {
      ...numberScale(axis, channel),
      ...spanOfFacets(frame, channel),
      ...(isTime && { type: 'linear', nice: false, tickMethod: timeTicks }),
    },
    axis: {
      ...axisStyle(tokens, channel === 'y' ? '' : axis.title || title, tick, channel === 'y'),
      labelAutoRotate: false,
    },
    title,
    write,
    isTime,
  }
}

/** The line of least squares with its equation, over the points that are drawn. */
function regressionLayers({ frame, tokens }: Drawing, points: readonly PointDatum[]): Layer[] | null {
  const found = regression(points)
  if (!found) return null
  const { slope, intercept, r2 } = found
  const xs = points.map(({ x }) => x)
  const ends = [Math.min(...xs), Math.max(...xs)].map((x) => ({ x, y: slope * x + intercept }))
  const write = (value: number) => frame.words.number(value)
  const sign = intercept < 0 ? '−' : '+'
  const text = `y = ${write(slope)} x ${sign} ${write(Math.abs(intercept))}   R² = ${frame.words.number(r2, undefined, { decimals: 3 })}   n = ${points.length}`
  return [
    {
      type: 'line',
      data: ends,
      encode: { x: 'x', y: 'y' },
      style: { stroke: tokens.ink, lineWidth: 1.5, strokeOpacity: 0.8 },
      tooltip: false,
    },
    {
      type: 'text',
      style: {
        x: '100%',
        y: 6,
        dx: -8,
        text,
        textAlign: 'end',
        textBaseline: 'top',
        fill: tokens.ink,
        fontSize: 12,
        fontFamily: tokens.font,
      },
      tooltip: false,
    },
  ]
}

function draw(drawing: Drawing): Drawn {
  const { frame, rows, tokens } = drawing
  const { options } = frame.definition
  if (frame.answer.isBinned) return heatSpec(drawing, options.hasRegression ? ['noRegression'] : [])
  const colours = coloursOfRows(frame)
  const all = pointsOf(frame, rows, colours)
  const isOut = ({ x, y }: PointDatum) => (options.axes.x.isLog && x <= 0) || (options.axes.y.isLog && y <= 0)
  const drawable = all.filter((point) => !isOut(point))
  if (drawable.length === 0) return { spec: null, notes: all.length ? ['notPositive'] : ['nothing'] }
  const points = drawable.filter(({ color }) => !drawing.hidden?.has(color))
  const [x, y] = [axisOf(drawing, 'x'), axisOf(drawing, 'y')]
  const [size, label] = [frame.of('size')[0], frame.of('label')[0]]
  const isStraight = !options.axes.x.isLog && !options.axes.y.isLog && !x.isTime && !y.isTime
  const line = options.hasRegression && isStraight ? regressionLayers(drawing, points) : []
  const notes: DrawNote[] = [
    ...(drawable.length < all.length ? (['notPositive'] as const) : []),
    ...(options.hasRegression && (!isStraight || !line) ? (['noRegression'] as const) : []),
  ]
  const named = new Map(colours.map((one) => [one.id, one.label]))
  const ids = colours.map(({ id }) => id)
  const { words } = frame
  const item = (name: string, value: string) => ({ name, value })
  return {
    spec: {
      type: 'view',
      scale: {
        x: x.scale,
        y: y.scale,
        ...(colours.length && {
          color: { type: 'ordinal', domain: ids, range: coloursOf(colours, tokens) },
          ...(!size && { shape: { type: 'ordinal', domain: ids, range: SHAPES } }),
        }),
        ...(size && { size: { type: 'sqrt', range: [2, 16], zero: true } }),
      },
      axis: { x: x.axis, y: y.axis },
      legend: false,
      children: [
        {
          type: 'point',
          data: points,
          encode: {
            x: 'x',
            y: 'y',
            ...(colours.length && { color: 'color' }),
            ...(size ? { size: 'size', shape: 'point' } : { size: 4, shape: colours.length ? 'color' : 'point' }),
          },
          style: {
            fillOpacity: size ? 0.5 : 0.65,
            lineWidth: 1,
            ...(colours.length === 0 && { fill: tokens.series[0], stroke: tokens.series[0] }),
          },
          tooltip: {
            title: (point: PointDatum) => point.label || named.get(point.color) || '',
            items: [
              (point: PointDatum) => item(x.title, x.write(point.x)),
              (point: PointDatum) => item(y.title, y.write(point.y)),
              ...(size
                ? [(point: PointDatum) => item(words.titleOf(size.column), words.number(point.size, size.column))]
                : []),
            ],
          },
          labels:
            label && points.length <= 60
              ? [
                  {
                    text: 'label',
                    position: 'right',
                    dx: 6,
                    fontSize: 11,
                    fill: tokens.soft,
                    fontFamily: tokens.font,
                    transform: [{ type: 'overlapHide' }],
                  },
                ]
              : [],
        },
        ...(line ?? []),
        ...referenceLines(drawing),
      ],
    },
    notes,
    around: {
      left: { text: options.axes.y.title || y.title },
      legend: legendOf(tokens, options, colours),
    },
  }
}

export const scatter: ChartKind = {
  options: ['hasRegression', 'series', 'legend', 'axes', 'lines', 'palette', 'ramp'],
  draw,
}
