import type { ReviewCells } from '#contract/reviews.ts'

/** The target of a review comment other than a field: a file of the submission, or cells of one of its tables. */
export type ReviewTarget = { path: string } | { cells: ReviewCells }
