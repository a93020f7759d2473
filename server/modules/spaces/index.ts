import type { FastifyInstance } from 'fastify'
import { spaces } from '#contract/spaces.ts'
import type { Deps } from '#server/deps.ts'
import { byOf } from '#server/http/caller.ts'
import { mount } from '#server/http/mount.ts'
import { spaceGuard } from './guard.ts'
import { interestCounter, warmSpaces, warnOfLowRoom } from './interest.ts'
import { sqlMemberStore } from './member-store.ts'
import type { SpaceNeeds } from './needs.ts'
import { spaceService } from './service.ts'
import { sqlSpaceStore } from './store.ts'

export type { EnteredSpace } from './guard.ts'
export { insertSpace } from './insert.ts'
export { IS_NEARLY_FULL } from './interest.ts'
export type { MemberLeaving, Membership } from './needs.ts'
export { limitSpaceChanges } from './rate-limit.ts'
export { policyContextOf, spaceOf } from './rows.ts'
export type SpaceService = ReturnType<typeof spacesModule>

type Needs = Deps & Omit<SpaceNeeds, 'store' | 'memberStore' | 'guard'>

/** Spaces, their members, what interest they find, and the way into them for every other module (`enter`). */
export function spacesModule(app: FastifyInstance, needs: Needs) {
  const { db, messages, now } = needs
  const store = sqlSpaceStore(db)
  const service = spaceService({ ...needs, store, memberStore: sqlMemberStore(db), guard: spaceGuard({ db, store }) })
  const interest = interestCounter(app, needs)
  mount(app, spaces.list, async (query, { actor }) => service.list(query, actor))
  mount(app, spaces.tags, service.tags)
  mount(app, spaces.create, (draft, call) => service.create(draft, byOf(call)))
  mount(app, spaces.show, async ({ id }, { actor }) => service.show(id, actor))
  mount(app, spaces.edit, (change, call) => service.edit(change, byOf(call)))
  mount(app, spaces.setType, (input, call) => service.setType(input, byOf(call)))
  mount(app, spaces.resend, (input, call) => service.resend(input, byOf(call)))
  mount(app, spaces.transfer, (input, call) => service.transfer(input, byOf(call)))
  mount(app, spaces.remove, (input, call) => service.remove(input, byOf(call)))
  mount(app, spaces.checkIdentifier, async ({ identifier }) => ({ free: await service.isFree(identifier) }))
  mount(app, spaces.members, async (input, { actor }) => service.members(input, actor))
  mount(app, spaces.setMemberRole, async (input, { actor }) => service.setMemberRole(input, actor))
  mount(app, spaces.removeMember, async (input, { actor }) => service.removeMember(input, actor))
  mount(app, spaces.transit, async ({ code }, { actor }) => (await service.see(code, actor)).id)
  mount(app, spaces.access, async ({ url }, { actor }) => service.access(url, actor))
  return {
    ...service,
    ...interest,
    warm: () => warmSpaces(db, now()),
    warnOfLowRoom: () => warnOfLowRoom(db, messages),
  }
}
