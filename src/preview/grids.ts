/** A node of a file with grouped arrays, such as HDF5 and NetCDF. */
export type GridNode = {
  path: string
  name: string
  kind: 'group' | 'array' | 'other'
  /** Length of each axis and the value type; for arrays only. */
  shape: number[]
  type: string
}
export type GridInfo = {
  shape: number[]
  type: string
  /** Names of the axes; '' for an unnamed one. */
  axes: string[]
  isNumeric: boolean
  /** Attributes in the file, by name. */
  notes: (readonly [name: string, value: string])[]
}
type Span = readonly [from: number, to: number]
/** A part of an array: spans on up to two axes, and a single position on all others. */
export type Slice = {
  path: string
  rowAxis: number | null
  columnAxis: number | null
  rows: Span
  columns: Span
  /** The position on each other axis. */
  at: readonly number[]
}
export type Axes = Pick<Slice, 'rowAxis' | 'columnAxis' | 'at'>

/** A plane this many times longer than wide is drawn lying, and fills its frame (our choice). */
const LONG = 8
export const isLong = (width: number, height: number): boolean =>
  Math.max(width, height) > LONG * Math.min(width, height)

/** The axes of an array that are shown first: the last two, in a picture with a much longer one along the page. */
export function firstAxes(shape: readonly number[], isPicture: boolean): Axes {
  const [rowAxis, columnAxis] = [shape.length - 2, shape.length - 1]
  const at = shape.map(() => 0)
  if (shape.length < 2) return { rowAxis: shape.length ? 0 : null, columnAxis: null, at }
  const [rows = 1, columns = 1] = shape.slice(-2)
  const isTurned = isPicture && rows > columns && isLong(columns, rows)
  return isTurned ? { rowAxis: columnAxis, columnAxis: rowAxis, at } : { rowAxis, columnAxis, at }
}

/** Values row by row, as numbers if they are numeric. */
export type Values = { width: number; height: number; numbers: Float64Array | null; texts: string[] | null }

export type GridCalls = {
  children: (path: string) => Promise<GridNode[]>
  info: (path: string) => Promise<GridInfo>
  slice: (slice: Slice) => Promise<Values>
}

/** The span of each axis for a slice. */
export const spansOf = (
  { rowAxis, columnAxis, rows, columns, at }: Slice,
  shape: readonly number[],
): [number, number][] =>
  shape.map((length, axis) => {
    const place = at[axis] ?? 0
    const [from, to] = axis === rowAxis ? rows : axis === columnAxis ? columns : [place, place + 1]
    return [Math.max(0, Math.min(from, length)), Math.max(0, Math.min(to, length))]
  })

type Values1 = ArrayLike<number | bigint | string>
const isLarge = (value: number | bigint | string) => typeof value === 'bigint' && !Number.isSafeInteger(Number(value))

/** Arranges values from the file's axis order into rows and columns; large integers are kept exactly as text. */
export function arrange(found: Values1, slice: Slice, shape: readonly number[]): Values {
  const spans = spansOf(slice, shape)
  const lengthOf = (axis: number | null) => (axis === null ? 1 : (spans[axis]?.[1] ?? 0) - (spans[axis]?.[0] ?? 0))
  const [height, width] = [lengthOf(slice.rowAxis), lengthOf(slice.columnAxis)]
  const isTransposed = slice.rowAxis !== null && slice.columnAxis !== null && slice.columnAxis < slice.rowAxis
  const list = Array.from(found)
  const transposed = isTransposed ? list.map((_, i) => list[(i % width) * height + Math.floor(i / width)] ?? '') : list
  const isText = transposed.some((value) => typeof value === 'string' || isLarge(value))
  return {
    width,
    height,
    numbers: isText ? null : Float64Array.from(transposed, Number),
    texts: isText ? transposed.map(String) : null,
  }
}

/** An attribute's value as one line of text. */
export function noteText(value: unknown): string {
  const plain = (_key: string, one: unknown) =>
    typeof one === 'bigint' ? Number(one) : ArrayBuffer.isView(one) ? Array.from(one as Uint8Array) : one
  const text = typeof value === 'string' ? value : (JSON.stringify(value, plain) ?? '')
  return text.length > NOTE_MAX ? `${text.slice(0, NOTE_MAX)}…` : text
}
const NOTE_MAX = 500
