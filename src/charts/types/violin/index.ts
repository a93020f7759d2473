import { referenceLines } from '../../cartesian.ts'
import { binsOf, densityOf } from '../../distribution.ts'
import { categoryId } from '../../frame.ts'
import type { ChartKind, Drawing, Drawn } from '../../kind.ts'
import { axisStyle, coloursOf, numberScale } from '../../style.ts'

/** The outline of a violin at one value: its left and right end relative to its category. */
type Slice = { id: string; y: number; left: number; right: number; density: number }
/** Half of the width of the widest violin, of the distance between two. */
const HALF = 0.42

function draw(drawing: Drawing): Drawn {
  const { frame, rows, tokens } = drawing
  const { x: groups, y: axis } = frame.groups
  if (!axis) return { spec: null, notes: ['nothing'] }
  const width = Number(axis.placed.column.binding.width ?? 0)
  const categories = groups?.categories ?? [{ id: '', label: '', cell: null, isRest: false }]
  const curves = categories.map(({ id }) => {
    const own = groups ? rows.filter(({ row }) => categoryId(row, groups) === id) : rows
    return densityOf(binsOf(drawing, own, 'y'), width)
  })
  const most = Math.max(0, ...curves.flatMap((curve) => curve.map(({ density }) => density)))
  if (most === 0) return { spec: null, notes: ['nothing'] }
  const { words, definition } = frame
  const { axes } = definition.options
  const colours = coloursOf(categories, tokens)
  const labels = new Map(categories.map(({ label }, at) => [at, label]))
  const violins = categories.flatMap(({ id, label }, place) => {
    const slices = (curves[place] ?? []).map(({ at, density }): Slice => {
      const half = (density / most) * HALF
      return { id, y: at, left: place - half, right: place + half, density }
    })
    if (slices.length === 0) return []
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
        y: numberScale(axes.y, 'y'),
      },
      axis: {
        x: { ...axisStyle(tokens, title, (at) => labels.get(Number(at)) ?? '', false), transform: [{ type: 'hide' }] },
        y: axisStyle(tokens, '', (value) => words.tick(Number(value), axis.placed.column), true),
      },
      legend: false,
      children: [...violins, ...referenceLines(drawing)],
    },
    notes: [],
    around: { left: { text: axes.y.title || words.titleOf(axis.placed.column) } },
  }
}

export const violin: ChartKind = {
  options: ['order', 'categories', 'hasOthers', 'axes', 'lines', 'palette'],
  draw,
}
