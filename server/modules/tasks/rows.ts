import type { Selectable } from 'kysely'
import { errors } from '#contract/core/errors.ts'
import { ARCHIVE_ENTRIES_MAX, RESTORE_ITEMS_MAX, TASK_ITEMS_MAX } from '#contract/core/limits.ts'
import type { Task, TaskNews, TaskPart } from '#contract/tasks.ts'
import type { Language } from '#server/http/context.ts'
import { type TextValues, textOf } from '#server/http/texts.ts'
import type { Schema } from '#server/storage/schema.ts'

/** A task for the node that works on it. */
export type TaskRow = Selectable<Schema['task']>
export type PartRow = Selectable<Schema['task_part']>
/** A task as shown to people. */
export type ShownRow = Omit<TaskRow, 'sealed' | 'options' | 'due_at'> & { space_name: string; person_name: string }

/** The limit named in the refusal of a task that is too large. */
const mostOf = (error: TaskRow['error'], kind: TaskRow['kind'] | null): number =>
  error === 'archiveTooLarge' ? ARCHIVE_ENTRIES_MAX : kind === 'versionRestore' ? RESTORE_ITEMS_MAX : TASK_ITEMS_MAX

type Refused = { error: TaskRow['error']; values?: TextValues; kind: TaskRow['kind'] | null; name: string }
/** The message of a refusal stored by its name and its values; an ellipsis stands for a value that isn't known. */
export const sentenceOf = (language: Language, { error, values = {}, kind, name }: Refused): string =>
  error
    ? textOf(language, errors[error].text, { name, max: mostOf(error, kind), ...values }).replace(/\{\{.+?\}\}/g, '…')
    : ''

type Figures = Pick<
  TaskRow,
  | 'id'
  | 'kind'
  | 'state'
  | 'title'
  | 'items_total'
  | 'items_done'
  | 'items_failed'
  | 'bytes_total'
  | 'bytes_done'
  | 'ahead_items'
  | 'ahead_bytes'
>
/** Adds progress that is not yet stored, limited to the total. */
const upTo = (total: number, done: number) => (total ? Math.min(total, done) : done)

export const newsOf = (row: Figures): TaskNews => ({
  id: row.id,
  kind: row.kind,
  state: row.state,
  title: row.title,
  itemsTotal: row.items_total,
  itemsDone: upTo(row.items_total, row.items_done + row.ahead_items),
  itemsFailed: row.items_failed,
  bytesTotal: row.bytes_total,
  bytesDone: upTo(row.bytes_total, row.bytes_done + row.ahead_bytes),
})

/** Whether an ended task may be done again: one without parts that left something out did the rest, and would do it twice. */
export const isRetryable = ({
  state,
  finished_at,
  is_planned,
}: Pick<TaskRow, 'state' | 'finished_at' | 'is_planned'>) =>
  finished_at !== null && state !== 'completed' && (state !== 'partlyFailed' || is_planned)

export const taskOf = (row: ShownRow, language: Language): Task => ({
  ...newsOf(row),
  space: { id: row.space_id, name: row.space_name },
  folder: row.folder_id,
  person: { personId: row.person_id, personName: row.person_name },
  error: row.error,
  message: sentenceOf(language, { ...row, values: row.error_values, name: row.title }),
  result: row.result,
  isCancelling: row.cancel_asked_at !== null && row.finished_at === null,
  isRetryable: isRetryable(row),
  needsSecret: row.needs_secret,
  createTime: row.created_at.toISOString(),
  startTime: row.started_at?.toISOString() ?? null,
  endTime: row.finished_at?.toISOString() ?? null,
})

/** A part of a task; one that failed with the whole task has its sentence. */
export const partOf = (row: PartRow, whole: ShownRow, language: Language): TaskPart => ({
  seq: row.seq,
  isFolder: row.is_folder,
  path: row.path,
  size: row.size,
  state: row.state,
  error: row.error,
  message: sentenceOf(language, {
    error: row.error,
    values: row.error === whole.error ? whole.error_values : {},
    kind: null,
    name: row.path.slice(row.path.lastIndexOf('/') + 1),
  }),
  hash: row.node_id,
})
