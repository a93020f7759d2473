import { TABLE_VIEWS_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import type { SavedView, tables } from '#contract/tables.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { policyContextOf, type SpaceService } from '#server/modules/spaces/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import type { TableNeeds } from './needs.ts'

type One = { spaceId: string; id: string }
type Space = Awaited<ReturnType<SpaceService['demand']>>

/**
 * Views of tables. Everyone who can read a table can save personal views; shared ones are saved and deleted by those
 * who may edit tables.
 */
export function tableViews({ db, spaces, catalogue, views, newId }: TableNeeds) {
  /** Throws tableGone. */
  async function seen({ spaceId, id }: One, actor: SignedIn, tx?: Tx): Promise<{ tableId: string; personId: string }> {
    const found = await catalogue.one(spaceId, id, actor, tx && { tx, hold: 'update' })
    if (!found) throw new Failure('tableGone')
    return { tableId: found.table.id, personId: actor.id }
  }

  const demandShared = (space: Space, actor: SignedIn) => {
    if (!can(actor, 'table.edit', policyContextOf(space))) throw new Failure('spaceRightMissing')
  }

  async function setView({ state, ...one }: ParsedOf<typeof tables.setView>, { actor }: ByActor): Promise<null> {
    const { id: spaceId } = await spaces.enter(one.spaceId, actor)
    await views.setLast(newId(), await seen({ ...one, spaceId }, actor), state)
    return null
  }

  async function saveView(wish: ParsedOf<typeof tables.saveView>, { actor }: ByActor): Promise<SavedView> {
    const space = await spaces.demand(wish.spaceId, actor, 'table.list')
    if (wish.isShared) demandShared(space, actor)
    return transact(db, async (tx) => {
      const owned = await seen(wish, actor, tx)
      const saved = await views.save(tx, owned, { ...wish, id: newId() })
      if ((await views.count(tx, owned.tableId)) > TABLE_VIEWS_MAX) throw new Failure('tableViewsTooMany')
      return saved
    })
  }

  async function removeView({ view, ...one }: ParsedOf<typeof tables.removeView>, { actor }: ByActor): Promise<null> {
    const space = await spaces.demand(one.spaceId, actor, 'table.list')
    await transact(db, async (tx) => {
      const found = await views.one(tx, await seen(one, actor, tx), view)
      if (!found) throw new Failure('tableViewGone')
      if (!found.isMine) demandShared(space, actor)
      await views.remove(tx, found.id)
    })
    return null
  }

  return { setView, saveView, removeView }
}
