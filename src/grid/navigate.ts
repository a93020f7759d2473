import type { Place, Range, Size, Spot } from './types.ts'

/** A step to another cell, and how far: by one, by a page, to the edge of the row or to that of the whole table. */
export type Step = { dx: -1 | 0 | 1; dy: -1 | 0 | 1; by: 'one' | 'page' | 'row' | 'table' }

const clamp = (value: number, count: number) => Math.max(0, Math.min(count - 1, value))
const inside = ({ column, row }: Place, size: Size): Place => ({
  column: clamp(column, size.columns),
  row: clamp(row, size.rows),
})

/** The rectangle between two cells, both included. */
export const between = (one: Place, other: Place): Range => ({
  x: Math.min(one.column, other.column),
  y: Math.min(one.row, other.row),
  width: Math.abs(one.column - other.column) + 1,
  height: Math.abs(one.row - other.row) + 1,
})

export const spotOf = (cell: Place): Spot => ({ cell, range: between(cell, cell) })

/** The corner of the rectangle across from the cell that it began at. */
export const farCorner = ({ cell, range }: Spot): Place => ({
  column: cell.column === range.x ? range.x + range.width - 1 : range.x,
  row: cell.row === range.y ? range.y + range.height - 1 : range.y,
})

/** The cell one step away. */
export function stepped(from: Place, { dx, dy, by }: Step, size: Size, pageRows: number): Place {
  const [far, rows] = [by === 'row' || by === 'table', by === 'page' ? pageRows : 1]
  const column = far && dx ? (dx < 0 ? 0 : size.columns - 1) : from.column + dx
  const row = by === 'table' && dy ? (dy < 0 ? 0 : size.rows - 1) : from.row + dy * rows
  return inside({ column, row }, size)
}

/** Extends a selection to a cell, from the cell that it began at. */
export const extended = ({ cell }: Spot, to: Place): Spot => ({ cell, range: between(cell, to) })

const contains = ({ x, y, width, height }: Range, { column, row }: Place) =>
  column >= x && column < x + width && row >= y && row < y + height

/**
 * The next cell after Tab (`dx`) or Enter (`dy`). In a selection of several cells it cycles line by line and the
 * selection stays. Otherwise it moves by one cell, and Tab at the end of a row continues in the next row.
 */
export function walked({ cell, range }: Spot, dx: -1 | 0 | 1, dy: -1 | 0 | 1, size: Size): Spot {
  const isSingle = range.width * range.height === 1
  const area = isSingle ? { x: 0, y: 0, width: size.columns, height: size.rows } : range
  if (isSingle && dy) return spotOf(inside({ column: cell.column, row: cell.row + dy }, size))
  const [column, row] = [cell.column - area.x, cell.row - area.y]
  const total = area.width * area.height
  const place = dx ? row * area.width + column + dx : column * area.height + row + dy
  if (isSingle && (place < 0 || place >= total)) return { cell, range }
  const next = (place + total) % total
  const at = dx
    ? { column: area.x + (next % area.width), row: area.y + Math.floor(next / area.width) }
    : { column: area.x + Math.floor(next / area.height), row: area.y + (next % area.height) }
  return isSingle ? spotOf(at) : { cell: at, range: contains(range, at) ? range : between(at, at) }
}
