/**
 * `TEST_FULL=1` asks for all that the daily run takes a sample of. A sample leaves nothing out that stands alone: every
 * value is there, and every two values of different axes meet at least once.
 */
export const isFull = process.env.TEST_FULL === '1'

/** All of them in the full run, else the first of each kind. */
export function oneOfEach<T>(all: readonly T[], kindOf: (one: T) => string): T[] {
  const kinds = all.map(kindOf)
  return all.filter((_, at) => isFull || kinds.indexOf(kinds[at] ?? '') === at)
}

type Axes = Readonly<Record<string, readonly unknown[]>>
export type Row<A extends Axes> = { [Axis in keyof A]: A[Axis][number] }

/** Rows of all axes: every one in the full run, else so many that every two values meet. */
export const combined = <const A extends Axes>(axes: A): Row<A>[] => cellsOf(everyRow(axes), Object.values)

export const everyRow = <const A extends Axes>(axes: A): Row<A>[] =>
  Object.entries(axes).reduce<Record<string, unknown>[]>(
    (rows, [axis, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [axis]: value }))),
    [{}],
  ) as Row<A>[]

/**
 * The cells of a matrix that a run asks: all in the full run, else so many that whatever two traits meet in some cell
 * meet in one that is asked. A trait is anything told of a cell, also several axes at once, or what is expected of it.
 */
export const cellsOf = <Cell>(all: readonly Cell[], traitsOf: (cell: Cell) => readonly unknown[]): Cell[] =>
  isFull ? [...all] : coveringPairs(all, traitsOf)

/** The same cells every time: each chosen one brings the most pairs that are new. */
export function coveringPairs<Cell>(all: readonly Cell[], traitsOf: (cell: Cell) => readonly unknown[]): Cell[] {
  const open = all.map((cell) => ({ cell, pairs: pairsOf(traitsOf(cell)) }))
  const covered = new Set<string>()
  const chosen: Cell[] = []
  // What a cell brings only shrinks: those that bring the most are looked for first, then those that bring one less.
  for (let wanted = Math.max(0, ...open.map(({ pairs }) => pairs.length)); wanted > 0; wanted -= 1)
    for (const one of open) {
      one.pairs = one.pairs.filter((pair) => !covered.has(pair))
      if (one.pairs.length < wanted) continue
      chosen.push(one.cell)
      for (const pair of one.pairs) covered.add(pair)
    }
  return chosen
}

/** Every two traits of a cell, and each with itself: a cell of one trait counts as well. */
const pairsOf = (traits: readonly unknown[]): string[] =>
  traits.flatMap((one, at) => traits.slice(at).map((other, after) => `${at} ${one} + ${at + after} ${other}`))
