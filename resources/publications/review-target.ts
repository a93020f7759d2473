import type { ReviewCells } from '#contract/reviews.ts'

/** What a reviewer comments on besides fields: a file of the submission, or cells of one of its tables. */
export type ReviewTarget = { path: string } | { cells: ReviewCells }
