import type { ErrorName } from '#contract/core/errors.ts'
import { sectionPath } from '#contract/pages/paths.ts'
import { Failure } from '#server/failure.ts'
import { refusalOf } from '#server/http/answer.ts'
import { transact } from '#server/storage/database.ts'
import { copyStep } from './copy-step.ts'
import { type Held, Left, StopAsked } from './engine.ts'
import { MANIFEST } from './manifest.ts'
import type { WorkNeeds } from './needs.ts'
import { withPlaces } from './opening.ts'
import type { PlaceOf } from './place.ts'
import type { PolicyRow } from './policy-store.ts'
import { drillStep, restoreStep } from './restore-step.ts'
import type { CopyRow, RunRow } from './run-rows-store.ts'

/** Number of nodes that may fail during a run before it is abandoned (our choice). */
const TRIES_MAX = 20

/** Refusals that are over by themselves: the run is left and taken up again. */
const PASSING: readonly ErrorName[] = ['busy', 'storeAway']

/** The work of a run, space by space. */
export function runWork(needs: WorkNeeds) {
  const { db, runs, policies, outside, seal, messages, now, newId, log } = needs

  /** The refusal that an error means; what is no refusal of the work itself is thrown. */
  function refusedWith(error: unknown, run: RunRow): ErrorName {
    const { refusal } = refusalOf(error)
    if (error instanceof Left || PASSING.includes(refusal)) throw error
    if (!(error instanceof Failure)) log.error({ err: error, run: run.id }, 'backup failed')
    return refusal
  }

  const step = (held: Held, policy: PolicyRow, places: PlaceOf, row: CopyRow): Promise<void> => {
    if (held.run.kind === 'restore') return restoreStep(needs, held, places, row)
    return held.run.kind === 'drill' ? drillStep(needs, held, places, row) : copyStep(needs, held, policy, places, row)
  }
  async function plan(run: RunRow, policy: PolicyRow): Promise<void> {
    if (run.kind === 'backup') await runs.plan(run, policy.id, now())
    else if (run.kind === 'drill') await runs.planDrill(run, now())
    else await runs.begin(run, now())
  }

  async function eachSpace(held: Held, policy: PolicyRow, places: PlaceOf): Promise<void> {
    await plan(held.run, policy)
    for (;;) {
      held.signal.throwIfAborted()
      const row = await runs.next(held.lease, newId(), now())
      if (!row) return
      try {
        await step(held, policy, places, row)
      } catch (cause) {
        if (held.signal.aborted) throw held.signal.reason
        const error = refusedWith(cause, held.run)
        if (held.run.kind === 'backup') await forget(places, row)
        await transact(db, (tx) => runs.end(tx, held.lease, row.id, { state: 'failed', error, finished_at: now() }))
      }
    }
  }

  /** The rows of a failed copy are useless; its contents are kept for the next run. */
  const forget = (places: PlaceOf, { id, space_id }: CopyRow) =>
    places(space_id)
      .forget(id, MANIFEST)
      .catch((error: unknown) => log.warn({ err: error, copy: id }, 'unfinished copy not removed'))

  async function finish({ lease }: Held, policy: PolicyRow, error: ErrorName | ''): Promise<void> {
    await transact(db, async (tx) => {
      const run = await runs.finish(tx, lease, { at: now(), error })
      if (!run || run.state === 'completed' || run.state === 'stopped') return
      const news = { spaceId: null, values: { title: policy.name, done: run.spaces_done, failed: run.spaces_failed } }
      if (run.kind === 'restore')
        await messages.notify(tx, { ...news, kind: 'restoreFailed', to: run.person_id ? [run.person_id] : [] })
      else {
        const kind = run.kind === 'drill' ? 'drillFailed' : 'backupFailed'
        await messages.notify(tx, { ...news, kind, to: 'administrators', link: sectionPath('backups') })
      }
    })
  }

  return async function work(held: Held): Promise<void> {
    const policy = await policies.byId(held.run.policy_id)
    if (!policy) return
    const causeOf = (error: unknown) => (error instanceof StopAsked ? '' : refusedWith(error, held.run))
    const isGivenUp = held.run.tries > TRIES_MAX
    const asking = { seal, outside, signal: held.signal }
    const run = () => withPlaces(policy, asking, (places) => eachSpace(held, policy, places))
    const error = isGivenUp ? 'backupInterrupted' : await run().then(() => '' as const, causeOf)
    await finish(held, policy, error)
  }
}
