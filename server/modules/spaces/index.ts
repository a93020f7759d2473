import type { FastifyInstance } from 'fastify'
import { spaces } from '#contract/spaces.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import { spaceGuard } from './guard.ts'
import { interestCounter, warnOfLowRoom } from './interest.ts'
import { warmSpaces } from './interest-store.ts'
import { sqlMemberStore } from './member-store.ts'
import type { SpaceNeeds } from './needs.ts'
import { spaceService } from './service.ts'
import { sqlSpaceStore } from './store.ts'

export type { EnteredSpace } from './guard.ts'
export { insertSpace } from './insert-store.ts'
export { IS_NEARLY_FULL } from './interest-store.ts'
export { IS_ALLOCATED } from './list-store.ts'
export { membersAmong } from './member-store.ts'
export type { MemberLeaving, Membership } from './needs.ts'
export { receiversOf } from './owner-store.ts'
export { limitSpaceChanges } from './rate-limit.ts'
export { policyContextOf, spaceOf } from './rows.ts'
export type SpaceService = ReturnType<typeof spacesModule>

type Needs = Deps & Omit<SpaceNeeds, 'store' | 'memberStore' | 'guard'>

/** Spaces, their members, their view and download counts, and their guard for other modules (`enter`). */
export function spacesModule(app: FastifyInstance, needs: Needs) {
  const { db, messages, now } = needs
  const store = sqlSpaceStore(db)
  const service = spaceService({ ...needs, store, memberStore: sqlMemberStore(db), guard: spaceGuard({ db, store }) })
  const interest = interestCounter(app, needs)
  mount(app, spaces.list, service.list)
  mount(app, spaces.tags, service.tags)
  mount(app, spaces.create, service.create)
  mount(app, spaces.show, async ({ id }, { actor }) => service.show(id, actor))
  mount(app, spaces.edit, service.edit)
  mount(app, spaces.setType, service.setType)
  mount(app, spaces.resend, service.resend)
  mount(app, spaces.transfer, service.transfer)
  mount(app, spaces.remove, service.remove)
  mount(app, spaces.checkIdentifier, async ({ identifier }) => ({ free: await service.isFree(identifier) }))
  mount(app, spaces.members, service.members)
  mount(app, spaces.setMemberRole, service.setMemberRole)
  mount(app, spaces.removeMember, service.removeMember)
  mount(app, spaces.transit, async ({ code }, { actor }) => (await service.see(code, actor)).id)
  mount(app, spaces.access, async ({ url }, { actor }) => service.access(url, actor))
  return {
    ...service,
    ...interest,
    warm: () => warmSpaces(db, now()),
    warnOfLowRoom: () => warnOfLowRoom(db, messages),
  }
}
