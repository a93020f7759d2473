import type { Painter, Painting } from '../../kind.ts'
import { mixed, textOn } from '../../scene/colours.ts'
import { isAdditive, levelsOf, type Part, partsOf, tipOf } from '../../scene/parts.ts'
import { arc, fitted, onCircle, type Shape, SMALL } from '../../scene/shapes.ts'

type Rings = { painting: Painting; x: number; y: number; hole: number; ring: number; total: number }

/** The width across a ring, at a right angle to its middle, for a text of one line (px). */
function roomAcross({ hole, ring }: Rings, depth: number, angle: number): number {
  const inner = hole + depth * ring
  const [near, far] = [inner + ring / 2 - SMALL / 2, inner + ring / 2 + SMALL / 2]
  const ofRing = Math.sqrt(Math.max(0, (inner + ring - 2) ** 2 - far ** 2))
  return 2 * Math.min(ofRing, angle < Math.PI ? near * Math.tan(angle / 2) : ofRing) - 6
}

/** A name along the radius, or across it where that has the room for it; never upside down. */
function nameOf(rings: Rings, part: Part, from: number, to: number, fill: string): Shape[] {
  const { painting, x, y, hole, ring } = rings
  const inner = hole + part.depth * ring
  const middle = (from + to) / 2
  const isWide = (to - from) * (inner + ring / 2) > SMALL + 3
  const along = isWide ? fitted(part.label, ring - 10, SMALL, painting.measure) : ''
  const across = roomAcross(rings, part.depth, to - from)
  const isAcross = along !== part.label && across > ring - 10
  const text = isAcross ? fitted(part.label, across, SMALL, painting.measure) : along
  if (!text) return []
  const isTurned = isAcross ? Math.cos(middle) < 0 : middle > Math.PI
  const [atX, atY] = onCircle(x, y, inner + ring / 2, middle)
  const turn = (middle * 180) / Math.PI + (isAcross ? 0 : -90) + (isTurned ? 180 : 0)
  const radians = (turn * Math.PI) / 180
  // A text stands on its base line: a third of its size below its middle.
  const [dx, dy] = [-Math.sin(radians) * SMALL * 0.35, Math.cos(radians) * SMALL * 0.35]
  return [
    {
      kind: 'text',
      x: atX + dx,
      y: atY + dy,
      text,
      size: SMALL,
      fill: textOn(fill, painting.tokens),
      anchor: 'middle',
      rotate: turn,
    },
  ]
}

function ringsOf(rings: Rings, parts: readonly Part[], from: number): Shape[] {
  const { painting, x, y, hole, ring, total } = rings
  const { tokens } = painting
  let at = from
  return parts.flatMap((part) => {
    const begin = at
    const end = begin + (part.value / total) * 2 * Math.PI
    at = end
    const inner = hole + part.depth * ring
    const fill = mixed(part.colour, tokens.surface, Math.min(0.6, part.depth * 0.22))
    const shape: Shape = {
      kind: 'path',
      d: arc({ x, y, inner, outer: inner + ring, from: begin, to: end }),
      fill,
      stroke: tokens.surface,
      lineWidth: 1,
      index: part.index,
      tip: tipOf(painting, part, total),
    }
    return [shape, ...nameOf(rings, part, begin, end, fill), ...ringsOf(rings, part.parts, begin)]
  })
}

/** Rings around the whole, a ring a level. */
export const paint: Painter = (painting) => {
  const { frame, width, height, tokens, measure } = painting
  const parts = partsOf(painting)
  if (!parts) return { shapes: [], notes: ['negativeParts'] }
  if (parts.length === 0) return { shapes: [], notes: ['nothing'] }
  const total = parts.reduce((sum, { value }) => sum + value, 0)
  const radius = Math.max(1, Math.min(width, height) / 2 - 4)
  const hole = radius * 0.28
  const ring = (radius - hole) / Math.max(1, levelsOf(frame).length)
  const rings = { painting, x: width / 2, y: height / 2, hole, ring, total }
  const [column] = frame.of('y')
  const { options } = frame.definition
  const short = { notation: 'compact', hasUnit: false, decimals: undefined } as const
  // A shortened number would be a different one: it is abbreviated, or shown only in the tooltip.
  const written = column && isAdditive(column) ? [options, { ...options, ...short }] : []
  const text = written
    .map((look) => frame.words.number(total, column?.column, look))
    .find((one) => measure(one, 14) <= hole * 1.7)
  const centre: Shape[] = text
    ? [
        {
          kind: 'text',
          x: width / 2,
          y: height / 2 + 5,
          text,
          size: 14,
          weight: 600,
          anchor: 'middle',
          fill: tokens.ink,
        },
      ]
    : []
  return { shapes: [...ringsOf(rings, parts, 0), ...centre], notes: [] }
}
