import type { FastifyInstance } from 'fastify'
import type { ParsedOf } from '#contract/core/operation.ts'
import { type SavedFilter, savedFilters } from '#contract/saved-filters.ts'
import type { Deps } from '#server/deps.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor } from '#server/http/context.ts'
import { mount } from '#server/http/mount.ts'
import { sqlSavedFilterStore } from './store.ts'

/** Filters of lists of administration under names, for each person their own. */
export function savedFiltersModule(app: FastifyInstance, { db, newId, now }: Pick<Deps, 'db' | 'newId' | 'now'>): void {
  const store = sqlSavedFilterStore(db)

  async function save(draft: ParsedOf<typeof savedFilters.save>, { actor }: ByActor): Promise<SavedFilter> {
    const saved = { id: newId(), ...draft }
    if (!(await store.save(actor.id, saved, now()))) throw new Failure('savedFiltersTooMany')
    return saved
  }

  mount(app, savedFilters.list, ({ list }, { actor }) => store.list(actor.id, list))
  mount(app, savedFilters.save, save)
  mount(app, savedFilters.remove, async ({ id }, { actor }) => {
    await store.remove(actor.id, id)
    return null
  })
}
