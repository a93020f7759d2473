import type { Cell } from '#contract/tables/columns.ts'
import { type Category, commonest, type Frame, type IndexedRow, numberOf, REST } from './frame.ts'
import { labelOf } from './words.ts'

/** A point of a scatter: one row. */
export type PointDatum = { index: number; x: number; y: number; size: number; color: string; label: string }

/** Categories of the values that colour points, the most frequent first; beyond the limit they are others. */
export function coloursOfRows(frame: Frame): Category[] {
  const [color] = frame.of('color')
  return color?.column.role === 'value' ? commonest(frame, color, frame.definition.options.series) : []
}

/** The position of a value: a number, or a time in ms. */
function placeOf(cell: Cell | undefined, type: string): number | null {
  if (type === 'number') return numberOf(cell)
  const at = Date.parse(String(cell ?? ''))
  return Number.isNaN(at) ? null : at
}

/** The points of some rows; those without a value on both axes are left out. */
export function pointsOf(frame: Frame, rows: readonly IndexedRow[], colours: readonly Category[]): PointDatum[] {
  const [x, y, size, color, label] = (['x', 'y', 'size', 'color', 'label'] as const).map((one) => frame.of(one)[0])
  if (!x || !y) return []
  const known = new Set(colours.map(({ id }) => id))
  const named = { words: frame.words, names: frame.answer.names }
  return rows.flatMap(({ row: { cells }, index }) => {
    const [atX, atY] = [placeOf(cells[x.at], x.column.type), placeOf(cells[y.at], y.column.type)]
    if (atX === null || atY === null) return []
    const id = color ? JSON.stringify(cells[color.at] ?? null) : ''
    return [
      {
        index,
        x: atX,
        y: atY,
        size: size ? Math.max(0, numberOf(cells[size.at]) ?? 0) : 0,
        color: !color || known.has(id) ? id : REST,
        label: label ? labelOf(label.column, cells[label.at] ?? null, named) : '',
      },
    ]
  })
}
