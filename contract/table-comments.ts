import * as z from 'zod/mini'
import { COMMENT_TEXT_MAX } from './core/limits.ts'
import { operation } from './core/operation.ts'
import { Count, Id, keyset, Nothing, pageOf, Timestamp } from './core/shapes.ts'
import { AskedColumnId, ColumnId, RowId } from './tables/columns.ts'

/**
 * The text of a comment. `@{id}` mentions a member; all other text is literal. Line breaks and tabs are the only control
 * characters allowed.
 */
export const CommentText = z
  .string()
  .check(z.trim(), z.minLength(1), z.maxLength(COMMENT_TEXT_MAX), z.regex(/^(?:\P{Cc}|[\n\t])*$/u))
/** Finds the mentions in a text; the first group is the id. */
export const MENTION = /@\{([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\}/g

/** One comment. `editedAt`: when its author changed it last; null: never. */
export const Comment = z.object({
  id: Id,
  by: z.object({ personId: Id, personName: z.string() }),
  text: z.string(),
  at: Timestamp,
  editedAt: z.nullable(Timestamp),
})
export type Comment = z.infer<typeof Comment>

/**
 * A comment on a row, or on its cell in a column, with the replies to it, oldest first. `title` is what the first column
 * of the row holds; null: the row is deleted. `names` are those of the people mentioned, by id.
 */
export const CommentThread = z.extend(Comment, {
  row: RowId,
  column: z.nullable(ColumnId),
  title: z.nullable(z.string()),
  resolved: z.nullable(z.object({ at: Timestamp, personName: z.string() })),
  replies: z.array(Comment),
  names: z.record(z.string(), z.string()),
})
export type CommentThread = z.infer<typeof CommentThread>

/** A row, or a cell of it, with comments that are not resolved. */
export const CommentedCell = z.object({ row: RowId, column: z.nullable(ColumnId), count: Count })
export type CommentedCell = z.infer<typeof CommentedCell>

const inTable = { spaceId: Id, id: Id }
const one = { ...inTable, comment: Id }
const seen = ['spaceNotFound', 'spaceForbidden', 'tableGone'] as const
const told = ['spaceNotFound', 'spaceRightMissing', 'tableGone', 'tableCommentGone'] as const

export const tableComments = {
  list: operation({
    method: 'GET',
    path: '/tables/:id/comments',
    gate: 'signedIn',
    paging: 'keyset',
    input: z.object({
      ...inTable,
      ...keyset,
      row: z.optional(z.pipe(z.coerce.number(), RowId)),
      column: z.optional(AskedColumnId),
      isResolved: z.optional(z.stringbool()),
      q: z.optional(z.string().check(z.trim(), z.maxLength(100))),
    }),
    data: pageOf(CommentThread),
    errors: seen,
  }),
  cells: operation({
    method: 'GET',
    path: '/tables/:id/comments/cells',
    gate: 'signedIn',
    input: z.object(inTable),
    data: z.object({ open: Count, cells: z.array(CommentedCell) }),
    errors: seen,
  }),
  add: operation({
    method: 'POST',
    path: '/tables/:id/comments',
    gate: 'signedIn',
    input: z.object({ ...inTable, row: RowId, column: z._default(z.nullable(ColumnId), null), text: CommentText }),
    data: z.object({ id: Id }),
    errors: [...told, 'tableRowGone', 'tableColumnGone', 'tableCommentsTooMany', 'tableMentionUnknown'],
  }),
  reply: operation({
    method: 'POST',
    path: '/tables/:id/comments/:comment/replies',
    gate: 'signedIn',
    input: z.object({ ...one, text: CommentText }),
    data: z.object({ id: Id }),
    errors: [...told, 'tableCommentsTooMany', 'tableMentionUnknown'],
  }),
  edit: operation({
    method: 'PATCH',
    path: '/tables/:id/comments/:comment',
    gate: 'signedIn',
    input: z.object({ ...one, text: CommentText }),
    data: Nothing,
    errors: [...told, 'tableMentionUnknown'],
  }),
  resolve: operation({
    method: 'PUT',
    path: '/tables/:id/comments/:comment/resolved',
    gate: 'signedIn',
    input: z.object({ ...one, isResolved: z.boolean() }),
    data: Nothing,
    errors: told,
  }),
  remove: operation({
    act: 'delete',
    method: 'DELETE',
    path: '/tables/:id/comments/:comment',
    gate: 'signedIn',
    input: z.object(one),
    data: Nothing,
    errors: told,
  }),
}
