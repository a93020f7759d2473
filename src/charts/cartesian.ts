import type { Around, Drawing, DrawNote } from './kind.ts'
import type { Datum, Series } from './series.ts'
import { axisStyle, coloursOf, legendOf, numberScale } from './style.ts'
import { shownSpan } from './words.ts'

/** The marks of a view, in the form of G2. */
export type Layer = Record<string, unknown>

/** Titles of an axis: the configured one, or the names of its columns if they are not in the legend. */
function titleOfY({ frame }: Drawing, series: readonly Series[], axis: 'y' | 'y2'): string {
  const { title } = frame.definition.options.axes[axis]
  if (title) return title
  const measures = [...new Set(series.map(({ measure }) => frame.words.titleOf(measure.column)))]
  return measures.length === 1 ? (measures[0] ?? '') : ''
}

/** The scale, the axis and its title of the groups along x. */
function alongX({ frame, tokens }: Drawing, isBand: boolean, isUpright: boolean) {
  const { words, groups, definition } = frame
  const { x } = groups
  const axis = definition.options.axes.x
  const title = axis.title || (x ? words.titleOf(x.placed.column) : '')
  const below = isUpright ? '' : title
  if (!x) return { scale: { type: 'band', domain: [''] }, axis: false, title: '' }
  if (isBand || x.kind === 'category') {
    const labels = new Map(x.categories.map(({ id, label }) => [id, label]))
    const ids = x.categories.map(({ id }) => id)
    return {
      scale: { type: 'band', domain: axis.isReversed ? ids.toReversed() : ids, padding: isBand ? 0.2 : 0.5 },
      axis: {
        ...axisStyle(tokens, below, (id) => labels.get(String(id)) ?? '', false),
      },
      title,
    }
  }
  const { column } = x.placed
  if (x.kind === 'time') {
    const write = (at: string | number) =>
      shownSpan(new Date(at).toISOString().replace('T00:00:00.000Z', ''), column.binding.time)
    return {
      scale: { type: 'linear', ...(axis.isReversed && { range: [1, 0] }), tickMethod: timeTicks },
      axis: { ...axisStyle(tokens, below, write, false), labelAutoRotate: false },
      title,
    }
  }
  return {
    scale: { ...numberScale(axis, 'x'), ...(axis.least === undefined && { nice: false }) },
    axis: axisStyle(tokens, below, (value) => words.number(Number(value)), false),
    title,
  }
}

type Parts = { series: readonly Series[]; isBand: boolean; fromZero: boolean; isHorizontal?: boolean }
/** The scale, the axis and its title of the values. */
function alongY(drawing: Drawing, axis: 'y' | 'y2', { series, fromZero, isHorizontal = false }: Omit<Parts, 'isBand'>) {
  const { frame, tokens } = drawing
  const { options } = frame.definition
  const isShare = fromZero && options.stacking === 'percent'
  const column = series[0]?.measure.column
  const title = titleOfY(drawing, series, axis)
  const write = (value: string | number) =>
    isShare ? `${frame.words.number(Number(value) * 100)}%` : frame.words.tick(Number(value), column, options)
  return {
    scale: { ...numberScale(options.axes[axis], 'y', fromZero), ...(axis === 'y2' && { independent: true }) },
    axis: {
      ...axisStyle(tokens, isHorizontal ? title : '', write, axis === 'y'),
      ...(axis === 'y2' && { position: 'right' }),
    },
    title,
  }
}

/** Values that a logarithmic axis can show. */
export function placed(data: readonly Datum[], isLog: boolean): { data: Datum[]; notes: DrawNote[] } {
  const isOut = ({ y }: Datum) => isLog && y !== null && y <= 0
  const kept = data.map((datum) => (isOut(datum) ? { ...datum, y: null } : datum))
  return { data: kept, notes: data.some(isOut) ? ['notPositive'] : [] }
}

/** What all marks of a chart with axes share: scales, axes, colours. Titles of upright axes stand above the drawing. */
export function sharedBy(drawing: Drawing, parts: Parts) {
  const { isBand, isHorizontal = false, series } = parts
  return {
    x: alongX(drawing, isBand, isHorizontal),
    y: alongY(drawing, 'y', parts),
    y2: (of: readonly Series[]) => alongY(drawing, 'y2', { ...parts, series: of }),
    color: { type: 'ordinal', domain: series.map(({ id }) => id), range: coloursOf(series, drawing.tokens) },
  }
}

/** What stands around a drawing of one or two axes of values: their titles, and the legend where they don't say it all. */
export function aroundOf(
  { frame, tokens }: Drawing,
  [first, second]: readonly (readonly Series[])[],
  titles: { left: string; right?: string },
): Around {
  const every = [...(first ?? []), ...(second ?? [])]
  const { options } = frame.definition
  const areSaid = options.legend === 'auto' && first?.length === 1 && second?.length === 1
  const [left, right] = areSaid && titles.left && titles.right ? coloursOf(every, tokens) : []
  return {
    ...(titles.left && { left: { text: titles.left, colour: left } }),
    ...(titles.right && { right: { text: titles.right, colour: right } }),
    legend: left ? undefined : legendOf(tokens, options, every),
  }
}

/** Lines across the chart at given values, each with its name. */
export function referenceLines({ frame, tokens }: Drawing): Layer[] {
  return frame.definition.options.lines.map(({ value, title }) => ({
    type: 'lineY',
    data: [value],
    encode: { y: (at: number) => at },
    style: { stroke: tokens.ink, strokeOpacity: 0.7, lineDash: [4, 3] },
    labels: [
      {
        text: title || frame.words.number(value, undefined, { ...frame.definition.options, hasUnit: false }),
        position: 'right',
        textAlign: 'end',
        dx: -4,
        dy: -8,
        fill: tokens.ink,
        fontFamily: tokens.font,
        fontSize: 11,
      },
    ],
    tooltip: false,
  }))
}

const DAY = 86_400_000
const steps = [DAY / 24, DAY / 8, DAY / 4, DAY / 2, DAY, 2 * DAY, 7 * DAY, 14 * DAY]
const months = [1, 2, 3, 6, 12, 24, 60, 120, 240, 600, 1200, 6000, 12_000]

/** Ticks at whole hours, days, months or years, in UTC. */
export function timeTicks(from: number, to: number, count = 6): number[] {
  const step = steps.find((one) => (to - from) / one <= count)
  if (step) {
    const first = Math.ceil(from / step) * step
    return Array.from({ length: Math.floor((to - first) / step) + 1 }, (_, at) => first + at * step)
  }
  const span = months.find((one) => (to - from) / (one * 30.44 * DAY) <= count) ?? 12_000
  const start = new Date(from)
  const found: number[] = []
  let month = Math.ceil((start.getUTCFullYear() * 12 + start.getUTCMonth()) / span) * span
  for (let at = from; at <= to && found.length < 50; month += span) {
    const next = new Date(0)
    next.setUTCFullYear(Math.floor(month / 12), month % 12, 1)
    at = next.getTime()
    if (at >= from && at <= to) found.push(at)
  }
  return found
}

/** The tooltip of a value. */
export function tooltipOf({ frame }: Drawing, series: readonly Series[]) {
  const named = new Map(series.map((one) => [one.id, one]))
  const { words, definition } = frame
  return {
    title: ({ label }: Datum) => label,
    items: [
      ({ series: id, y, low, high }: Datum) => {
        const one = named.get(id)
        const write = (value: number) => words.number(value, one?.measure.column, definition.options)
        const span = low !== undefined && high !== undefined ? ` (${write(low)} – ${write(high)})` : ''
        return { name: one?.label ?? '', value: y === null ? words.empty : `${write(y)}${span}` }
      },
    ],
  }
}
