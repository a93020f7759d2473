import type { Painting } from '../kind.ts'
import { colourAt } from '../palettes.ts'
import { fitted, rect, type Shape, SMALL } from './shapes.ts'

/** Colours that stand for all between two values. */
export const SWATCHES = 5
/** Width of one, and between the parts of a scale, in px. */
const [SWATCH_PX, GAP_PX] = [16, 6]
/** Height of a scale of colours with the space below it, in px. */
export const SCALE_PX = 24

/** A colour scale with what it shows, its lowest and its highest value; a name without room is cut, or left out. */
export function colourScale(
  { width, tokens, measure }: Painting,
  name: string,
  [least = '', greatest = '']: readonly string[],
): Shape[] {
  const [low, high] = [measure(least, SMALL), measure(greatest, SMALL)]
  const bar = SWATCHES * SWATCH_PX
  const title = fitted(name, width - low - bar - high - 3 * GAP_PX, SMALL, measure)
  const from = title ? measure(title, SMALL) + 2 * GAP_PX : 0
  const start = from + low + GAP_PX
  const swatches = Array.from({ length: SWATCHES }, (_, at): Shape => {
    const fill = colourAt(tokens.steps, at / (SWATCHES - 1))
    return { kind: 'path', d: rect(start + at * SWATCH_PX, 2, SWATCH_PX, 10), fill }
  })
  const text = { kind: 'text', y: 11, size: SMALL, fill: tokens.soft } as const
  return [
    { ...text, x: 0, text: title },
    { ...text, x: from, text: least },
    ...swatches,
    { ...text, x: start + bar + GAP_PX, text: greatest },
  ]
}
