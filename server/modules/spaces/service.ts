import * as z from 'zod/mini'
import { BYTES_PER_GB, CAPACITY_DEFAULT_GB } from '#contract/limits.ts'
import type { ParsedOf } from '#contract/operation.ts'
import { type Actor, can, type Permission, type SpaceFacts } from '#contract/policy.ts'
import type { Member, Space, spaces } from '#contract/spaces.ts'
import { Failure } from '#server/failure.ts'
import type { Bus } from '#server/storage/bus.ts'
import { decodeCursor, encodeCursor, part } from '#server/storage/cursor.ts'
import { factsOf, type SpaceRow, spaceOf } from './rows.ts'
import type { SpaceStore } from './store.ts'

/** A space that the caller may work in, with the facts that decide about everything inside. */
export type EnteredSpace = { id: string; rootId: string; capacityBytes: number; facts: SpaceFacts }

type Needs = { store: SpaceStore; bus: Bus; now: () => Date; newId: () => string }
type Owner = NonNullable<Actor>
type SpacePermission = Extract<
  Permission,
  'space.edit' | 'space.delete' | 'space.resize' | 'member.add' | 'member.edit' | 'member.remove'
>

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i
const MemberCursor = z.object({ rank: part.count, joinTime: part.moment, personId: part.id })

export function spaceService({ store, bus, now, newId }: Needs) {
  /** The space that a code (id or identifier) names, if the caller may know of it. */
  async function see(code: string, actor: Actor): Promise<SpaceRow> {
    const me = actor?.id ?? null
    const row = UUID.test(code) ? await store.byId(code, me) : await store.byIdentifier(code, me)
    if (!row || !can(actor, 'space.see', factsOf(row))) throw new Failure('spaceNotFound')
    return row
  }

  async function enter(spaceId: string, actor: Actor): Promise<EnteredSpace> {
    const row = await see(spaceId, actor)
    const facts = factsOf(row)
    if (!can(actor, 'space.read', facts)) throw new Failure('spaceForbidden')
    return { id: row.id, rootId: row.root_id, capacityBytes: row.capacity_bytes, facts }
  }

  async function demand(spaceId: string, actor: Owner, permission: SpacePermission): Promise<SpaceRow> {
    const row = await see(spaceId, actor)
    if (!can(actor, permission, factsOf(row))) throw new Failure('spaceRightMissing')
    return row
  }

  async function changed(id: string) {
    await bus.publish('space', { id })
    await bus.publish('realtime', { spaceId: id, event: { mark: 'space', type: 'space', spaceId: id, folders: [] } })
  }

  async function create(draft: ParsedOf<typeof spaces.create>, owner: Owner): Promise<Space> {
    if (!can(owner, 'space.create', null)) throw new Failure('spaceCreateForbidden')
    const id = newId()
    await store.insert({
      id,
      rootId: newId(),
      name: draft.name,
      identifier: draft.identifier,
      introduction: draft.introduction ?? '',
      tags: [...new Set(draft.tags)],
      type: draft.type,
      status: 'normal',
      capacityBytes: (draft.size ?? CAPACITY_DEFAULT_GB) * BYTES_PER_GB,
      ownerId: owner.id,
      createdAt: now(),
    })
    return spaceOf(await see(id, owner))
  }

  async function edit({ id, size, ...change }: ParsedOf<typeof spaces.edit>, actor: Owner): Promise<Space> {
    const row = await demand(id, actor, 'space.edit')
    const capacityBytes = size === undefined ? undefined : size * BYTES_PER_GB
    if (capacityBytes !== undefined) {
      if (!can(actor, 'space.resize', factsOf(row))) throw new Failure('spaceRightMissing')
      if (capacityBytes < row.used_bytes) throw new Failure('capacityBelowUse')
    }
    await store.update(id, { ...change, ...(change.tags && { tags: [...new Set(change.tags)] }), capacityBytes })
    await changed(id)
    return spaceOf(await see(id, actor))
  }

  async function remove({ id, identifier }: ParsedOf<typeof spaces.remove>, actor: Owner): Promise<null> {
    const row = await demand(id, actor, 'space.delete')
    if (row.identifier !== identifier) throw new Failure('spaceConfirmWrong')
    await store.remove(id)
    await changed(id)
    return null
  }

  async function members({ id, after, size }: ParsedOf<typeof spaces.members>, actor: Owner) {
    const row = await see(id, actor)
    if (!can(actor, 'member.list', factsOf(row))) throw new Failure('spaceForbidden')
    const found = await store.members(id, { after: after ? decodeCursor(after, MemberCursor) : null, size: size + 1 })
    const list = found.slice(0, size)
    const last = list.at(-1)
    if (found.length <= size || !last) return { list }
    return { list, next: encodeCursor({ rank: last.rank, joinTime: last.joinTime, personId: last.personId }) }
  }

  async function addMember(
    { id, emailAccounts, role }: ParsedOf<typeof spaces.addMember>,
    actor: Owner,
  ): Promise<Member> {
    await demand(id, actor, 'member.add')
    const person = await store.personByEmail(emailAccounts)
    if (!person) throw new Failure('memberUnknown')
    const joinedAt = now()
    await store.addMember(id, person.id, role, joinedAt)
    await changed(id)
    return {
      personId: person.id,
      personName: person.name,
      emailAccounts: person.email,
      avatar: person.avatar,
      role,
      joinTime: joinedAt.toISOString(),
    }
  }

  /** The role of a member who is not the owner: nobody takes the owner's place here. */
  async function movable(id: string, personId: string): Promise<void> {
    const role = await store.memberRole(id, personId)
    if (!role) throw new Failure('memberUnknown')
    if (role === 'owner') throw new Failure('ownerStays')
  }

  async function setMemberRole(
    { id, personId, role }: ParsedOf<typeof spaces.setMemberRole>,
    actor: Owner,
  ): Promise<null> {
    await demand(id, actor, 'member.edit')
    // Nobody edits his own role.
    if (personId === actor.id) throw new Failure('spaceRightMissing')
    await movable(id, personId)
    await store.setRole(id, personId, role)
    await changed(id)
    return null
  }

  async function removeMember({ id, personId }: ParsedOf<typeof spaces.removeMember>, actor: Owner): Promise<null> {
    if (personId === actor.id) await see(id, actor)
    else await demand(id, actor, 'member.remove')
    await movable(id, personId)
    await store.removeMember(id, personId)
    await changed(id)
    return null
  }

  /** Role 1 stranger, 3 member; 2 comes with join requests. Source: spec section 6, threshold 3. */
  async function access(code: string, actor: Actor) {
    const row = await see(code, actor)
    const role: 1 | 3 = row.my_role ? 3 : 1
    return { role, type: row.type, space: { id: row.id, name: row.name, identifier: row.identifier } }
  }

  async function list(query: ParsedOf<typeof spaces.list>, actor: Actor) {
    if (query.scope === 'mine' && !actor) throw new Failure('notSignedIn')
    return store.page(query, actor?.id ?? null)
  }

  return {
    see,
    enter,
    list,
    create,
    edit,
    remove,
    members,
    addMember,
    setMemberRole,
    removeMember,
    access,
    show: async (code: string, actor: Actor) => spaceOf(await see(code, actor)),
    isFree: async (identifier: string) => !(await store.isTaken(identifier)),
  }
}
export type SpaceService = ReturnType<typeof spaceService>
