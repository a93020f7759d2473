import type { ErrorName } from '#contract/core/errors.ts'
import type { TaskKind } from '#contract/tasks.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import type { Fence } from './lease-store.ts'
import type { EngineNeeds } from './needs.ts'
import { progressPublisher, publishTask } from './notify.ts'
import type { Progress } from './part-store.ts'
import { type NewPart, openParts, type Part, writePlan } from './planning.ts'
import { newsOf, type TaskRow } from './rows.ts'
import { Stopped } from './stopped.ts'

/** A failed part and its cause. */
export type Broken = { part: Pick<Part, 'seq'>; error: ErrorName }

type Totals = { items?: number; bytes?: number; failed?: number }

/** A task for the work of its kind. All its writes go through `fence`, `done` or `failed`. */
export type Running = {
  id: string
  kind: TaskKind
  spaceId: string
  folderId: string | null
  options: Record<string, unknown>
  /** The password given to `begin` or a retry; '' for none. */
  secret: string
  /**
   * Aborts when the task was cancelled, its person lost access, or this node lost it; the engine does not wait then.
   */
  signal: AbortSignal
  /** The task's person, read again. Throws accountDisabled and the like. */
  actor(): Promise<SignedIn>
  /** Enters the space again as the task's person. Throws spaceNotFound, spaceForbidden. */
  enter(): Promise<EnteredSpace>
  phase(state: 'preparing' | 'transferring'): Promise<void>
  /** Sets the title, when only the work finds it out. */
  entitle(title: string): Promise<void>
  /** Writes the plan once: a complete plan is not made again. Throws taskTooLarge. */
  plan(parts: AsyncIterable<NewPart> | Iterable<NewPart>): Promise<void>
  /** Sets the totals of a work without parts, and how many of its items failed. */
  expect(totals: Totals): Promise<void>
  /**
   * Keeps the result and the totals of a work without parts, in the transaction that does all of it: once that is
   * committed, the task is done, and no node does it again.
   */
  keepResult(tx: Tx, result: Record<string, unknown>, totals?: Totals): Promise<void>
  /** Sets the reserved bytes of the space. Throws spaceFull. */
  reserve(bytes: number): Promise<void>
  /** Reserves the bytes of all open parts. */
  reserveOpen(): Promise<void>
  /** The open parts in their order. */
  open(): AsyncIterable<Part>
  /** A part's planned path and the item made of it, also before a restart; null while there is none. */
  known(seq: number): Promise<{ path: string; nodeId: string | null }>
  /** Marks a part as started. */
  started(part: Part): Promise<void>
  /** Sets the size and path of a part when the plan could not know them. */
  describe(part: Part, known: { size: number; path?: string }): Promise<void>
  /**
   * Marks parts as done, in the transaction that placed them; `released`: reserved bytes that became used
   * (`releaseBytes` of `files.place`).
   */
  done(tx: Tx, parts: readonly { seq: number; nodeId?: string }[], released?: number): Promise<void>
  failed(broken: readonly Broken[]): Promise<void>
  /**
   * Locks the task until the transaction ends; throws if this node lost it, or it was cancelled. A caller that also
   * locks the space locks that first: permanently deleting a folder changes tasks under the space's lock.
   */
  fence(tx: Tx): Promise<void>
  /** Adds progress besides `done`, such as bytes of a started part; only for display, and reset when parts are done. */
  progress(delta: { items?: number; bytes?: number }): void
}

/** The engine's side of a running task. */
export type Held = {
  task: Running
  stop: (reason: Error) => void
  ahead: () => { items: number; bytes: number }
  /** Publishes no more progress; resolves when the pages have heard the last. */
  end: () => Promise<void>
}

/** A task claimed by this node, for the work of its kind. */
export function runningTask(row: TaskRow, needs: EngineNeeds): Held {
  const { db, bus, leases, parts, people, spaces, store, log } = needs
  const controller = new AbortController()
  const { signal } = controller
  const lease = { id: row.id, by: row.lease_by ?? '' }
  const shown = { ...row, ahead_items: 0, ahead_bytes: 0 }
  const whose = { spaceId: row.space_id, personId: row.person_id }
  const publisher = progressPublisher(() =>
    publishTask(bus, whose, newsOf(shown), db).catch((error: unknown) =>
      log.warn({ err: error }, 'progress not published'),
    ),
  )

  async function fenceOf(tx: Tx): Promise<Fence> {
    signal.throwIfAborted()
    const fence = await leases.fence(tx, lease)
    if (!fence) throw new Stopped('lost')
    if (fence.cancel_asked_at) throw new Stopped('cancelled')
    return fence
  }
  const fenced = <T>(run: (tx: Tx, fence: Fence) => Promise<T>): Promise<T> =>
    transact(db, async (tx) => run(tx, await fenceOf(tx)))

  function noted(progress: Progress): void {
    const bytes = progress.bytes_done - shown.bytes_done
    const items = progress.items_done - shown.items_done
    Object.assign(shown, progress, {
      ahead_bytes: Math.max(0, shown.ahead_bytes - bytes),
      ahead_items: Math.max(0, shown.ahead_items - items),
    })
    publisher.changed()
  }

  const actor = () => actingFor(people, row.person_id, row.channel)

  async function reserve(tx: Tx, fence: Fence, bytes: number): Promise<void> {
    if (!(await store.reserve(tx, row.space_id, bytes - fence.reserved_bytes))) throw new Failure('spaceFull')
    await leases.setReserved(tx, row.id, bytes)
  }

  async function expect(tx: Tx, totals: Totals): Promise<void> {
    const { items = shown.items_total, bytes = shown.bytes_total, failed = shown.items_failed } = totals
    await leases.setTotals(tx, row.id, { items, bytes, failed })
    Object.assign(shown, { items_total: items, bytes_total: bytes, items_failed: failed })
    publisher.changed()
  }

  const task: Running = {
    id: row.id,
    kind: row.kind,
    spaceId: row.space_id,
    folderId: row.folder_id,
    options: row.options,
    get secret() {
      return row.sealed ? needs.seal.open<string>(row.sealed, 'task') : ''
    },
    signal,
    actor,
    enter: async () => spaces.enter(row.space_id, await actor()),
    async phase(state) {
      await fenced((tx) => leases.setState(tx, row.id, state))
      shown.state = state
      publisher.changed()
    },
    async entitle(title) {
      await fenced((tx) => leases.setTitle(tx, row.id, title))
      shown.title = title
      publisher.changed()
    },
    async plan(planned) {
      const progress = row.is_planned ? null : await writePlan(row.id, planned, { fenced, parts })
      row.is_planned = true
      if (progress) noted(progress)
    },
    expect: (totals) => fenced((tx) => expect(tx, totals)),
    async keepResult(tx, result, totals = {}) {
      await fenceOf(tx)
      await expect(tx, totals)
      await leases.keepResult(tx, row.id, result)
    },
    reserve: (bytes) => fenced((tx, fence) => reserve(tx, fence, bytes)),
    reserveOpen: () => fenced(async (tx, fence) => reserve(tx, fence, await store.openBytes(tx, row.id))),
    async *open() {
      for await (const part of openParts(row.id, { signal, parts })) {
        const { refused } = part.source as { refused?: ErrorName }
        if (refused) await task.failed([{ part, error: refused }])
        else yield part
      }
    },
    known: (seq) => parts.known(row.id, seq),
    async started({ seq }) {
      await fenced((tx) => parts.start(tx, row.id, seq))
    },
    async describe({ seq, path }, known) {
      noted(await fenced((tx) => parts.describe(tx, row.id, seq, { path, ...known })))
    },
    async done(tx, finished, released = 0) {
      await fenceOf(tx)
      const done = finished.map(({ seq, nodeId = null }) => ({ seq, nodeId }))
      noted(await parts.complete(tx, row.id, done, released))
    },
    async failed(broken) {
      if (!broken.length) return
      const failed = broken.map(({ part: { seq }, error }) => ({ seq, error }))
      noted(await fenced((tx) => parts.fail(tx, row.id, failed)))
    },
    async fence(tx) {
      await fenceOf(tx)
    },
    progress({ items = 0, bytes = 0 }) {
      signal.throwIfAborted()
      shown.ahead_items += items
      shown.ahead_bytes += bytes
      publisher.changed()
    },
  }
  return {
    task,
    stop: (reason) => controller.abort(reason),
    ahead: () => ({ items: shown.ahead_items, bytes: shown.ahead_bytes }),
    end: publisher.stop,
  }
}

/** A person as they are now, for work that they began. Throws personGone, accountDisabled, accountLocked, accountInactive. */
export async function actingFor(
  people: EngineNeeds['people'],
  personId: string,
  channel: SignedIn['channel'],
): Promise<SignedIn> {
  const person = await people.byId(personId)
  if (!person) throw new Failure('personGone')
  if (person.disabled_at) throw new Failure('accountDisabled')
  if (person.locked_at) throw new Failure('accountLocked')
  if (person.state !== 'active' && person.state !== 'application') throw new Failure('accountInactive')
  const { id, role, email, name, avatar } = person
  const call = { token: '', sessionId: null, scope: null, isConfirmed: false, mustSetUp: false } as const
  return { id, role, email, name, avatar, channel, ...call }
}
