import type { ChartColumn } from '#contract/charts/plan.ts'
import { aroundOf, referenceLines, sharedBy } from '../../cartesian.ts'
import { numberOf, type Placed } from '../../frame.ts'
import type { ChartKind, Drawing, Drawn } from '../../kind.ts'
import { dataOf, type Series, seriesOf } from '../../series.ts'

const PARTS = ['least', 'lower', 'median', 'upper', 'greatest'] as const
type Part = (typeof PARTS)[number]
type Box = Record<Part, number> & { index: number; x: string | number; label: string; series: string; count: number }

/** The five numbers of each box; a category without values has none. */
function boxesOf(drawing: Drawing, series: readonly Series[], parts: Record<Part | 'values', Placed>): Box[] {
  const byIndex = new Map(drawing.rows.map(({ row, index }) => [index, row.cells]))
  return dataOf(drawing, series, true).flatMap((datum) => {
    const cells = byIndex.get(datum.index)
    const found = PARTS.map((part) => numberOf(cells?.[parts[part].at]))
    if (found.some((value) => value === null)) return []
    const five = Object.fromEntries(PARTS.map((part, at) => [part, found[at] ?? 0])) as Record<Part, number>
    return [{ ...datum, ...five, count: numberOf(cells?.[parts.values.at]) ?? 0 }]
  })
}

function partsIn({ answer }: Drawing['frame']): Record<Part | 'values', Placed> | null {
  const find = (statistic: ChartColumn['statistic']) => {
    const at = answer.columns.findIndex((column) => column.statistic === statistic)
    const column = answer.columns[at]
    return column ? { column, at } : null
  }
  const found = [...PARTS, 'values' as const].map((part) => [part, find(part)] as const)
  return found.every(([, one]) => one) ? (Object.fromEntries(found) as Record<Part | 'values', Placed>) : null
}

function draw(drawing: Drawing): Drawn {
  const { frame, tokens } = drawing
  const { words, definition } = frame
  const parts = partsIn(frame)
  if (!parts) return { spec: null, notes: ['nothing'] }
  const series = seriesOf({ ...frame, of: (channel) => (channel === 'y' ? [parts.median] : frame.of(channel)) })
  const boxes = boxesOf(drawing, series, parts)
  if (boxes.length === 0) return { spec: null, notes: ['nothing'] }
  const { isHorizontal } = definition.options
  const { x, y, color } = sharedBy(drawing, { series, isBand: true, fromZero: false, isHorizontal })
  const write = (value: number) => words.number(value, parts.median.column, definition.options)
  return {
    spec: {
      type: 'view',
      coordinate: isHorizontal ? { transform: [{ type: 'transpose' }] } : {},
      scale: { x: x.scale, y: y.scale, color, series: { domain: color.domain } },
      axis: { x: x.axis, y: y.axis },
      legend: false,
      children: [
        {
          type: 'box',
          data: boxes,
          encode: { x: 'x', y: [...PARTS], color: 'series', ...(series.length > 1 && { series: 'series' }) },
          style: { stroke: tokens.ink, lineWidth: 1, fillOpacity: 0.6, maxWidth: 48 },
          tooltip: {
            title: ({ label, series: id }: Box) =>
              words.list([label, ...(series.length > 1 ? [series.find((one) => one.id === id)?.label ?? ''] : [])]),
            items: [
              ...PARTS.toReversed().map((part) => (box: Box) => ({
                name: words.statistic(part),
                value: write(box[part]),
              })),
              ({ count }: Box) => ({ name: words.statistic('values'), value: words.number(count) }),
            ],
          },
        },
        ...referenceLines(drawing),
      ],
    },
    notes: [],
    around: aroundOf(drawing, [series], { left: isHorizontal ? x.title : y.title }),
  }
}

export const box: ChartKind = {
  options: [
    'whiskers',
    'isHorizontal',
    'order',
    'categories',
    'series',
    'hasOthers',
    'legend',
    'axes',
    'decimals',
    'lines',
    'palette',
  ],
  draw,
}
