import type { FastifyInstance } from 'fastify'
import { managedSpaces } from '#contract/managed-spaces.ts'
import type { Deps } from '#server/deps.ts'
import { sendCsv } from '#server/http/csv.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { managedSpaceService } from './service.ts'
import { sqlManagedSpaceStore } from './store.ts'

type Needs = Deps & { audit: Audit; journal: Journal; messages: Messages; spaces: SpaceService }

/** Space management for administrators: listing and changing all spaces of the site. */
export function managedSpacesModule(app: FastifyInstance, needs: Needs): void {
  const service = managedSpaceService({ ...needs, store: sqlManagedSpaceStore(needs.db) })
  mount(app, managedSpaces.list, service.list)
  mount(app, managedSpaces.show, ({ id }) => service.show(id))
  mount(app, managedSpaces.setOwner, service.setOwner)
  mount(app, managedSpaces.setCapacity, service.setCapacity)
  mount(app, managedSpaces.enter, service.enter)
  mount(app, managedSpaces.setStatus, service.setStatus)
  mountBytes(app, managedSpaces.export, async (filter, call) => {
    const { headings, pages } = await service.exportSheet(filter, call)
    return sendCsv(call.reply, `spaces-${needs.now().toISOString().slice(0, 10)}.csv`, headings, pages)
  })
}
