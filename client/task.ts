import type { Api, Conflict } from './api.ts'
import { endsAll, sentenceOf } from './failures.ts'
import type { Report } from './report.ts'
import type { Say } from './texts.ts'

/** Shared by the commands that move files. */
export type Task = {
  api: Api
  report: Report
  say: Say
  conflict: Conflict
  /** Most concurrent files and chunks. */
  parallel: number
  isDry: boolean
}

/** Ends a file without a transfer, with the reason. */
export const finisherOf =
  ({ report }: Task, path: string, bytes: number) =>
  (state: 'same' | 'skipped' | 'refused' | 'would', message?: string): void => {
    report.spared(bytes)
    report.file({ path, state, bytes, ...(message && { message }) })
  }

/** Processes one file; a failure that concerns only this file is reported, and the others continue. */
export async function eachAlone({ report, say }: Task, path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    if (endsAll(error)) throw error
    report.file({ path, state: 'failed', message: sentenceOf(error, say) })
  }
}
