import * as z from 'zod/mini'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import { SpaceRole, type spaces } from '#contract/spaces.ts'
import { Failure } from '#server/failure.ts'
import type { By, ByActor, SignedIn } from '#server/http/context.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { decodeCursor, pageOf, part } from '#server/storage/cursor.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { publishMembersGone, publishSpaceChange } from '#server/storage/space-changes.ts'
import type { Place } from './member-store.ts'
import type { Membership, SpaceNeeds } from './needs.ts'
import { limitSpaceChanges } from './rate-limit.ts'
import { policyContextOf, type SpaceRow } from './rows.ts'

/** Number of a role: owner, senior, normal. */
const Rank = z.int().check(z.gte(1), z.lte(SpaceRole.options.length))
const MemberCursor = z.object({ rank: Rank, joinTime: part.timestamp, personId: part.id })
const linkTo = (id: string) => `/space/${id}/details`

export function spaceMembers({
  db,
  bus,
  memberStore,
  memberLeaving,
  guard,
  journal,
  messages,
  audit,
  now,
}: SpaceNeeds) {
  async function list({ id, after, size, q }: ParsedOf<typeof spaces.members>, { actor }: ByActor) {
    const row = await guard.see(id, actor)
    if (!can(actor, 'member.list', policyContextOf(row))) throw new Failure('spaceForbidden')
    const key = after ? decodeCursor(after, MemberCursor) : null
    const found = await memberStore.page(id, { after: key, size: size + 1, ...(q && { q }) })
    return pageOf(found, size, { toItem: ({ member }) => member, key: (one) => one.key })
  }

  /** The membership of a member other than the owner, who can't be changed here. */
  async function movable(tx: Tx, id: string, personId: string): Promise<Place> {
    const place = await memberStore.placeOf(tx, id, personId)
    if (!place) throw new Failure('memberUnknown')
    if (place.role === 'owner') throw new Failure('ownerStays')
    return place
  }

  async function setRole(
    { id, personId, role }: ParsedOf<typeof spaces.setMemberRole>,
    { actor }: ByActor,
  ): Promise<null> {
    await guard.change(id, actor, 'member.edit', async (tx, row) => {
      // Users can't change their own role.
      if (personId === actor.id) throw new Failure('spaceRightMissing')
      const place = await movable(tx, id, personId)
      if (place.state === 'application') throw new Failure('applicationHasNoRole')
      if (place.role === role) return
      await limitSpaceChanges(tx, { spaceId: id, what: 'roles', at: now() })
      await memberStore.setRole(tx, id, personId, role)
      const item = { id: personId, name: place.name }
      const details = { from: place.role, to: role }
      await journal.record(tx, [{ spaceId: id, action: 'roleChanged', doer: actor, item, details }])
      const values = { space: row.name, role }
      await messages.notify(tx, { kind: 'roleChanged', to: [personId], spaceId: id, values, link: linkTo(id) })
      await publishSpaceChange(bus, id, tx)
    })
    return null
  }

  async function takeOut(tx: Tx, row: SpaceRow, personId: string, actor: SignedIn): Promise<void> {
    const isSelf = personId === actor.id
    const { name } = await movable(tx, row.id, personId)
    for (const leaving of memberLeaving) await leaving(tx, { spaceId: row.id, personId })
    await memberStore.remove(tx, row.id, personId)
    const item = { id: personId, name }
    await journal.record(tx, [{ spaceId: row.id, action: isSelf ? 'left' : 'removed', doer: actor, item }])
    const values = { space: row.name }
    if (!isSelf) await messages.notify(tx, { kind: 'memberRemoved', to: [personId], spaceId: row.id, values })
    await publishSpaceChange(bus, row.id, tx)
    // The removed person's pages are notified too.
    await publishMembersGone(bus, row.id, [personId], tx)
  }

  /** Removes a member, or lets the caller leave, whatever the status of the space. */
  async function remove({ id, personId }: ParsedOf<typeof spaces.removeMember>, { actor }: ByActor): Promise<null> {
    await transact(db, async (tx) => {
      const row = await guard.hold(tx, id, actor)
      if (personId !== actor.id) guard.judge(row, actor, 'member.remove')
      await takeOut(tx, row, personId, actor)
    })
    return null
  }

  /** Adds an administrator as a senior member; the owner is notified. */
  async function joinAsAdministrator(id: string, { actor, caller }: By): Promise<void> {
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      const row = await guard.hold(tx, id, actor)
      await memberStore.admit(tx, { spaceId: id, personId: actor.id, role: 'senior', at: now() })
      await journal.record(tx, [{ spaceId: id, action: 'entered', doer: actor, item: actor }])
      const values = { space: row.name, person: actor.name }
      await messages.notify(tx, { kind: 'memberJoined', to: [row.owner_id], spaceId: id, values, link: linkTo(id) })
      audit.record(tx, { action: 'spaceEntered', actor, caller, target: { id, name: row.name } })
      await publishSpaceChange(bus, id, tx)
    })
  }

  /** Removes a member in the caller's transaction, for callers whose permission does not come from the space. */
  async function dismiss(tx: Tx, { spaceId, personId }: Membership, actor: SignedIn): Promise<void> {
    await takeOut(tx, await guard.hold(tx, spaceId, actor), personId, actor)
  }

  return { list, setRole, remove, dismiss, joinAsAdministrator }
}
