import type { FastifyInstance } from 'fastify'
import { instruments } from '#contract/instruments.ts'
import type { Deps } from '#server/deps.ts'
import { mount } from '#server/http/mount.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { instrumentService } from './service.ts'
import { sqlInstrumentStore } from './store.ts'

type Needs = Deps & { journal: Journal; settings: SettingService; spaces: SpaceService }

/** The instruments of spaces: what their researchers measure with. */
export function instrumentsModule(app: FastifyInstance, needs: Needs): void {
  const service = instrumentService({ ...needs, store: sqlInstrumentStore(needs.db) })
  const { whileOn } = needs.settings
  mount(app, instruments.list, whileOn('instruments', service.list))
  mount(app, instruments.show, whileOn('instruments', service.show))
  mount(app, instruments.create, whileOn('instruments', service.create))
  mount(app, instruments.edit, whileOn('instruments', service.edit))
  mount(app, instruments.remove, whileOn('instruments', service.remove))
  mount(app, instruments.find, whileOn('instruments', service.find))
  mount(app, instruments.all, whileOn('instruments', service.all))
}
