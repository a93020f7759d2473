import type { FastifyInstance } from 'fastify'
import { shareDoor } from '#contract/share-door.ts'
import { shares } from '#contract/shares.ts'
import type { Deps } from '#server/deps.ts'
import { mount, mountBytes, mountUpload } from '#server/http/mount.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { previewModule } from '#server/modules/preview/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { UploadsModule } from '#server/modules/uploads/index.ts'
import { type BoxService, boxService } from './box.ts'
import { sqlBoxStore } from './box-store.ts'
import { linkDoor } from './door.ts'
import { grantsOf } from './grant.ts'
import { makerService } from './maker.ts'
import { passwordDesk } from './password-desk.ts'
import { sqlShareStore } from './store.ts'
import { type VisitorService, visitorService } from './visitor.ts'
import { visitNotes } from './visits.ts'

type Needs = Deps & {
  origin: () => string
  journal: Journal
  messages: Messages
  spaces: SpaceService
  files: FilesModule
  uploads: UploadsModule
  preview: ReturnType<typeof previewModule>
}
/** What other modules may do with share links. */
export type SharesModule = ReturnType<typeof sharesModule>

/** Links to files and spaces for whoever has them, and boxes that take files from anybody. */
export function sharesModule(app: FastifyInstance, needs: Needs) {
  const { db, seal, now, config } = needs
  const store = sqlShareStore(db)
  const boxes = sqlBoxStore(db)
  const grants = grantsOf({ seal, now, secure: config.publicUrl?.startsWith('https:') ?? false })
  const visits = visitNotes(app, { ...needs, store })
  const door = linkDoor({ ...needs, store, grants })
  const maker = makerService({ ...needs, store, boxes })
  const visitor = visitorService({ ...needs, visits, door })
  const enter = passwordDesk({ store, grants, visits, door, now })
  const box = boxService({ ...needs, boxes, visits, door })
  mount(app, shares.makeSpace, async (input, { actor }) => maker.makeSpace(input, actor))
  mount(app, shares.makeFile, async (input, { actor }) => maker.makeFile(input, actor))
  mount(app, shares.list, async (input, { actor }) => maker.list(input, actor))
  mount(app, shares.ofSpace, async (input, { actor }) => maker.ofSpace(input, actor))
  mount(app, shares.ofItem, async (input, { actor }) => maker.ofItem(input, actor))
  mount(app, shares.edit, async (input, { actor }) => maker.edit(input, actor))
  mount(app, shares.revoke, async ({ id }, { actor }) => maker.revoke(id, actor))
  mount(app, shares.visits, async (input, { actor }) => {
    await visits.settled()
    return maker.visits(input, actor)
  })
  mount(app, shares.receipts, async (input, { actor }) => maker.receipts(input, actor))
  mountBytes(app, shareDoor.enter, async (input, call) => enter(input, call))
  mountVisits(app, visitor)
  mountBox(app, box, needs.uploads)
  return { arrive: visitor.arrive, sweep: maker.sweep, tellFilled: box.tellFilled }
}

function mountVisits(app: FastifyInstance, visitor: VisitorService): void {
  mount(app, shareDoor.info, async ({ linkId }, { request }) => visitor.info(linkId, request))
  mount(app, shareDoor.list, async (input, { request }) => visitor.list(input, request))
  mountBytes(app, shareDoor.content, async (input, call) => visitor.content(input, call))
  mount(app, shareDoor.components, async (input, call) => visitor.components(input, call))
  mount(app, shareDoor.facts, async (input, { request }) => visitor.facts(input, request))
  mount(app, shareDoor.data, async (input, call) => visitor.data(input, call))
  mount(app, shareDoor.siblings, async (input, { request }) => visitor.siblings(input, request))
  mountBytes(app, shareDoor.thumb, async (input, call) => visitor.thumb(input, call))
  mountBytes(app, shareDoor.zip, async (input, call) => visitor.zip(input, call))
}

function mountBox(app: FastifyInstance, box: BoxService, uploads: UploadsModule): void {
  mount(app, shareDoor.boxBegin, async (input, { request }) => box.begin(input, request))
  mount(app, shareDoor.boxCheck, async (input, { request }) => box.check(input, request))
  mount(app, shareDoor.boxVer, async (input, { request }) => box.received(input, request))
  mountUpload(app, shareDoor.boxChunk, uploads.dropped.readChunk, async (input, bytes, { request }) =>
    box.chunk(input, bytes, request),
  )
  mount(app, shareDoor.boxMerge, async (input, { request }) => box.merge(input, request))
  mount(app, shareDoor.boxCancel, async (input, { request }) => box.cancel(input, request))
  mount(app, shareDoor.boxReceipt, async (input, { request }) => box.show(input, request))
}
