/** Seconds of processor time by test file. */
export type Figures = Readonly<Record<string, number>>

/** The file with the figures of the last test run. */
export const CPU_FIGURES = '.cache/cpu-figures'

/**
 * What all rows of the table may add up to, in seconds of the machine that wrote it: two slow cores, on which a request
 * or a page takes more than twice as long as on a recent one. A test that no longer fits moves to the full run or makes room
 * (CONTRIBUTING.md, "Samples and the full run"); only a new capability raises the total, by at most 60 s.
 */
export const TOTAL_SECONDS = 4400

/** The sum of all rows of a table. */
export const totalOf = (budget: Figures): number => Object.values(budget).reduce((sum, seconds) => sum + seconds, 0)

/** A file may take twice its budget, or this much more: the first file of a process also loads the sources. */
const SLACK_SECONDS = 12
/**
 * How much slower than the one that wrote the table a machine may be, as a factor, and how much faster; beyond the upper
 * bound, the product has become slower.
 */
const SLOWNESS = { min: 0.25, max: 2.5 }
/** Rows below this say little about a machine. */
const TELLING_SECONDS = 5
const WORST = 10

/** Sums the figures of a run by file: a file may write several lines. */
export function figuresIn(text: string): Figures {
  const figures: Record<string, number> = {}
  for (const [, file = '', seconds] of text.matchAll(/^(.*)\t(.*)$/gm))
    figures[file] = (figures[file] ?? 0) + Number(seconds)
  return figures
}

/** Browsers, killed servers and requests ask different things of a machine: the folder of a test file in `tests`. */
const kindOf = (file: string): string => file.split('/')[1] ?? ''

/**
 * How much slower than the table's machine this one is for each kind of test file: the median of figure to row. One
 * second of processor time does half the work where both threads of a core are busy, or its clock is low; a file that
 * grew does not move the median.
 */
function slownessOf(figures: Figures, budget: Figures): Figures {
  const telling = Object.keys(figures).filter((file) => (budget[file] ?? 0) >= TELLING_SECONDS)
  const ratios = (files: readonly string[]) =>
    files.map((file) => (figures[file] ?? 0) / (budget[file] ?? 1)).sort((a, b) => a - b)
  const median = (sorted: readonly number[]) => sorted[Math.floor(sorted.length / 2)] ?? 1
  return Object.fromEntries(
    Map.groupBy(telling, kindOf)
      .entries()
      .map(([kind, files]) => [kind, Math.min(Math.max(median(ratios(files)), SLOWNESS.min), SLOWNESS.max)]),
  )
}

/** The ten slowest files, those over budget on a machine of this slowness, and those without a budget. */
export function judged(figures: Figures, budget: Figures) {
  const all = Object.entries(figures).sort(([, a], [, b]) => b - a)
  const slowness = slownessOf(figures, budget)
  const rowOf = (file: string) => (budget[file] ?? Number.POSITIVE_INFINITY) * (slowness[kindOf(file)] ?? 1)
  return {
    slowness,
    worst: all.slice(0, WORST),
    over: all.flatMap(([file, seconds]): Over[] => {
      const row = rowOf(file)
      return seconds > Math.max(2 * row, row + SLACK_SECONDS) ? [{ file, seconds, row }] : []
    }),
    without: all.filter(([file]) => budget[file] === undefined),
  }
}

/** A file with its seconds, and those that its row allows on this machine before the slack. */
type Over = { file: string; seconds: number; row: number }

/** The new table: figures of the files that ran, rounded up; others keep theirs if the file still exists. */
export function newBudget(figures: Figures, budget: Figures, isThere: (file: string) => boolean): Figures {
  const rows = { ...budget, ...Object.fromEntries(Object.entries(figures).map(([file, s]) => [file, Math.ceil(s)])) }
  return Object.fromEntries(
    Object.entries(rows)
      .filter(([file]) => isThere(file))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
