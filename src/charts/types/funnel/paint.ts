import { categoryId, numberOf } from '../../frame.ts'
import type { Painter } from '../../kind.ts'
import { textOn } from '../../scene/colours.ts'
import { fitted, polygon, type Shape, TEXT } from '../../scene/shapes.ts'

/** Share of the width for names and values on each side. */
const SIDE = 0.26
const GAP_PX = 3

/** Steps below each other, each as wide as its value, with their shares of the first. */
export const paint: Painter = (painting) => {
  const { frame, rows, width, height, tokens, measure } = painting
  const { x } = frame.groups
  const [column] = frame.of('y')
  if (!x || !column) return { shapes: [], notes: ['nothing'] }
  const byId = new Map(rows.map((one) => [categoryId(one.row, x), one]))
  const steps = x.categories.flatMap(({ id, label }) => {
    const found = byId.get(id)
    const value = found ? numberOf(found.row.cells[column.at]) : null
    return found && value !== null ? [{ label, value, index: found.index }] : []
  })
  if (steps.some(({ value }) => value < 0)) return { shapes: [], notes: ['negativeParts'] }
  const most = Math.max(0, ...steps.map(({ value }) => value))
  if (most === 0) return { shapes: [], notes: ['nothing'] }
  const { words, definition } = frame
  const first = steps[0]?.value ?? 0
  const high = height / steps.length
  const middle = width / 2
  const half = (value: number) => ((width * (1 - 2 * SIDE)) / 2) * (value / most)
  const fill = tokens.series[0] ?? tokens.ink
  const shapes = steps.flatMap(({ label, value, index }, at): Shape[] => {
    const [top, bottom] = [at * high, (at + 1) * high - Math.min(GAP_PX, high / 4)]
    const [upper, lower] = [half(value), half(steps[at + 1]?.value ?? value)]
    const share = first > 0 ? `${words.number((value / first) * 100, undefined, { decimals: 1 })}%` : ''
    const written = words.number(value, column.column, definition.options)
    const y = (top + bottom) / 2 + 4
    const side = width * SIDE - 12
    const isRoomy = measure(share, TEXT) < 2 * Math.min(upper, lower) - 8
    const texts: Shape[] =
      high < 13
        ? []
        : [
            { kind: 'text', x: 0, y, text: fitted(label, side, TEXT, measure), size: TEXT, fill: tokens.ink },
            {
              kind: 'text',
              x: width,
              y,
              text: fitted(written, side, TEXT, measure),
              size: TEXT,
              fill: tokens.ink,
              anchor: 'end',
            },
            ...(isRoomy
              ? [
                  {
                    kind: 'text' as const,
                    x: middle,
                    y,
                    text: share,
                    size: TEXT,
                    fill: textOn(fill, tokens),
                    anchor: 'middle' as const,
                  },
                ]
              : []),
          ]
    return [
      {
        kind: 'path',
        d: polygon([
          [middle - upper, top],
          [middle + upper, top],
          [middle + lower, bottom],
          [middle - lower, bottom],
        ]),
        fill,
        opacity: 1,
        index,
        tip: {
          title: label,
          items: [{ name: words.titleOf(column.column), value: `${written}${share && ` (${share})`}` }],
        },
      },
      ...texts,
    ]
  })
  return { shapes, notes: [] }
}
