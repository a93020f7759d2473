import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import type { favourites as calls, ItemBadges, PersonalItem } from '#contract/favourites.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { chainsTo, type FilesModule, pathOf, recordOf } from '#server/modules/files/index.ts'
import { policyContextOf, type SpaceService } from '#server/modules/spaces/index.ts'
import type { Db } from '#server/storage/database.ts'
import { type ListName, type PersonalRow, sqlFavouriteStore } from './store.ts'

type Needs = { db: Db; spaces: SpaceService; files: FilesModule; now: () => Date }
type Space = { id: string; name: string; identifier: string }

export function favouriteService({ db, spaces, files, now }: Needs) {
  const store = sqlFavouriteStore(db)

  async function of({ spaceId, hashes }: ParsedOf<typeof calls.of>, { actor }: ByActor): Promise<ItemBadges[]> {
    const space = await spaces.enter(spaceId, actor)
    const live = [...(await chainsTo(db, space.id, hashes)).keys()]
    return store.badgesOf(live, { me: actor?.id ?? null, isMember: space.policyContext.myRole !== null, now: now() })
  }

  async function favourite(
    { spaceId, hashList, isOn }: ParsedOf<typeof calls.favourite>,
    { actor }: ByActor,
  ): Promise<null> {
    const space = await spaces.enter(spaceId, actor)
    const live = [...(await chainsTo(db, space.id, hashList)).keys()]
    if (live.length !== new Set(hashList).size) throw new Failure('fileGone')
    if (!isOn) await store.removeFavourites(actor.id, live)
    else if (!(await store.addFavourites(actor.id, live, now()))) throw new Failure('favouritesTooMany')
    return null
  }

  async function opened({ spaceId, hash }: ParsedOf<typeof calls.opened>, { actor }: ByActor): Promise<null> {
    const { node } = await files.find(spaceId, hash, actor)
    await store.noteOpened(actor.id, node.id, now())
    return null
  }

  /** A page without items that the caller may no longer read, and without items in the trash. */
  async function list(which: ListName, query: ParsedOf<typeof calls.recent>, actor: SignedIn) {
    const { list: rows, next } = await store.page(which, actor.id, query)
    const bySpace = Map.groupBy(rows, (row) => row.space_id)
    const readableItems = await Promise.all([...bySpace].map(([spaceId, inside]) => readable(spaceId, inside, actor)))
    const records = new Map(readableItems.flat().map((record) => [record.file.hash, record]))
    return { list: rows.flatMap((row) => records.get(row.id) ?? []), ...(next && { next }) }
  }

  async function readable(spaceId: string, rows: readonly PersonalRow[], actor: SignedIn): Promise<PersonalItem[]> {
    const space = await openSpace(spaceId, actor)
    if (!space) return []
    const chains = await chainsTo(
      db,
      spaceId,
      rows.map(({ id }) => id),
    )
    return rows.flatMap((row) => {
      const chain = chains.get(row.id)
      return chain ? [{ file: recordOf(row, pathOf(chain.slice(0, -1))), space, at: row.at.toISOString() }] : []
    })
  }

  /** A space that the caller may read; null for any other. */
  async function openSpace(spaceId: string, actor: SignedIn): Promise<Space | null> {
    try {
      const row = await spaces.see(spaceId, actor)
      const { id, name, identifier } = row
      return can(actor, 'space.read', policyContextOf(row)) ? { id, name, identifier } : null
    } catch (failure) {
      if (failure instanceof Failure && failure.refusal === 'spaceNotFound') return null
      throw failure
    }
  }

  return { of, favourite, opened, list }
}
