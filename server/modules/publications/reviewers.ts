import type { ReviewerScope } from '#contract/reviews.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { transact } from '#server/storage/database.ts'
import type { ModuleNeeds } from './needs.ts'
import type { ReviewerStore } from './reviewer-store.ts'

/** Maximum number of reviewers besides the administrators (our choice). */
export const REVIEWERS_MAX = 500

type Needs = Pick<ModuleNeeds, 'db' | 'audit' | 'now'> & {
  store: ReviewerStore
  nameOf: (personId: string) => Promise<string | null>
}

/** The reviewers: administrators, and the people whom they appoint. */
export function reviewerList({ db, audit, now, store, nameOf }: Needs) {
  async function add(
    { personId, ...scope }: ReviewerScope & { personId: string },
    { actor, caller }: By,
  ): Promise<null> {
    const name = await nameOf(personId)
    if (name === null) throw new Failure('personGone')
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      if (!(await store.has(personId, tx)) && (await store.count(tx)) >= REVIEWERS_MAX)
        throw new Failure('reviewersTooMany', { values: { count: REVIEWERS_MAX } })
      await store.set(tx, personId, scope, now())
      await store.release(tx, personId)
      const after = { types: scope.types.join(', '), institutions: scope.institutions.join(', ') }
      audit.record(tx, { action: 'reviewerAdded', actor, caller, target: { id: personId, name }, after })
    })
    return null
  }

  async function remove({ personId }: { personId: string }, { actor, caller }: By): Promise<null> {
    const name = (await nameOf(personId)) ?? ''
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      if (!(await store.remove(tx, personId))) return
      await store.release(tx, personId)
      audit.record(tx, { action: 'reviewerRemoved', actor, caller, target: { id: personId, name } })
    })
    return null
  }

  return { list: () => store.all(), add, remove }
}
