import { MERGE_PERCENT, OVERALL_PERCENT_CAP } from '#contract/core/limits.ts'
import { type Task, WAITING } from './task.ts'

/** Window in milliseconds over which the speed is averaged, so that the number stays readable. */
const WINDOW_MS = 5000

type Way = Pick<Task, 'state' | 'phase' | 'size' | 'hashed' | 'complete'>

const share = (part: number, whole: number): number => (whole === 0 ? 0 : Math.min(100, (part / whole) * 100))

/** Percentage of one file: of its hash while hashing, else of its bytes; MERGE_PERCENT while merging. */
export function percentOf(task: Way): number {
  if (task.phase === 'merging') return MERGE_PERCENT
  if (task.state === WAITING && task.phase === 'hashing') return share(task.hashed, task.size)
  return Math.min(MERGE_PERCENT, share(task.complete, task.size))
}

/** Percentage of all files. Source: spec section 9: capped at 98.6 while it would exceed 100. */
export function overallPercent(doneBytes: number, totalBytes: number): number {
  if (totalBytes <= 0) return 0
  const percent = (doneBytes / totalBytes) * 100
  return percent > 100 ? OVERALL_PERCENT_CAP : percent
}

/** Bytes of one file that count as done; the last percents count only after the server has merged the chunks. */
export const doneBytesOf = (task: Way): number => Math.min(task.complete, (task.size * MERGE_PERCENT) / 100)

export type Sample = { atMs: number; bytes: number }

/** The samples within the window, including the new one. */
export function sampled(samples: readonly Sample[], sample: Sample): Sample[] {
  return [...samples.filter(({ atMs }) => sample.atMs - atMs <= WINDOW_MS), sample]
}

/** Bytes per second over the samples; 0 for a single sample. */
export function rateOf(samples: readonly Sample[]): number {
  const first = samples[0]
  const last = samples.at(-1)
  if (!first || !last || last.atMs <= first.atMs) return 0
  return Math.max(0, ((last.bytes - first.bytes) / (last.atMs - first.atMs)) * 1000)
}

/** Seconds until all is sent; null if unknown: nothing is moving, or files are still being counted. */
export function secondsLeft(restBytes: number, rateBytes: number, isCounting: boolean): number | null {
  if (isCounting || rateBytes <= 0 || restBytes <= 0) return null
  return Math.ceil(restBytes / rateBytes)
}
