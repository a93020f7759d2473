import type { DataOf, ParsedOf } from '#contract/core/operation.ts'
import type { Actor } from '#contract/core/policy.ts'
import { isReserved, type spaces } from '#contract/spaces.ts'
import { Failure } from '#server/failure.ts'
import type { By, Call } from '#server/http/context.ts'
import { remembered } from '#server/storage/remembered.ts'
import { openFrom, openStarts } from './catalogue-store.ts'
import { spaceChanges } from './change.ts'
import { spaceCreation } from './create.ts'
import { pageOfSpaces, tagsInTheOpen } from './list-store.ts'
import { spaceMembers } from './members.ts'
import { spaceMerging } from './merging.ts'
import type { SpaceNeeds } from './needs.ts'
import { spaceOwners } from './owners.ts'
import { type SpaceRow, spaceOf } from './rows.ts'

/** Most tags offered on the home page (our choice). */
const TAGS_SHOWN_MAX = 50

/** How long the tags of the home page are cached; milliseconds. */
const TAGS_AGE_MS = 60_000

export function spaceService(needs: SpaceNeeds) {
  const { db, store, memberStore, guard, now } = needs
  const creation = spaceCreation(needs)
  const changes = spaceChanges(needs)
  const members = spaceMembers(needs)
  const owners = spaceOwners(needs)

  /** Role 1 stranger, 2 waiting for approval, 3 member. Source: spec section 6, threshold 3. */
  async function access(code: string, actor: Actor): Promise<DataOf<typeof spaces.access>> {
    const row = await guard.see(code, actor)
    const role = row.my_role ? 3 : row.is_asking ? 2 : 1
    return { role, type: row.type, space: { id: row.id, name: row.name, identifier: row.identifier } }
  }

  async function list(query: ParsedOf<typeof spaces.list>, { actor }: Pick<Call, 'actor'>) {
    if (query.scope === 'mine' && !actor) throw new Failure('notSignedIn')
    return pageOfSpaces(db, query, actor)
  }

  const tags = remembered<null, DataOf<typeof spaces.tags>>(TAGS_AGE_MS, now, () => tagsInTheOpen(db, TAGS_SHOWN_MAX))

  const shown = async (actor: Actor, found: Promise<SpaceRow>) => spaceOf(await found, actor)

  return {
    see: guard.see,
    enter: guard.enter,
    enterWith: guard.enterWith,
    belonging: guard.belonging,
    demand: guard.demand,
    hold: guard.hold,
    judge: guard.judge,
    change: guard.change,
    list,
    tags: () => tags(null),
    catalogue: {
      from: (id: string | null, most: number) => openFrom(db, id, most),
      starts: (every: number) => openStarts(db, every),
    },
    access,
    show: (code: string, actor: Actor) => shown(actor, guard.see(code, actor)),
    create: (draft: ParsedOf<typeof spaces.create>, by: By) => shown(by.actor, creation.create(draft, by)),
    resend: (input: ParsedOf<typeof spaces.resend>, by: By) => shown(by.actor, creation.resend(input, by)),
    edit: (input: ParsedOf<typeof spaces.edit>, by: By) => shown(by.actor, changes.edit(input, by)),
    setType: (input: ParsedOf<typeof spaces.setType>, by: By) => shown(by.actor, changes.setType(input, by)),
    transfer: (input: ParsedOf<typeof spaces.transfer>, by: By) => shown(by.actor, owners.transfer(input, by)),
    remove: changes.remove,
    members: members.list,
    setMemberRole: members.setRole,
    removeMember: members.remove,
    joinAsAdministrator: members.joinAsAdministrator,
    setOwner: owners.setOwner,
    handOver: owners.handOver,
    merge: spaceMerging({ ...needs, handOver: owners.handOver }),
    setCapacity: changes.setCapacity,
    decisions: changes.decisions,
    admit: memberStore.admit,
    dismiss: members.dismiss,
    isFree: async (identifier: string) => !isReserved(identifier) && !(await store.isTaken(identifier)),
  }
}
