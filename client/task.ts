import type { Api, Conflict } from './api.ts'
import { endsAll, sentenceOf } from './failures.ts'
import type { Report } from './report.ts'
import type { Say } from './texts.ts'

/** What every command that moves files works with. */
export type Task = {
  api: Api
  report: Report
  say: Say
  conflict: Conflict
  /** Files and chunks at once. */
  parallel: number
  isDry: boolean
}

/** Ends a file of which nothing is moved, with the reason. */
export const finisherOf =
  ({ report }: Task, path: string, bytes: number) =>
  (state: 'same' | 'skipped' | 'refused' | 'would', message?: string): void => {
    report.spared(bytes)
    report.file({ path, state, bytes, ...(message && { message }) })
  }

/** Does one file; a failure that another file would not share is told beside it, and the rest goes on. */
export async function eachAlone({ report, say }: Task, path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (endsAll(error)) throw error
    report.file({ path, state: 'failed', message: sentenceOf(error, say) })
  }
}
