import { TABLE_VIEWS_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import type { SavedView, tables } from '#contract/tables.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { policyContextOf, type SpaceService } from '#server/modules/spaces/index.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import type { TableRow } from './catalogue-store.ts'
import type { TableNeeds } from './needs.ts'

type One = { spaceId: string; id: string }
type Space = Awaited<ReturnType<SpaceService['demand']>>

/**
 * Views of tables. Everyone who can read a table can save personal views; shared ones are saved and deleted by those
 * who may edit tables.
 */
export function tableViews({ db, spaces, catalogue, news, views, newId }: TableNeeds) {
  /** Throws tableGone. */
  async function seen({ spaceId, id }: One, actor: SignedIn, tx?: Tx) {
    const found = await catalogue.one(spaceId, id, actor, tx && { tx, hold: 'update' })
    if (!found) throw new Failure('tableGone')
    const { table } = found
    return { table, owned: { tableId: table.id, personId: actor.id } }
  }

  /** Pages that show the table list its views anew, those of the same person, too. */
  const publish = (table: TableRow, tx: Tx) => news.publish(table, { tableId: table.id, hasViews: true }, tx)

  const demandShared = (space: Space, actor: SignedIn) => {
    if (!can(actor, 'table.edit', policyContextOf(space))) throw new Failure('spaceRightMissing')
  }

  async function setView({ state, ...one }: ParsedOf<typeof tables.setView>, { actor }: ByActor): Promise<null> {
    const { id: spaceId } = await spaces.enter(one.spaceId, actor)
    const { owned } = await seen({ ...one, spaceId }, actor)
    await views.setLast(newId(), owned, state)
    return null
  }

  async function saveView(wish: ParsedOf<typeof tables.saveView>, { actor }: ByActor): Promise<SavedView> {
    const space = await spaces.demand(wish.spaceId, actor, 'table.list')
    if (wish.isShared) demandShared(space, actor)
    return transact(db, async (tx) => {
      const { table, owned } = await seen(wish, actor, tx)
      const saved = await views.save(tx, owned, { ...wish, id: newId() })
      if ((await views.count(tx, owned.tableId)) > TABLE_VIEWS_MAX) throw new Failure('tableViewsTooMany')
      await publish(table, tx)
      return saved
    })
  }

  async function removeView({ view, ...one }: ParsedOf<typeof tables.removeView>, { actor }: ByActor): Promise<null> {
    const space = await spaces.demand(one.spaceId, actor, 'table.list')
    await transact(db, async (tx) => {
      const { table, owned } = await seen(one, actor, tx)
      const found = await views.one(tx, owned, view)
      if (!found) throw new Failure('tableViewGone')
      if (!found.isMine) demandShared(space, actor)
      await views.remove(tx, found.id)
      await publish(table, tx)
    })
    return null
  }

  return { setView, saveView, removeView }
}
