import * as z from 'zod/mini'
import type { ParsedOf } from '#contract/operation.ts'
import { type Actor, can } from '#contract/policy.ts'
import type { spaces } from '#contract/spaces.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import { holdAdministrator } from '#server/modules/people/index.ts'
import { decodeCursor, encodeCursor, part } from '#server/storage/cursor.ts'
import { type Tx, transact } from '#server/storage/database.ts'
import { tellSpaceChange } from '#server/storage/space-changes.ts'
import type { Place } from './member-store.ts'
import type { By, SpaceNeeds } from './needs.ts'
import { factsOf, type SpaceRow } from './rows.ts'

const MemberCursor = z.object({ rank: part.count, joinTime: part.moment, personId: part.id })
const linkTo = (id: string) => `/space/${id}/details`

export function spaceMembers({ db, bus, memberStore, door, journal, messages, audit, now }: SpaceNeeds) {
  async function list({ id, after, size, q }: ParsedOf<typeof spaces.members>, actor: NonNullable<Actor>) {
    const row = await door.see(id, actor)
    if (!can(actor, 'member.list', factsOf(row))) throw new Failure('spaceForbidden')
    const key = after ? decodeCursor(after, MemberCursor) : null
    const found = await memberStore.page(id, { after: key, size: size + 1, ...(q && { q }) })
    const page = found.slice(0, size)
    const last = page.at(-1)
    const members = page.map(({ member }) => member)
    return { list: members, ...(found.length > size && last && { next: encodeCursor(last.key) }) }
  }

  /** The place of a member who is not the owner: nobody takes the owner's away here. */
  async function movable(tx: Tx, id: string, personId: string): Promise<Place> {
    const place = await memberStore.placeOf(tx, id, personId)
    if (!place) throw new Failure('memberUnknown')
    if (place.role === 'owner') throw new Failure('ownerStays')
    return place
  }

  async function setRole(
    { id, personId, role }: ParsedOf<typeof spaces.setMemberRole>,
    actor: SignedIn,
  ): Promise<null> {
    await door.change(id, actor, 'member.edit', async (tx, row) => {
      // Nobody edits his own role.
      if (personId === actor.id) throw new Failure('spaceRightMissing')
      const place = await movable(tx, id, personId)
      if (place.role === role) return
      await memberStore.setRole(tx, id, personId, role)
      const item = { id: personId, name: place.name }
      const details = { from: place.role, to: role }
      await journal.record(tx, [{ spaceId: id, action: 'roleChanged', doer: actor, item, details }])
      const values = { space: row.name, role }
      await messages.tell(tx, { kind: 'roleChanged', to: [personId], values, link: linkTo(id) })
      await tellSpaceChange(bus, id, tx)
    })
    return null
  }

  /** Their pages hear of it too, though they belong no longer. */
  const tellGone = (tx: Tx, spaceId: string, personId: string) =>
    bus.publish('realtime', { to: [personId], event: { mark: 'space', type: 'space', spaceId, folders: [] } }, tx)

  async function takeOut(tx: Tx, row: SpaceRow, personId: string, actor: SignedIn): Promise<void> {
    const isSelf = personId === actor.id
    const { name } = await movable(tx, row.id, personId)
    await memberStore.remove(tx, row.id, personId)
    const item = { id: personId, name }
    await journal.record(tx, [{ spaceId: row.id, action: isSelf ? 'left' : 'removed', doer: actor, item }])
    if (!isSelf) await messages.tell(tx, { kind: 'memberRemoved', to: [personId], values: { space: row.name } })
    await tellSpaceChange(bus, row.id, tx)
    await tellGone(tx, row.id, personId)
  }

  /** Removes a member, or lets the caller leave, in whatever state the space is. */
  async function remove({ id, personId }: ParsedOf<typeof spaces.removeMember>, actor: SignedIn): Promise<null> {
    await transact(db, async (tx) => {
      const row = await door.hold(tx, id, actor)
      if (personId !== actor.id) door.judge(row, actor, 'member.remove')
      await takeOut(tx, row, personId, actor)
    })
    return null
  }

  /** The member becomes the owner, the owner so far a senior member: there is one at any time. */
  async function giveTo(tx: Tx, row: SpaceRow, receiver: { id: string; name: string }, { actor, caller }: By) {
    await memberStore.setRole(tx, row.id, row.owner_id, 'senior')
    await memberStore.setRole(tx, row.id, receiver.id, 'owner')
    await memberStore.setOwner(tx, row.id, receiver.id)
    const [from, to] = [row.owner_name, receiver.name]
    await journal.record(tx, [
      { spaceId: row.id, action: 'ownerChanged', doer: actor, item: receiver, details: { from, to } },
    ])
    const values = { space: row.name, person: actor.name }
    await messages.tell(tx, { kind: 'ownerGiven', to: [receiver.id], values, link: linkTo(row.id) })
    const owners = { before: { owner: from }, after: { owner: to } }
    audit.record(tx, {
      action: 'spaceOwnerSet',
      actor,
      caller,
      target: { id: row.id, name: row.name },
      ...owners,
    })
    await tellSpaceChange(bus, row.id, tx)
  }

  async function transfer({ id, personId, identifier }: ParsedOf<typeof spaces.transfer>, by: By): Promise<SpaceRow> {
    const { actor } = by
    const seen = await door.demand(id, actor, 'space.transfer')
    if (seen.identifier !== identifier) throw new Failure('spaceConfirmWrong')
    await transact(db, async (tx) => {
      // The person before the space, as whoever disables somebody does: neither waits for the other.
      const isAble = await memberStore.canOwn(tx, personId)
      const row = await door.hold(tx, id, actor)
      door.judge(row, actor, 'space.transfer')
      const place = await memberStore.placeOf(tx, id, personId)
      if (!place) throw new Failure('memberUnknown')
      if (place.role === 'owner' || !isAble) throw new Failure('receiverWrong')
      await giveTo(tx, row, { id: personId, name: place.name }, by)
    })
    return door.see(id, actor)
  }

  /** An administrator makes anybody the owner who has an account that works; who was no member becomes one. */
  async function assign({ id, personId }: { id: string; personId: string }, by: By): Promise<void> {
    await transact(db, async (tx) => {
      await holdAdministrator(tx, by.actor)
      if (!(await memberStore.canOwn(tx, personId))) throw new Failure('receiverWrong')
      const row = await door.hold(tx, id, by.actor)
      if (row.owner_id === personId) throw new Failure('receiverWrong')
      if (!(await memberStore.placeOf(tx, id, personId)))
        await memberStore.admit(tx, { spaceId: id, personId, role: 'senior', at: now() })
      const place = await memberStore.placeOf(tx, id, personId)
      await giveTo(tx, row, { id: personId, name: place?.name ?? '' }, by)
    })
  }

  /** An administrator comes in as a senior member; the owner is told. */
  async function enter(id: string, { actor, caller }: By): Promise<void> {
    await transact(db, async (tx) => {
      await holdAdministrator(tx, actor)
      const row = await door.hold(tx, id, actor)
      await memberStore.admit(tx, { spaceId: id, personId: actor.id, role: 'senior', at: now() })
      await journal.record(tx, [{ spaceId: id, action: 'entered', doer: actor, item: actor }])
      const values = { space: row.name, person: actor.name }
      await messages.tell(tx, { kind: 'memberJoined', to: [row.owner_id], values, link: linkTo(id) })
      audit.record(tx, { action: 'spaceEntered', actor, caller, target: { id, name: row.name } })
      await tellSpaceChange(bus, id, tx)
    })
  }

  return { list, setRole, remove, transfer, assign, enter }
}
