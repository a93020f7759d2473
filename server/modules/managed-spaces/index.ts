import { Readable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { managedSpaces } from '#contract/managed-spaces.ts'
import type { Deps } from '#server/app.ts'
import { callerOf } from '#server/http/caller.ts'
import type { SignedInCall } from '#server/http/context.ts'
import { mount, mountBytes } from '#server/http/mount.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import { type By, managedSpaceService } from './service.ts'
import { sqlManagedSpaceStore } from './store.ts'

type Needs = Deps & { audit: Audit; journal: Journal; messages: Messages; spaces: SpaceService }
const byOf = ({ actor, language, request }: SignedInCall): By => ({ actor, language, caller: callerOf(request) })

/** All spaces of the site, as administrators see and change them. */
export function managedSpacesModule(app: FastifyInstance, needs: Needs): void {
  const service = managedSpaceService({ ...needs, store: sqlManagedSpaceStore(needs.db) })
  mount(app, managedSpaces.list, service.list)
  mount(app, managedSpaces.show, ({ id }) => service.show(id))
  mount(app, managedSpaces.setOwner, (input, call) => service.setOwner(input, byOf(call)))
  mount(app, managedSpaces.setCapacity, (input, call) => service.setCapacity(input, byOf(call)))
  mount(app, managedSpaces.enter, (input, call) => service.enter(input, byOf(call)))
  mount(app, managedSpaces.setStatus, (input, call) => service.setStatus(input, byOf(call)))
  mountBytes(app, managedSpaces.export, async (filter, call) =>
    call.reply
      .header('cache-control', 'no-store')
      .header('content-disposition', `attachment; filename="spaces-${needs.now().toISOString().slice(0, 10)}.csv"`)
      .type('text/csv; charset=utf-8')
      .send(Readable.from(await service.exportSheet(filter, byOf(call)))),
  )
}
