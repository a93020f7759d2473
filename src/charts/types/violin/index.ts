import { referenceLines } from '../../cartesian.ts'
import { binsOf, densityOf, haveDensity } from '../../distribution.ts'
import { categoryId } from '../../frame.ts'
import type { ChartKind, Drawing, Drawn } from '../../kind.ts'
import { axisStyle, coloursOf, numberScale } from '../../style.ts'

/** The outline of a violin at one value: its left and right end relative to its category. */
type Slice = { id: string; y: number; left: number; right: number; density: number }
/** The rows of an interval that are too few for a violin. */
type Spot = { x: number; y: number; label: string; rows: number; colour: string }
/** Half of the width of a violin where it is widest, of the distance between two. */
const HALF = 0.42

function draw(drawing: Drawing): Drawn {
  const { frame, rows, tokens } = drawing
  const { x: groups, y: axis } = frame.groups
  if (!axis) return { spec: null, notes: ['nothing'] }
  const width = Number(axis.placed.column.binding.width ?? 0)
  const categories = groups?.categories ?? [{ id: '', label: '', cell: null, isRest: false }]
  const bins = categories.map(({ id }) =>
    binsOf(drawing, groups ? rows.filter(({ row }) => categoryId(row, groups) === id) : rows, 'y'),
  )
  if (bins.every(({ length }) => length === 0)) return { spec: null, notes: ['nothing'] }
  const { words, definition } = frame
  const { axes } = definition.options
  const colours = coloursOf(categories, tokens)
  const labels = new Map(categories.map(({ label }, at) => [at, label]))
  const violins = categories.flatMap(({ id, label }, place) => {
    const own = bins[place] ?? []
    if (!haveDensity(own)) return []
    const curve = densityOf(own, width)
    const most = Math.max(...curve.map(({ density }) => density))
    const slices = curve.map(({ at, density }): Slice => {
      const half = (density / most) * HALF
      return { id, y: at, left: place - half, right: place + half, density }
    })
    const outline = [
      ...slices.map(({ left, y }) => [left, y]),
      ...slices.toReversed().map(({ right, y }) => [right, y]),
    ]
    return [
      {
        type: 'polygon',
        data: [
          Object.fromEntries(
            outline.flatMap(([x, y], at) => [
              [`x${at}`, x],
              [`y${at}`, y],
            ]),
          ),
        ],
        encode: { x: outline.map((_, at) => `x${at}`), y: outline.map((_, at) => `y${at}`) },
        style: {
          fill: colours[place] ?? tokens.rest,
          fillOpacity: 0.55,
          stroke: colours[place] ?? tokens.rest,
          lineWidth: 1.5,
        },
        tooltip: {
          title: () => label,
          items: [() => ({ name: words.titleOf(axis.placed.column), value: range(slices) })],
        },
      },
    ]
  })
  function range(slices: readonly Slice[]) {
    const write = (value: number | undefined) => words.number(value ?? 0, axis?.placed.column)
    return `${write(slices[0]?.y)} – ${write(slices.at(-1)?.y)}`
  }
  const spots = categories.flatMap(({ label }, place) => {
    const own = bins[place] ?? []
    const colour = colours[place] ?? tokens.rest
    return haveDensity(own) ? [] : own.map(({ at, count }): Spot => ({ x: place, y: at, label, rows: count, colour }))
  })
  const points = {
    type: 'point',
    data: spots,
    encode: { x: 'x', y: 'y', shape: 'point', size: 3 },
    style: { fill: ({ colour }: Spot) => colour, fillOpacity: 1 },
    tooltip: {
      title: ({ label }: Spot) => label,
      items: [({ rows: count }: Spot) => ({ name: words.rows, value: words.number(count) })],
    },
  }
  // The marks alone would end the axis at the middle of the outer intervals.
  const places = bins.flat().map(({ at }) => at)
  const ends = { least: Math.min(...places) - width / 2, greatest: Math.max(...places) + width / 2 }
  const title = axes.x.title || (groups ? words.titleOf(groups.placed.column) : '')
  return {
    spec: {
      type: 'view',
      scale: {
        x: {
          type: 'linear',
          domain: [-0.6, categories.length - 0.4],
          nice: false,
          tickMethod: () => [...labels.keys()],
        },
        y: { domainMin: ends.least, domainMax: ends.greatest, ...numberScale(axes.y, 'y') },
      },
      axis: {
        x: { ...axisStyle(tokens, title, (at) => labels.get(Number(at)) ?? '', false), transform: [{ type: 'hide' }] },
        y: axisStyle(tokens, '', (value) => words.tick(Number(value), axis.placed.column), true),
      },
      legend: false,
      children: [...violins, ...(spots.length ? [points] : []), ...referenceLines(drawing)],
    },
    notes: [],
    around: { left: { text: axes.y.title || words.titleOf(axis.placed.column) } },
  }
}

export const violin: ChartKind = {
  along: 'y',
  options: ['order', 'categories', 'hasOthers', 'axes', 'lines', 'palette'],
  draw,
}
