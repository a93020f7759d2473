import { fillSeries } from './fill-series.ts'
import type { Edit, Range } from './types.ts'

type Texts = readonly (readonly string[])[]
const transposed = (texts: Texts, width: number) =>
  Array.from({ length: width }, (_, x) => texts.map((row) => row[x] ?? ''))

/**
 * The part of `into` outside of the source along one axis: the number of cells, and whether they are before the source.
 */
const added = (from: number, length: number, start: number, whole: number) => ({
  count: whole - length,
  isBackward: start < from,
})

/** Continues the cells of `source` over the rest of `into`, which is longer along one axis; `repeat` only copies. */
export function filled(texts: Texts, source: Range, into: Range, kind: 'series' | 'repeat'): Edit[] {
  const isDown = into.height > source.height
  const { count, isBackward } = isDown
    ? added(source.y, source.height, into.y, into.height)
    : added(source.x, source.width, into.x, into.width)
  const lines = isDown ? transposed(texts, source.width) : texts
  return lines.flatMap((line, across) => {
    const values =
      kind === 'series'
        ? fillSeries(line, count, isBackward)
        : Array.from({ length: count }, (_, i) => line[i % line.length] ?? '')
    return values.map((text, along) => {
      const [end, start] = isDown ? [source.y + source.height, source.y] : [source.x + source.width, source.x]
      const at = isBackward ? start - 1 - along : end + along
      return isDown ? { column: source.x + across, row: at, text } : { column: at, row: source.y + across, text }
    })
  })
}
