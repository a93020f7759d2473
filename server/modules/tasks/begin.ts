import { TASKS_WAITING_MAX } from '#contract/core/limits.ts'
import type { Task, TaskKind } from '#contract/tasks.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'
import type { EngineNeeds } from './needs.ts'
import { sightOf } from './sight.ts'

/** Weight of all ended tasks of one person, in bytes; beyond it the oldest are deleted earlier (our choice). */
const TASKS_KEPT_BYTES = 268_435_456

/** A task that another module begins. */
type Wish = {
  kind: TaskKind
  spaceId: string
  folderId?: string
  actor: SignedIn
  title: string
  options: Record<string, unknown>
  /** A password: stored encrypted, passed to the work, and deleted at the end. */
  secret?: string | undefined
  reserveBytes?: number
}

export const tooMany = () => new Failure('tasksTooMany', { values: { max: TASKS_WAITING_MAX } })

export function beginRules(needs: EngineNeeds & { isRegistered: (kind: TaskKind) => boolean }) {
  const { db, bus, store, seal, now, newId, isRegistered } = needs
  const { shown } = sightOf(needs)

  /** Begins a task, when `tx` commits. Throws spaceFull, tasksTooMany; the caller has checked the actor's rights. */
  async function begin(tx: Tx | null, wish: Wish): Promise<Task> {
    if (!tx) return transact(db, (own) => begin(own, wish))
    const { kind, spaceId, folderId = null, actor, title, options, secret, reserveBytes = 0 } = wish
    if (!isRegistered(kind)) throw new TypeError(`nobody does tasks of the kind ${kind}`)
    await store.forgetOverflow(tx, actor.id, TASKS_KEPT_BYTES)
    // The space is locked before the person, as everywhere.
    if (reserveBytes) await lockSpace(tx, spaceId)
    if (reserveBytes && !(await store.reserve(tx, spaceId, reserveBytes))) throw new Failure('spaceFull')
    const row = {
      id: newId(),
      kind,
      space_id: spaceId,
      folder_id: folderId,
      person_id: actor.id,
      channel: actor.channel,
      title,
      options,
      sealed: secret === undefined ? null : seal.close(secret, 'task'),
      needs_secret: secret !== undefined,
      reserved_bytes: reserveBytes,
      asked_bytes: reserveBytes,
      created_at: now(),
      lease_by: null,
      lease_until: null,
      cancel_asked_at: null,
      started_at: null,
      finished_at: null,
    }
    if (!(await store.insert(tx, row, TASKS_WAITING_MAX))) throw tooMany()
    await bus.publish('task', {}, tx)
    return shown(tx, row.id, { actor, language: 'zh' })
  }

  return { begin }
}
