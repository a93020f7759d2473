import type { Painter } from '../../kind.ts'
import { isAdditive } from '../../scene/parts.ts'
import { fitted, rect, ribbon, type Shape, SMALL } from '../../scene/shapes.ts'
import { coloursOf } from '../../style.ts'
import { flowsOf, placeFlows, type Stop } from './flows.ts'

const STOP_PX = 12

/** Flows from level to level, each as high as its value. */
export const paint: Painter = (painting) => {
  const { frame, width, height, tokens, measure } = painting
  const found = flowsOf(painting)
  if (!found) return { shapes: [], notes: ['negativeParts'] }
  const { stops, flows } = found
  if (flows.length === 0) return { shapes: [], notes: ['nothing'] }
  placeFlows(found, Math.max(1, height))
  const { words, definition } = frame
  const [column] = frame.of('y')
  const step = (width - STOP_PX) / Math.max(1, stops.length - 1)
  const first = stops[0] ?? []
  const colours = new Map(coloursOf(first, tokens).map((colour, at) => [first[at]?.id, colour]))
  const colourOf = ({ level, id }: Stop) => (level === 0 ? (colours.get(id) ?? tokens.rest) : tokens.soft)
  const write = (value: number) => words.number(value, column?.column, definition.options)
  const name = column ? words.titleOf(column.column) : ''
  const known = (value: number, index: number | undefined) =>
    index !== undefined || (column && isAdditive(column)) ? [{ name, value: write(value) }] : []
  const ribbons = flows.map(
    ({ from, to, value, index, y0, y1, height: high }): Shape => ({
      kind: 'path',
      d: ribbon([from.level * step + STOP_PX, y0], [to.level * step, y1], Math.max(0.5, high)),
      fill: colourOf(from),
      opacity: 0.35,
      index,
      tip: { title: `${from.label} → ${to.label}`, items: known(value, index) },
    }),
  )
  const blocks = stops.flat().flatMap((stop): Shape[] => {
    const isLast = stop.level === stops.length - 1
    const x = stop.level * step
    // The names of the last two levels share the room between them.
    const room = stop.level >= stops.length - 2 ? step / 2 - STOP_PX : step - STOP_PX - 16
    const text = stop.height > 7 ? fitted(stop.label, room, SMALL, measure) : ''
    return [
      {
        kind: 'path',
        d: rect(x, stop.y, STOP_PX, Math.max(1, stop.height)),
        fill: colourOf(stop),
        tip: { title: stop.label, items: known(stop.value, undefined) },
      },
      ...(text
        ? [
            {
              kind: 'text' as const,
              x: isLast ? x - 6 : x + STOP_PX + 6,
              y: stop.y + stop.height / 2 + 4,
              text,
              size: SMALL,
              fill: tokens.ink,
              anchor: isLast ? ('end' as const) : ('start' as const),
            },
          ]
        : []),
    ]
  })
  return { shapes: [...ribbons, ...blocks], notes: [] }
}
