import type { FastifyInstance } from 'fastify'
import { registries } from '#contract/registries.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { registryService } from './service.ts'
import { sqlRegistryStore } from './store.ts'

/** The registries of people, organisations, projects and papers. */
export function registriesModule(app: FastifyInstance, deps: Deps & { audit: Audit; spaces: SpaceService }) {
  const service = registryService({ ...deps, store: sqlRegistryStore(deps.db) })
  mount(app, registries.find, service.find)
  mount(app, registries.add, service.add)
  mount(app, registries.list, service.list)
  mount(app, registries.edit, service.edit)
  mount(app, registries.remove, service.remove)
  mount(app, registries.merge, service.merge)
  mount(app, registries.fill, service.fill)
  const { named, fillFromAccounts, place } = service
  return { named, fillFromAccounts, place }
}
export type Registries = ReturnType<typeof registriesModule>
