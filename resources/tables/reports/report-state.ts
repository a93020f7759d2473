import type { ReportRecord } from '#contract/reports.ts'

/** Whether others see a report, and whether they see it as it is now. */
export const stateOf = ({ publishedAt, isChanged }: Pick<ReportRecord, 'publishedAt' | 'isChanged'>) =>
  publishedAt === null ? 'draft' : isChanged ? 'changed' : 'published'
