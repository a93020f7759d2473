import type { Axis } from '#contract/charts/definition.ts'
import { categoryId, type GroupAxis, numberOf } from '../../frame.ts'
import type { ChartKind, Drawing, DrawNote, Drawn } from '../../kind.ts'
import { colourAt, roundedEnds, spanOf } from '../../palettes.ts'
import { SWATCHES } from '../../scene/scale.ts'
import { axisStyle } from '../../style.ts'

type HeatCell = { index: number; x: string; y: string; value: number; xLabel: string; yLabel: string }

function cellsOf({ frame, rows }: Drawing, x: GroupAxis, y: GroupAxis): HeatCell[] {
  const [measure] = frame.of('color')
  if (!measure) return []
  const labels = [x, y].map((axis) => new Map(axis.categories.map(({ id, label }) => [id, label])))
  return rows.flatMap(({ row, index }) => {
    const [atX, atY] = [categoryId(row, x), categoryId(row, y)]
    const value = numberOf(row.cells[measure.at])
    if (value === null) return []
    return [{ index, x: atX, y: atY, value, xLabel: labels[0]?.get(atX) ?? '', yLabel: labels[1]?.get(atY) ?? '' }]
  })
}

/** The categories of an axis; bins ascend upwards along y, unless reversed. */
function bandOf({ frame, tokens }: Drawing, axis: GroupAxis, { title, isReversed }: Axis, channel: 'x' | 'y') {
  const ids = axis.categories.map(({ id }) => id)
  const labels = new Map(axis.categories.map(({ id, label }) => [id, label]))
  const shown = title || frame.words.titleOf(axis.placed.column)
  const isDown = channel === 'y' ? isReversed || axis.kind === 'category' : !isReversed
  return {
    scale: { type: 'band', domain: isDown ? ids : ids.toReversed(), padding: 0 },
    axis: {
      ...axisStyle(tokens, channel === 'x' ? shown : '', (id) => labels.get(String(id)) ?? '', false),
      line: false,
      transform: [{ type: 'hide' }],
    },
    title: shown,
  }
}

/** Cells of two groups, each in the colour of its value. */
export function heatSpec(drawing: Drawing, notes: DrawNote[]): Drawn {
  const { frame, tokens } = drawing
  const { groups, words, definition } = frame
  const { x, y } = groups
  const [measure] = frame.of('color')
  const cells = x && y ? cellsOf(drawing, x, y) : []
  if (!x || !y || !measure || cells.length === 0) return { spec: null, notes: ['nothing', ...notes] }
  const { options } = definition
  const [alongX, alongY] = [bandOf(drawing, x, options.axes.x, 'x'), bandOf(drawing, y, options.axes.y, 'y')]
  const write = (value: number) => words.number(value, measure.column, options)
  const [least, greatest] = spanOf(
    cells.map(({ value }) => value),
    options,
  )
  const { steps } = tokens
  const [from, to] = roundedEnds([least, greatest])
  const writeEnd = (end: number) => words.tick(end, measure.column, options)
  return {
    spec: {
      type: 'view',
      scale: {
        x: alongX.scale,
        y: alongY.scale,
        color: {
          type: 'linear',
          domain: steps.map((_, at) => least + (at / (steps.length - 1)) * (greatest - least)),
          range: steps,
        },
      },
      axis: { x: alongX.axis, y: alongY.axis },
      legend: false,
      children: [
        {
          type: 'cell',
          data: cells,
          encode: { x: 'x', y: 'y', color: 'value' },
          style: { inset: cells.length > 200 ? 0 : 0.5 },
          tooltip: {
            title: ({ xLabel, yLabel }: HeatCell) => words.list([xLabel, yLabel]),
            items: [({ value }: HeatCell) => ({ name: words.titleOf(measure.column), value: write(value) })],
          },
          labels: options.hasLabels
            ? [
                {
                  text: ({ value }: HeatCell) => write(value),
                  position: 'inside',
                  fontSize: 11,
                  fontFamily: tokens.font,
                  fill: tokens.ink,
                  transform: [{ type: 'contrastReverse' }, { type: 'overflowHide' }],
                },
              ]
            : [],
        },
      ],
    },
    notes,
    around: {
      left: { text: alongY.title },
      ...(options.legend !== 'none' && {
        legend: {
          position: options.legend === 'auto' ? 'top' : options.legend,
          title: words.titleOf(measure.column),
          colours: Array.from({ length: SWATCHES }, (_, at) => colourAt(steps, at / (SWATCHES - 1))),
          ends: [writeEnd(from), writeEnd(to)],
        },
      }),
    },
  }
}

export const heatMap: ChartKind = {
  options: ['order', 'categories', 'hasOthers', 'hasLabels', 'legend', 'axes', 'decimals', 'ramp'],
  draw: (drawing) => heatSpec(drawing, []),
}
