import { TASKS_WAITING_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import { DAY_MS } from '#contract/core/time.ts'
import { type Task, type TaskKind, TaskState, type tasks } from '#contract/tasks.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, Language, SignedIn, SignedInCall } from '#server/http/context.ts'
import { policyContextOf } from '#server/modules/spaces/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { endTask } from './ending.ts'
import type { EngineNeeds } from './needs.ts'
import { publishTask } from './notify.ts'
import { newsOf, partOf, type ShownRow, taskOf } from './rows.ts'

/** Weight of all ended tasks of one person, in bytes; beyond it the oldest are deleted earlier (our choice). */
const TASKS_KEPT_BYTES = 268_435_456

/** Days that an ended task stays in the list (our choice). */
export const TASK_KEEP_DAYS = 30

/** A task that another module begins. */
export type Wish = {
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
type One = { id: string }
type Reader = { actor: SignedIn; language: Language }

/** Kinds whose title reveals something of another place: shown only to the person who imports from there. */
const ELSEWHERE: readonly TaskKind[] = ['importSpace', 'importShare']
/** The task as this reader may see it. */
const taskFor = (row: ShownRow, { actor, language }: Reader): Task =>
  taskOf(ELSEWHERE.includes(row.kind) && row.person_id !== actor.id ? { ...row, title: '' } : row, language)

/** Tasks deleted by one statement of the sweep: each may have very many parts. */
const SWEPT_AT_ONCE = 20
const tooMany = () => new Failure('tasksTooMany', { values: { max: TASKS_WAITING_MAX } })

export function taskService(needs: EngineNeeds & { isRegistered: (kind: TaskKind) => boolean }) {
  const { db, bus, store, spaces, seal, now, newId, isRegistered } = needs

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

  async function shown(tx: Tx, id: string, reader: Reader): Promise<Task> {
    const row = await store.byId(id, tx)
    if (!row) throw new Failure('taskGone')
    return taskFor(row, reader)
  }

  /**
   * A task of the caller, or in a space whose tasks they may see. Throws taskForbidden for those who may only count the
   * space's tasks, taskGone for others.
   */
  async function judged(row: ShownRow | undefined, actor: SignedIn): Promise<ShownRow> {
    if (!row) throw new Failure('taskGone')
    if (row.person_id === actor.id) return row
    const space = await spaces.see(row.space_id, actor).catch((error: unknown) => {
      if (error instanceof Failure) throw new Failure('taskGone', { cause: error })
      throw error
    })
    if (can(actor, 'space.tasks', policyContextOf(space))) return row
    throw new Failure(can(actor, 'space.countTasks', policyContextOf(space)) ? 'taskForbidden' : 'taskGone')
  }

  async function mine(
    { state, ...paging }: ParsedOf<typeof tasks.mine>,
    { actor, language }: Pick<SignedInCall, 'actor' | 'language'>,
  ) {
    const { list, ...rest } = await store.page(paging, { personId: actor.id, state })
    return { list: list.map((row) => taskOf(row, language)), ...rest }
  }

  async function ofSpace(
    { spaceId, state, kind, ...paging }: ParsedOf<typeof tasks.ofSpace>,
    { actor, language }: Pick<SignedInCall, 'actor' | 'language'>,
  ) {
    const space = await spaces.see(spaceId, actor)
    const whose = can(actor, 'space.tasks', policyContextOf(space)) ? {} : { personId: actor.id }
    const { list, ...rest } = await store.page(paging, { spaceId: space.id, ...whose, state, kind })
    return { list: list.map((row) => taskFor(row, { actor, language })), ...rest }
  }

  async function counts({ spaceId }: ParsedOf<typeof tasks.counts>, { actor }: ByActor) {
    const space = await spaces.demand(spaceId, actor, 'space.countTasks')
    const known = new Map((await store.counts(space.id)).map(({ state, count }) => [state, count]))
    const all = TaskState.options.map((state) => [state, known.get(state) ?? 0])
    return Object.fromEntries(all) as Record<TaskState, number>
  }

  async function show({ id }: One, { actor, language }: Pick<SignedInCall, 'actor' | 'language'>): Promise<Task> {
    return taskFor(await judged(await store.byId(id), actor), { actor, language })
  }

  /** Whether `actor` may read the source of failed parts: they must be a member of the space that it is in. */
  async function readsSource({ id, kind, person_id: personId }: ShownRow, actor: SignedIn): Promise<boolean> {
    if (kind !== 'importSpace') return true
    const source = personId === actor.id && (await store.sourceSpace(id))
    if (!source) return false
    return spaces.enter(source, actor).then(
      () => true,
      (error: unknown) => {
        if (error instanceof Failure) return false
        throw error
      },
    )
  }

  async function parts(
    asked: ParsedOf<typeof tasks.parts>,
    { actor, language }: Pick<SignedInCall, 'actor' | 'language'>,
  ) {
    const { id, after, size } = asked
    const key = store.keyOf(after)
    const row = await judged(await store.byId(id), actor)
    const isWhole = await readsSource(row, actor)
    if (!isWhole && asked.state && asked.state !== 'completed') return { list: [] }
    const state = isWhole ? asked.state : 'completed'
    const { list, ...rest } = await store.parts(id, { after: key, size, state })
    return { list: list.map((row) => partOf(row, language)), ...rest }
  }

  /** A waiting task ends at once; a running one is asked to stop. */
  async function cancel({ id }: One, { actor, language }: Pick<SignedInCall, 'actor' | 'language'>): Promise<Task> {
    await judged(await store.byId(id), actor)
    return transact(db, async (tx) => {
      const row = await store.hold(tx, id)
      if (!row) throw new Failure('taskGone')
      const isHeld = row.lease_until !== null && row.lease_until > now()
      if (!row.finished_at && !isHeld) await endTask(tx, row, { kind: 'cancelled' }, needs)
      if (!row.finished_at && isHeld) {
        await store.askToCancel(tx, id, now())
        await bus.publish('task', { cancelled: id }, tx)
      }
      return shown(tx, id, { actor, language })
    })
  }

  /** Runs with the rights of the task's person, so only they may retry. */
  async function retry(
    { id, seqs, secret }: ParsedOf<typeof tasks.retry>,
    { actor, language }: Pick<SignedInCall, 'actor' | 'language'>,
  ) {
    const found = await judged(await store.byId(id), actor)
    if (found.person_id !== actor.id) throw new Failure('taskForbidden')
    await spaces.enter(found.space_id, actor)
    return transact(db, async (tx) => {
      await lockSpace(tx, found.space_id)
      const row = await store.hold(tx, id)
      if (!row) throw new Failure('taskGone')
      if (!row.finished_at) throw new Failure('taskRunning')
      if (row.state === 'completed') throw new Failure('taskNotFailed')
      if (row.needs_secret && secret === undefined) throw new Failure('taskSecretGone')
      const sealed = row.needs_secret ? seal.close(secret, 'task') : null
      const revived = await store.revive(tx, id, seqs)
      if (seqs && !revived) throw new Failure('taskNotFailed')
      const reserved = row.items_done ? Math.min(row.asked_bytes, await store.openBytes(tx, id)) : row.asked_bytes
      if (reserved && !(await store.reserve(tx, row.space_id, reserved))) throw new Failure('spaceFull')
      if (!(await store.isBelowTaskLimit(tx, actor.id, TASKS_WAITING_MAX))) throw tooMany()
      await store.reopen(tx, id, { revived, reserved, sealed })
      await bus.publish('task', {}, tx)
      return publishAndShow(tx, row, language)
    })
  }

  /** Returns the current task, and publishes it. */
  async function publishAndShow(tx: Tx, { id, space_id: spaceId, person_id: personId }: ShownRow, language: Language) {
    const row = await store.byId(id, tx)
    if (!row) throw new Failure('taskGone')
    await publishTask(bus, { spaceId, personId }, newsOf(row), tx)
    return taskOf(row, language)
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

  return { begin, mine, ofSpace, counts, show, parts, cancel, retry, remove, sweep }
}
