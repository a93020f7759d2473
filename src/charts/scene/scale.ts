import type { Painting } from '../kind.ts'
import { colourAt } from '../palettes.ts'
import { rect, type Shape, SMALL } from './shapes.ts'

/** Colours that stand for all between two values. */
export const SWATCHES = 5
/** Height of a scale of colours with the space below it, in px. */
export const SCALE_PX = 24

/** A colour scale with the lowest and the highest value as labels. */
export function colourScale({ width, tokens }: Painting, [least = '', greatest = '']: readonly string[]): Shape[] {
  const swatches = Array.from({ length: SWATCHES }, (_, at): Shape => {
    const fill = colourAt(tokens.steps, at / (SWATCHES - 1))
    return { kind: 'path', d: rect(width / 2 - 40 + at * 16, 2, 16, 10), fill }
  })
  const end = { kind: 'text', y: 11, size: SMALL, fill: tokens.soft } as const
  return [
    ...swatches,
    { ...end, x: width / 2 - 46, text: least, anchor: 'end' },
    { ...end, x: width / 2 + 46, text: greatest, anchor: 'start' },
  ]
}
