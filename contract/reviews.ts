import * as z from 'zod/mini'
import { ChartAnswer } from './charts/answer.ts'
import { GRID_PAGE_ROWS, REVIEW_DAYS_MAX, REVIEW_TEXT_MAX, TABLE_ROWS_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'
import { boardErrors, DatasetBoard, questionErrors } from './dataset-boards.ts'
import type { BoardLine, DatasetTable } from './publications/dataset.ts'
import { type DatasetMetadata, ResourceType } from './publications/metadata.ts'
import { isSuggestible } from './publications/suggestions.ts'
import { askedCard, askedFilter, OfferedValues } from './reports/reading.ts'
import { Cell } from './tables/columns.ts'

/** A text in a review; line breaks are the only control characters. */
const Said = z.string().check(z.trim(), z.minLength(1), z.maxLength(REVIEW_TEXT_MAX), z.regex(/^(?:\P{Cc}|[\n\t])*$/u))
/** A field of the draft: `title.zh`, `authors`, `extra.depth`, `files`; '' for the submission as a whole. */
const ReviewPlace = z.string().check(z.maxLength(50), z.regex(/^$|^[a-z][A-Za-z]*(\.[A-Za-z0-9]+)?$/))

/** A row or a column of a frozen table, counted from 1 in the order of its file. */
const Line = z.int().check(z.gte(1), z.lte(TABLE_ROWS_MAX))
/** A range of cells of a table of the submission; its ends are part of it. */
const range = { table: Id, top: Line, bottom: Line, left: Line, right: Line }
export const CellRange = z.object(range).check(
  z.refine(({ top, bottom }) => top <= bottom, { path: ['bottom'] }),
  z.refine(({ left, right }) => left <= right, { path: ['right'] }),
)
export type CellRange = z.infer<typeof CellRange>
/** The same with the names of the table and of the columns at both ends, as they were in the submission. */
export const ReviewCells = z.object({
  ...range,
  tableName: z.string(),
  leftName: z.string(),
  rightName: z.string(),
})
export type ReviewCells = z.infer<typeof ReviewCells>

export const ReviewComment = z.object({
  id: Id,
  by: z.object({ personId: Id, personName: z.string() }),
  text: z.string(),
  at: Timestamp,
})
export type ReviewComment = z.infer<typeof ReviewComment>

/**
 * A comment on a field, on the file at `path`, or on cells of the table whose file that is, with its answers, oldest first. `round`: the submission that it was
 * said of, counted from 1. `suggestion`: what the field should say; the authors apply it with one click.
 */
export const ReviewThread = z.extend(ReviewComment, {
  round: Count,
  place: z.string(),
  path: z.string(),
  cells: z.nullable(ReviewCells),
  suggestion: z.nullable(z.object({ value: z.string(), appliedAt: z.nullable(Timestamp) })),
  resolved: z.nullable(z.object({ at: Timestamp, personName: z.string() })),
  replies: z.array(ReviewComment),
})
export type ReviewThread = z.infer<typeof ReviewThread>

/** A field that is said otherwise than before; each entry is one line. */
export const MetadataDifference = z.object({
  place: z.string(),
  before: z.array(z.string()),
  after: z.array(z.string()),
})
export type MetadataDifference = z.infer<typeof MetadataDifference>
/** A file that was added, removed, or has another content; sizes in bytes, null where it is not. */
export const FileDifference = z.object({
  path: z.string(),
  before: z.nullable(Count),
  after: z.nullable(Count),
})
export type FileDifference = z.infer<typeof FileDifference>

/** A reviewer: of all submissions, or of these types and of these institutions of their authors. */
export const ReviewerScope = z.object({
  types: z._default(z.array(ResourceType).check(z.maxLength(ResourceType.options.length)), []),
  institutions: z._default(
    z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(200))).check(z.maxLength(50)),
    [],
  ),
})
export type ReviewerScope = z.infer<typeof ReviewerScope>

/** The file that came with the decision of a submission. */
export const ReviewAttachment = z.object({ round: Count, name: z.string(), sizeBytes: Count })
export type ReviewAttachment = z.infer<typeof ReviewAttachment>

/** A link for reviewers without an account; `hidesNames`: the authors are hidden. */
export const ReviewLink = z.object({
  id: Id,
  note: z.string(),
  hidesNames: z.boolean(),
  madeBy: z.string(),
  madeAt: Timestamp,
})
export type ReviewLink = z.infer<typeof ReviewLink>
/** The secret of a link. */
const Code = z.string().check(z.minLength(20), z.maxLength(100), z.regex(/^[\w-]+$/))

const word = z.catch(z.optional(z.string().check(z.maxLength(2000))), undefined)
/** The address of a link: a page of its files, or rows of one of its tables; what is not understood is left out. */
export const ReviewAddress = z.object({ code: Code, after: word, table: word, first: word })
/** A page of the rows of a table. */
type ReviewRows = { table: string; first: number; rows: Cell[][] }
/** What a link shows: the submission, a page of its files by path, and what its tables are. */
export type ReviewView = {
  code: string
  hidesNames: boolean
  number: number
  changes: string
  metadata: DatasetMetadata
  fileCount: number
  sizeBytes: number
  files: { path: string; size: number }[]
  next?: string
  tables: Pick<DatasetTable, 'id' | 'name' | 'description' | 'rows' | 'columns'>[]
  /** Rows of the table that is asked for, from `first` on, counted from 0; null for none. */
  shown: ReviewRows | null
  boards: BoardLine[]
}

/** The end of a claim, in days from now. */
export const ReviewDays = z.int().check(z.gte(1), z.lte(REVIEW_DAYS_MAX))

const one = { id: Id }
const seen = ['publicationGone'] as const
/** A board of a submission, by the id of the submission or the code of a link. */
const ofBoard = { id: z.optional(Id), code: z.optional(Code), board: Id }
const inThread = { ...one, comment: Id }
const told = [...seen, 'reviewClosed', 'reviewCommentGone'] as const

export const reviews = {
  comments: operation({
    method: 'GET',
    path: '/reviews/:id/comments',
    gate: 'signedIn',
    input: z.object(one),
    data: z.object({
      threads: z.array(ReviewThread),
      mayComment: z.boolean(),
      mayAnswer: z.boolean(),
      mayApply: z.boolean(),
    }),
    errors: seen,
  }),
  comment: operation({
    method: 'POST',
    path: '/reviews/:id/comments',
    gate: 'signedIn',
    input: z
      .object({
        ...one,
        place: z._default(ReviewPlace, ''),
        /** A file of the submission; '' for none. */
        path: z._default(z.string().check(z.maxLength(5000)), ''),
        /** Cells of a table of the submission; null for none. */
        cells: z._default(z.nullable(CellRange), null),
        text: Said,
        suggestion: z._default(z.nullable(Said), null),
      })
      .check(
        z.refine(({ place, suggestion }) => suggestion === null || isSuggestible(place), { path: ['suggestion'] }),
      ),
    data: z.object({ id: Id }),
    errors: [...told, 'fileGone', 'reviewCellsGone', 'reviewCommentsTooMany'],
  }),
  /** Rows of a table of a submission, as they were frozen, for those who may have its files. */
  rows: operation({
    method: 'GET',
    path: '/reviews/:id/tables/:table/rows',
    gate: 'signedIn',
    input: z.object({
      ...one,
      table: Id,
      first: z._default(z.pipe(z.coerce.number(), Count), 0),
      count: z._default(z.pipe(z.coerce.number(), Count.check(z.gte(1), z.lte(GRID_PAGE_ROWS))), GRID_PAGE_ROWS),
    }),
    data: z.object({ rows: z.array(z.array(Cell)) }),
    errors: [...seen, ...questionErrors, 'reviewCellsGone'],
  }),
  reply: operation({
    method: 'POST',
    path: '/reviews/:id/comments/:comment/replies',
    gate: 'signedIn',
    input: z.object({ ...inThread, text: Said }),
    data: z.object({ id: Id }),
    errors: [...told, 'reviewCommentsTooMany'],
  }),
  resolve: operation({
    method: 'PUT',
    path: '/reviews/:id/comments/:comment/resolved',
    gate: 'signedIn',
    input: z.object({ ...inThread, isResolved: z.boolean() }),
    data: Nothing,
    errors: told,
  }),
  /** Writes what a reviewer suggests into the draft. */
  apply: operation({
    method: 'POST',
    path: '/reviews/:id/comments/:comment/apply',
    gate: 'signedIn',
    input: z.object(inThread),
    data: Nothing,
    errors: [...told, 'spaceNotFound', 'spaceRightMissing', 'publicationStateChanged'],
  }),
  /** What changed since the last submission of this version, or else since the version before it. */
  differences: operation({
    method: 'GET',
    path: '/reviews/:id/differences',
    gate: 'signedIn',
    input: z.object(one),
    data: z.object({
      base: z.nullable(z.object({ kind: z.enum(['round', 'version']), number: Count, at: Timestamp })),
      metadata: z.array(MetadataDifference),
      files: z.object({ added: Count, removed: Count, changed: Count }),
    }),
    errors: seen,
  }),
  fileDifferences: operation({
    method: 'GET',
    path: '/reviews/:id/differences/files',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({ ...one, ...keyset }),
    data: pageOf(FileDifference),
    errors: seen,
  }),
  attachments: operation({
    method: 'GET',
    path: '/reviews/:id/attachments',
    gate: 'signedIn',
    input: z.object(one),
    data: z.array(ReviewAttachment),
    errors: seen,
  }),
  attach: operation({
    method: 'POST',
    path: '/reviews/attachments',
    gate: 'signedIn',
    body: 'multipart',
    input: z.object(one),
    data: Nothing,
    errors: [...seen, 'reviewClosed', 'publicationClaimed'],
  }),
  attachment: operation({
    method: 'GET',
    path: '/reviews/:id/attachments/:round',
    gate: 'signedIn',
    answers: 'bytes',
    input: z.object({ ...one, round: z.pipe(z.coerce.number(), Count) }),
    data: Nothing,
    errors: [...seen, 'fileGone'],
  }),
  links: operation({
    method: 'GET',
    path: '/reviews/:id/links',
    gate: 'signedIn',
    guard: 'session',
    input: z.object(one),
    data: z.array(ReviewLink),
    errors: seen,
  }),
  makeLink: operation({
    method: 'POST',
    path: '/reviews/:id/links',
    gate: 'signedIn',
    guard: 'session',
    input: z.object({
      ...one,
      hidesNames: z._default(z.boolean(), true),
      /** For whom it is. */
      note: z._default(z.string().check(z.trim(), z.maxLength(200)), ''),
    }),
    /** Returned only once: only its hash is stored. */
    data: z.object({ code: z.string() }),
    errors: [...seen, 'reviewClosed', 'reviewLinksTooMany'],
  }),
  endLink: operation({
    act: 'remove',
    method: 'DELETE',
    path: '/reviews/:id/links/:link',
    gate: 'signedIn',
    guard: 'session',
    input: z.object({ ...one, link: Id }),
    data: Nothing,
    errors: [...seen, 'reviewClosed', 'reviewLinkGone'],
  }),
  /** A file of the submission that a link leads to. */
  linkContent: operation({
    method: 'GET',
    path: '/reviews/link/content',
    gate: 'public',
    answers: 'bytes',
    input: z.object({ code: Code, path: z.string().check(z.minLength(1), z.maxLength(5000)) }),
    data: Nothing,
    errors: ['reviewLinkGone', 'fileGone'],
  }),
  /** A board of a submission over its frozen data, for those who may access its files. */
  board: operation({
    method: 'GET',
    path: '/reviews/boards/:board',
    gate: 'public',
    input: z.object(ofBoard),
    data: DatasetBoard,
    errors: boardErrors,
  }),
  card: operation({
    method: 'GET',
    path: '/reviews/boards/:board/cards/:card',
    gate: 'public',
    input: z.object({ ...ofBoard, ...askedCard }),
    data: ChartAnswer,
    errors: [...boardErrors, ...questionErrors, 'cardGone', 'chartTooWide'],
  }),
  offered: operation({
    method: 'GET',
    path: '/reviews/boards/:board/filters/:filter',
    gate: 'public',
    input: z.object({ ...ofBoard, ...askedFilter }),
    data: OfferedValues,
    errors: [...boardErrors, ...questionErrors, 'filterGone'],
  }),
}
