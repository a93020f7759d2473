import { fillSeries } from './fill-series.ts'
import { editOf } from './paste.ts'
import type { Copied, Edit, Range, Rectangle } from './types.ts'

type Cell = { text: string; exact?: string | undefined }
const cellsOf = ({ texts, exacts }: Copied): Cell[][] =>
  texts.map((row, y) => row.map((text, x) => ({ text, exact: exacts[y]?.[x] })))
const transposed = (cells: Rectangle<Cell>, width: number) =>
  Array.from({ length: width }, (_, x) => cells.map((row) => row[x] ?? { text: '' }))

/** The cells that continue a line; those whose text doesn't say all repeat. */
function continued(given: readonly Cell[], count: number, isBackward: boolean, kind: 'series' | 'repeat'): Cell[] {
  if (kind === 'series' && given.every(({ exact }) => !exact)) {
    const texts = given.map(({ text }) => text)
    return fillSeries(texts, count, isBackward).map((text) => ({ text }))
  }
  const line = isBackward ? given.toReversed() : given
  return Array.from({ length: count }, (_, at) => line[at % line.length] ?? { text: '' })
}

/**
 * The part of `into` outside of the source along one axis: the number of cells, and whether they are before the source.
 */
const added = (from: number, length: number, start: number, whole: number) => ({
  count: whole - length,
  isBackward: start < from,
})

/** Continues the cells of `source` over the rest of `into`, which is longer along one axis; `repeat` only copies. */
export function filled(copied: Copied, source: Range, into: Range, kind: 'series' | 'repeat'): Edit[] {
  const isDown = into.height > source.height
  const { count, isBackward } = isDown
    ? added(source.y, source.height, into.y, into.height)
    : added(source.x, source.width, into.x, into.width)
  const cells = cellsOf(copied)
  const lines = isDown ? transposed(cells, source.width) : cells
  return lines.flatMap((line, across) => {
    return continued(line, count, isBackward, kind).map(({ text, exact }, along) => {
      const [end, start] = isDown ? [source.y + source.height, source.y] : [source.x + source.width, source.x]
      const at = isBackward ? start - 1 - along : end + along
      const place = isDown ? { column: source.x + across, row: at } : { column: at, row: source.y + across }
      return editOf(place, text, exact)
    })
  })
}
