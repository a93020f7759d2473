import type { ReportRecord } from '#contract/reports.ts'

/** Whether others can see a report, and whether they see its latest state. */
export const stateOf = ({ publishedAt, isChanged }: Pick<ReportRecord, 'publishedAt' | 'isChanged'>) =>
  publishedAt === null ? 'draft' : isChanged ? 'changed' : 'published'
