import type { FastifyInstance } from 'fastify'
import { spaces } from '#contract/spaces.ts'
import type { Deps } from '#server/app.ts'
import { mount } from '#server/http/mount.ts'
import { type SpaceService, spaceService } from './service.ts'
import { sqlSpaceStore } from './store.ts'

export type { EnteredSpace, SpaceService } from './service.ts'
export { insertSpace } from './store.ts'

/** Spaces, their members, and the way into them for every other module (`enter`). */
export function spacesModule(app: FastifyInstance, { db, bus, now, newId }: Deps): SpaceService {
  const service = spaceService({ store: sqlSpaceStore(db), bus, now, newId })
  mount(app, spaces.list, async (query, { actor }) => service.list(query, actor))
  mount(app, spaces.create, async (draft, { actor }) => service.create(draft, actor))
  mount(app, spaces.show, async ({ id }, { actor }) => service.show(id, actor))
  mount(app, spaces.edit, async (change, { actor }) => service.edit(change, actor))
  mount(app, spaces.remove, async (input, { actor }) => service.remove(input, actor))
  mount(app, spaces.checkIdentifier, async ({ identifier }) => ({ free: await service.isFree(identifier) }))
  mount(app, spaces.members, async (input, { actor }) => service.members(input, actor))
  mount(app, spaces.addMember, async (input, { actor }) => service.addMember(input, actor))
  mount(app, spaces.setMemberRole, async (input, { actor }) => service.setMemberRole(input, actor))
  mount(app, spaces.removeMember, async (input, { actor }) => service.removeMember(input, actor))
  mount(app, spaces.transit, async ({ code }, { actor }) => (await service.see(code, actor)).id)
  mount(app, spaces.access, async ({ url }, { actor }) => service.access(url, actor))
  return service
}
