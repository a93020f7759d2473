/**
 * `TEST_FULL=1` asks for all that the daily run takes a sample of. A sample leaves nothing out that stands alone: every
 * value is there, and every two values of different axes meet at least once.
 */
export const isFull = process.env.TEST_FULL === '1'

type Axes = Readonly<Record<string, readonly unknown[]>>
export type Row<A extends Axes> = { [Axis in keyof A]: A[Axis][number] }
/** Where on each axis a row stands. */
type Place = (number | undefined)[]
type Pair = readonly [axis: number, at: number, other: number, otherAt: number]

/** Rows of all axes: every one in the full run, else so many that every two values meet. The same in every run. */
export function combined<const A extends Axes>(axes: A): Row<A>[] {
  return isFull ? everyRow(axes) : pairedRows(axes)
}

export function everyRow<const A extends Axes>(axes: A): Row<A>[] {
  const places = sizesOf(axes).reduce<Place[]>(
    (rows, size) => rows.flatMap((row) => Array.from({ length: size }, (_, at) => [...row, at])),
    [[]],
  )
  return places.map((place) => rowAt(axes, place))
}

export function pairedRows<const A extends Axes>(axes: A): Row<A>[] {
  const sizes = sizesOf(axes)
  if (sizes.length < 2 || sizes.includes(0)) return everyRow(axes)
  const open = pairsOf(sizes)
  const rows: Row<A>[] = []
  for (let [pair] = open.values(); pair; [pair] = open.values()) {
    const place = completed(pair, sizes, open)
    for (const key of keysIn(place)) open.delete(key)
    rows.push(rowAt(axes, place))
  }
  return rows
}

const sizesOf = (axes: Axes) => Object.values(axes).map(({ length }) => length)
const keyOf = (pair: Pair) => pair.join(' ')

function rowAt<A extends Axes>(axes: A, place: Place): Row<A> {
  return Object.fromEntries(Object.entries(axes).map(([axis, values], i) => [axis, values[place[i] ?? 0]])) as Row<A>
}

function pairsOf(sizes: readonly number[]): Map<string, Pair> {
  const pairs = sizes.flatMap((size, axis) =>
    sizes.flatMap((otherSize, other) =>
      other <= axis
        ? []
        : Array.from(
            { length: size * otherSize },
            (_, i): Pair => [axis, Math.floor(i / otherSize), other, i % otherSize],
          ),
    ),
  )
  return new Map(pairs.map((pair) => [keyOf(pair), pair]))
}

function keysIn(place: Place): string[] {
  return place.flatMap((at, axis) =>
    place.flatMap((otherAt, other) =>
      at === undefined || otherAt === undefined || other <= axis ? [] : [keyOf([axis, at, other, otherAt])],
    ),
  )
}

/** A row with this pair in it, whose other values meet as many as possible for the first time. */
function completed([axis, at, other, otherAt]: Pair, sizes: readonly number[], open: Map<string, Pair>): Place {
  const place: Place = sizes.map((_, i) => (i === axis ? at : i === other ? otherAt : undefined))
  for (const [i, size] of sizes.entries()) {
    if (place[i] !== undefined) continue
    const gains = Array.from({ length: size }, (_, value) => {
      const tried = place.with(i, value)
      return keysIn(tried).filter((key) => open.has(key)).length
    })
    place[i] = gains.indexOf(Math.max(...gains))
  }
  return place
}
