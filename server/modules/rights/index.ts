import type { FastifyInstance } from 'fastify'
import { rights } from '#contract/rights.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { rightsService } from './service.ts'
import { sqlRightsStore } from './store.ts'
import { viewAsOf } from './view-as.ts'
import { accessExplainer } from './why.ts'

type Needs = Deps & {
  audit: Audit
  journal: Journal
  settings: SettingService
  spaces: SpaceService
  files: Pick<FilesModule, 'find'>
}

/** Permissions in a space, their explanation, and view as. */
export function rightsModule(app: FastifyInstance, needs: Needs): void {
  const store = sqlRightsStore(needs.db)
  const service = rightsService({ ...needs, store })
  const why = accessExplainer({ ...needs, store })

  // Only an owner can view a space as another role; from anybody else the header is ignored.
  app.addHook('onRequest', async (request) => {
    const { actor } = request
    const viewAs = actor && viewAsOf(request)
    if (viewAs && (await store.owns(viewAs.spaceId, actor.id))) request.actor = { ...actor, viewAs }
  })
  mount(app, rights.defaults, needs.settings.defaultFlags)
  mount(app, rights.setDefaults, service.setDefaults)
  mount(app, rights.ofSpace, async ({ id }, { actor }) => service.ofSpace(id, actor))
  mount(app, rights.setOfSpace, service.setOfSpace)
  mount(app, rights.why, why)
}
