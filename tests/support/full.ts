/**
 * `TEST_FULL=1` runs every case where the daily run takes a sample. The sample contains every single value, and every
 * two values of different axes meet at least once.
 */
export const isFull = process.env.TEST_FULL === '1'

/**
 * The options of a test or a group of tests that runs in the full run only, for vitest and Playwright alike:
 * `test('a rule', inFull, async () => …)`. The daily run counts them, under this tag.
 */
export const inFull = { tag: '@full', tags: ['full'], ...(!isFull && { skip: true }) }

/** All cases in the full run, else the first case of each kind. */
export function oneOfEach<T>(all: readonly T[], kindOf: (one: T) => string): T[] {
  const kinds = all.map(kindOf)
  return all.filter((_, at) => isFull || kinds.indexOf(kinds[at] ?? '') === at)
}

/** All cases in the full run, else those that the daily run has. */
export const sampled = <T>(all: readonly T[], isDaily: (one: T) => boolean): T[] =>
  all.filter((one) => isFull || isDaily(one))

type Axes = Readonly<Record<string, readonly unknown[]>>
export type Row<A extends Axes> = { [Axis in keyof A]: A[Axis][number] }

/** All combinations of the given axes. */
export const everyRow = <const A extends Axes>(axes: A): Row<A>[] =>
  Object.entries(axes).reduce<Record<string, unknown>[]>(
    (rows, [axis, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [axis]: value }))),
    [{}],
  ) as Row<A>[]

/**
 * The cells of a matrix that a run checks: all in the full run, else enough that every two traits that meet in some
 * cell meet in a checked one. A trait is any property of a cell, also of several axes together, or its expected result.
 */
export const cellsOf = <Cell>(all: readonly Cell[], traitsOf: (cell: Cell) => readonly unknown[]): Cell[] =>
  isFull ? [...all] : coveringPairs(all, traitsOf)

/** Deterministic greedy choice: each chosen cell adds the most new pairs. */
export function coveringPairs<Cell>(all: readonly Cell[], traitsOf: (cell: Cell) => readonly unknown[]): Cell[] {
  const open = all.map((cell) => ({ cell, pairs: pairsOf(traitsOf(cell)) }))
  const covered = new Set<string>()
  const chosen: Cell[] = []
  // A cell's gain only shrinks, so cells with the highest gain are chosen first, then those with one less.
  for (let wanted = Math.max(0, ...open.map(({ pairs }) => pairs.length)); wanted > 0; wanted -= 1)
    for (const one of open) {
      one.pairs = one.pairs.filter((pair) => !covered.has(pair))
      if (one.pairs.length < wanted) continue
      chosen.push(one.cell)
      for (const pair of one.pairs) covered.add(pair)
    }
  return chosen
}

/** Every two traits of a cell, and each with itself, so that a cell with a single trait counts as well. */
const pairsOf = (traits: readonly unknown[]): string[] =>
  traits.flatMap((one, at) => traits.slice(at).map((other, after) => `${at} ${one} + ${at + after} ${other}`))
