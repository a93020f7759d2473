import type { ErrorName } from '#contract/core/errors.ts'
import { TASK_QUIET_MS } from '#contract/core/limits.ts'
import type { MessageKind } from '#contract/messages.ts'
import type { TaskState } from '#contract/tasks.ts'
import type { TextValues } from '#server/http/texts.ts'
import type { Tx } from '#server/storage/database.ts'
import type { EngineNeeds } from './needs.ts'
import { publishTask } from './notify.ts'
import { newsOf, type ShownRow, type TaskRow } from './rows.ts'

/** Result of a task's work. */
export type Outcome =
  | { kind: 'done'; result: Record<string, unknown> }
  /** `result`: what is told besides the error. */
  | { kind: 'failed'; error: ErrorName; errorValues: TextValues; result: Record<string, unknown> }
  | { kind: 'cancelled' }
type HeldRow = TaskRow | ShownRow
type Needs = Pick<EngineNeeds, 'bus' | 'leases' | 'parts' | 'store' | 'messages' | 'now'>

const messageOf: Partial<Record<TaskState, MessageKind>> = {
  completed: 'taskDone',
  partlyFailed: 'taskPartly',
  failed: 'taskFailed',
}

/**
 * Ends a task locked by the transaction: its state, reservation, secret, message and event change together, so each
 * happens once. One whose work is committed is done, whatever came after that.
 */
export async function endTask(tx: Tx, row: HeldRow, came: Outcome, needs: Needs): Promise<void> {
  const { bus, leases, parts, store, now } = needs
  const outcome: Outcome = row.kept_result ? { kind: 'done', result: row.kept_result } : came
  const { state, error, itemsDone, itemsFailed } = await closed(tx, row, outcome, needs)
  const result = outcome.kind === 'cancelled' ? {} : outcome.result
  // Parts have causes of their own, with nothing to name but themselves.
  const errorValues = outcome.kind === 'failed' && error === outcome.error ? outcome.errorValues : {}
  await leases.end(tx, row.id, { state, error, errorValues, result, itemsDone, itemsFailed, at: now() })
  // A retry makes an incomplete plan again.
  if (!row.is_planned) await parts.clear(tx, row.id)
  else if (outcome.kind === 'cancelled') await parts.rest(tx, row.id)
  const ended = await store.byId(row.id, tx)
  if (!ended) return
  await notifyPerson(tx, ended, needs)
  await publishTask(bus, { spaceId: row.space_id, personId: row.person_id }, newsOf(ended), tx)
}

/** Closes the remaining parts, and determines the state of the whole task. */
async function closed(tx: Tx, row: HeldRow, outcome: Outcome, { parts }: Needs) {
  const { items_done: itemsDone, items_failed: failedBefore } = row
  if (outcome.kind === 'cancelled')
    return { state: 'cancelled' as const, error: '' as const, itemsDone, itemsFailed: failedBefore }
  const isOver = outcome.kind === 'failed'
  const left = row.is_planned ? await parts.failOpen(tx, row.id, isOver ? outcome.error : 'unknown') : 0
  const itemsFailed = failedBefore + left
  if (!isOver && !itemsFailed)
    return { state: 'completed' as const, error: '' as const, itemsDone: row.items_total, itemsFailed }
  // A work without parts that was done has left out what failed.
  if (!isOver && !row.is_planned)
    return { state: 'partlyFailed' as const, error: '' as const, itemsDone: row.items_total - itemsFailed, itemsFailed }
  const error = isOver ? outcome.error : await parts.causeOf(tx, row.id)
  const state = itemsDone ? ('partlyFailed' as const) : ('failed' as const)
  return { state, error, itemsDone, itemsFailed }
}

async function notifyPerson(tx: Tx, row: ShownRow, { messages, store, now }: Needs): Promise<void> {
  const kind = messageOf[row.state]
  // The module with the schedule notifies about scheduled tasks, not for every run.
  if (!kind || row.channel === 'job') return
  if (row.state === 'completed' && now().getTime() - row.created_at.getTime() < TASK_QUIET_MS) return
  const values = {
    space: await store.spaceName(tx, row.space_id),
    task: row.kind,
    title: row.title,
    done: row.items_done,
    failed: row.items_failed,
  }
  const link = `/space/${row.space_id}/details/filesManage?place=tasks&task=${row.id}`
  await messages.notify(tx, { kind, to: [row.person_id], spaceId: row.space_id, values, link })
}
