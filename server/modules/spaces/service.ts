import { TAGS_SHOWN_MAX } from '#contract/limits.ts'
import type { DataOf, ParsedOf } from '#contract/operation.ts'
import type { Actor } from '#contract/policy.ts'
import type { spaces } from '#contract/spaces.ts'
import { Failure } from '#server/failure.ts'
import { spaceChanges } from './change.ts'
import { spaceCreation } from './create.ts'
import { spaceHandover } from './handover.ts'
import { spaceMembers } from './members.ts'
import type { By, SpaceNeeds } from './needs.ts'
import { type SpaceRow, spaceOf } from './rows.ts'

/** The tags of the home page may be this old. */
const TAGS_AGE_MS = 60_000

export function spaceService(needs: SpaceNeeds) {
  const { store, memberStore, door, now } = needs
  const creation = spaceCreation(needs)
  const changes = spaceChanges(needs)
  const members = spaceMembers(needs)

  /** Role 1 stranger, 2 waiting for approval, 3 member. Source: spec section 6, threshold 3. */
  async function access(code: string, actor: Actor): Promise<DataOf<typeof spaces.access>> {
    const row = await door.see(code, actor)
    const role = row.my_role ? 3 : row.is_asking ? 2 : 1
    return { role, type: row.type, space: { id: row.id, name: row.name, identifier: row.identifier } }
  }

  async function list(query: ParsedOf<typeof spaces.list>, actor: Actor) {
    if (query.scope === 'mine' && !actor) throw new Failure('notSignedIn')
    return store.page(query, actor?.id ?? null)
  }

  let known: { value: Promise<DataOf<typeof spaces.tags>>; atMs: number } | null = null
  async function tags(): Promise<DataOf<typeof spaces.tags>> {
    const atMs = now().getTime()
    if (!known || atMs - known.atMs > TAGS_AGE_MS) {
      const value = store.tags(TAGS_SHOWN_MAX)
      known = { value, atMs }
      // A failure is not remembered.
      value.catch(() => {
        known = null
      })
    }
    return known.value
  }

  const shown = async (found: Promise<SpaceRow>) => spaceOf(await found)

  return {
    see: door.see,
    enter: door.enter,
    demand: door.demand,
    change: door.change,
    list,
    tags,
    catalogue: { from: store.openFrom, starts: store.openStarts },
    access,
    show: (code: string, actor: Actor) => shown(door.see(code, actor)),
    create: (draft: ParsedOf<typeof spaces.create>, by: By) => shown(creation.create(draft, by)),
    resend: (input: ParsedOf<typeof spaces.resend>, by: By) => shown(creation.resend(input, by)),
    edit: (input: ParsedOf<typeof spaces.edit>, by: By) => shown(changes.edit(input, by)),
    setType: (input: ParsedOf<typeof spaces.setType>, by: By) => shown(changes.setType(input, by)),
    transfer: (input: ParsedOf<typeof spaces.transfer>, by: By) => shown(members.transfer(input, by)),
    remove: changes.remove,
    members: members.list,
    setMemberRole: members.setRole,
    removeMember: members.remove,
    assign: members.assign,
    administer: members.enter,
    handOver: spaceHandover(needs).handOver,
    resize: changes.resize,
    admit: memberStore.admit,
    isFree: async (identifier: string) => !(await store.isTaken(identifier)),
  }
}
