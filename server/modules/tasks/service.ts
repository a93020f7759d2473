import { TASKS_WAITING_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { DAY_MS } from '#contract/core/time.ts'
import type { Task, TaskKind, tasks } from '#contract/tasks.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedInCall } from '#server/http/context.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { beginRules, tooMany } from './begin.ts'
import { endTask } from './ending.ts'
import { listingRules } from './listing.ts'
import type { EngineNeeds } from './needs.ts'
import { publishTask } from './notify.ts'
import { isRetryable, newsOf, type ShownRow, taskOf } from './rows.ts'
import { sightOf } from './sight.ts'

/** Days that an ended task stays in the list (our choice). */
export const TASK_KEEP_DAYS = 30

type One = { id: string }
/** Tasks deleted by one statement of the sweep: each may have very many parts. */
const SWEPT_AT_ONCE = 20

export function taskService(needs: EngineNeeds & { isRegistered: (kind: TaskKind) => boolean }) {
  const { db, bus, store, spaces, seal, now } = needs
  const { judged, shown } = sightOf(needs)

  /** A waiting task ends at once; a running one is asked to stop. */
  async function cancel({ id }: One, { actor, language }: Pick<SignedInCall, 'actor' | 'language'>): Promise<Task> {
    await judged(await store.byId(id), actor)
    return transact(db, async (tx) => {
      await stop(tx, id)
      return shown(tx, id, { actor, language })
    })
  }
  /** The same in the transaction of a caller that has checked the permission. Throws taskGone. */
  async function stop(tx: Tx, id: string): Promise<ShownRow> {
    const row = await store.hold(tx, id)
    if (!row) throw new Failure('taskGone')
    const isHeld = row.lease_until !== null && row.lease_until > now()
    if (!row.finished_at && !isHeld) await endTask(tx, row, { kind: 'cancelled' }, needs)
    if (!row.finished_at && isHeld) {
      await store.askToCancel(tx, id, now())
      await bus.publish('task', { cancelled: id }, tx)
    }
    return row
  }

  /** Runs with the rights of the task's person, so only they may retry. */
  async function retry(
    { id, seqs, secret }: ParsedOf<typeof tasks.retry>,
    { actor, language }: Pick<SignedInCall, 'actor' | 'language'>,
  ) {
    const found = await judged(await store.byId(id), actor)
    if (found.person_id !== actor.id) throw new Failure('taskForbidden')
    await spaces.enter(found.space_id, actor)
    return transact(db, async (tx) => taskOf(await reopen(tx, found, { seqs, secret }), language))
  }

  /**
   * Makes an ended task wait again, in a transaction of a caller who has checked the permission; it runs with the
   * permissions of its person, whoever calls. Returns the updated task.
   */
  async function reopen(
    tx: Tx,
    { id, space_id: spaceId, person_id: personId }: ShownRow,
    { seqs, secret }: Pick<ParsedOf<typeof tasks.retry>, 'seqs' | 'secret'>,
  ): Promise<ShownRow> {
    await lockSpace(tx, spaceId)
    const row = await store.hold(tx, id)
    if (!row) throw new Failure('taskGone')
    if (!row.finished_at) throw new Failure('taskRunning')
    if (!isRetryable(row)) throw new Failure('taskNotFailed')
    if (row.needs_secret && secret === undefined) throw new Failure('taskSecretGone')
    const sealed = row.needs_secret ? seal.close(secret, 'task') : null
    const revived = await store.revive(tx, id, seqs)
    if (seqs && !revived) throw new Failure('taskNotFailed')
    const reserved = row.items_done ? Math.min(row.asked_bytes, await store.openBytes(tx, id)) : row.asked_bytes
    if (reserved && !(await store.reserve(tx, spaceId, reserved))) throw new Failure('spaceFull')
    if (!(await store.isBelowTaskLimit(tx, personId, TASKS_WAITING_MAX))) throw tooMany()
    await store.reopen(tx, id, { revived, reserved, sealed, at: now() })
    await bus.publish('task', {}, tx)
    const waiting = await store.byId(id, tx)
    if (!waiting) throw new Failure('taskGone')
    await publishTask(bus, { spaceId, personId }, newsOf(waiting), tx)
    return waiting
  }

  async function remove({ id }: One, { actor }: ByActor): Promise<null> {
    const row = await judged(await store.byId(id), actor)
    if (!row.finished_at) throw new Failure('taskRunning')
    await transact(db, async (tx) => {
      const held = await store.hold(tx, id)
      if (!held) throw new Failure('taskGone')
      if (!(await store.remove(tx, id))) throw new Failure('taskRunning')
      await publishTask(bus, { spaceId: row.space_id, personId: row.person_id }, undefined, tx)
    })
    return null
  }

  /** Deletes tasks that ended long ago; run by schedule. Returns how many. */
  async function sweep(): Promise<number> {
    const before = new Date(now().getTime() - TASK_KEEP_DAYS * DAY_MS)
    for (let swept = 0; ; ) {
      const more = await store.sweep(before, SWEPT_AT_ONCE)
      swept += more
      if (more < SWEPT_AT_ONCE) return swept
    }
  }

  /** Throws taskGone. */
  async function found(id: string): Promise<ShownRow> {
    const row = await store.byId(id)
    if (!row) throw new Failure('taskGone')
    return row
  }

  return { ...beginRules(needs), ...listingRules(needs), cancel, stop, retry, reopen, found, remove, sweep }
}
