/** Seconds of processor time by test file. */
export type Figures = Readonly<Record<string, number>>

/** Where the last run wrote them. */
export const CPU_FIGURES = '.cache/cpu-figures'

/** A file may take twice its row, and this much more whatever its row: the first file of a process reads the sources. */
const SLACK_SECONDS = 5
const WORST = 10

/** What the files of a run took, from the lines that they wrote: a file may write several. */
export function figuresIn(text: string): Figures {
  const figures: Record<string, number> = {}
  for (const [, file = '', seconds] of text.matchAll(/^(.*)\t(.*)$/gm))
    figures[file] = (figures[file] ?? 0) + Number(seconds)
  return figures
}

/** The ten that took the most, those that took too much for their row, and those that have none. */
export function judged(figures: Figures, budget: Figures) {
  const all = Object.entries(figures).sort(([, a], [, b]) => b - a)
  const rowOf = (file: string) => budget[file] ?? Number.POSITIVE_INFINITY
  return {
    worst: all.slice(0, WORST),
    over: all.filter(([file, seconds]) => seconds > Math.max(2 * rowOf(file), rowOf(file) + SLACK_SECONDS)),
    without: all.filter(([file]) => budget[file] === undefined),
  }
}

/** The table after a run: what ran as it took, rounded up; what did not run as it was, unless it is gone. */
export function newBudget(figures: Figures, budget: Figures, isThere: (file: string) => boolean): Figures {
  const rows = { ...budget, ...Object.fromEntries(Object.entries(figures).map(([file, s]) => [file, Math.ceil(s)])) }
  return Object.fromEntries(
    Object.entries(rows)
      .filter(([file]) => isThere(file))
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  )
}
