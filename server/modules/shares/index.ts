import type { FastifyInstance } from 'fastify'
import { shareAccess } from '#contract/share-access.ts'
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
import { grantsOf } from './grant.ts'
import { linkGuard } from './guard.ts'
import { makerService } from './maker.ts'
import { passwordEntry } from './password-entry.ts'
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
  const guard = linkGuard({ ...needs, store, grants })
  const maker = makerService({ ...needs, store, boxes })
  const visitor = visitorService({ ...needs, visits, guard })
  const enter = passwordEntry({ store, grants, visits, guard, now })
  const box = boxService({ ...needs, boxes, visits, guard })
  mount(app, shares.makeSpace, async (input, { actor }) => maker.makeSpace(input, actor))
  mount(app, shares.makeFile, async (input, { actor }) => maker.makeFile(input, actor))
  mount(app, shares.list, async (input, { actor }) => maker.list(input, actor))
  mount(app, shares.ofSpace, async (input, { actor }) => maker.ofSpace(input, actor))
  mount(app, shares.ofItem, async (input, { actor }) => maker.ofItem(input, actor))
  mount(app, shares.edit, async (input, { actor }) => maker.edit(input, actor))
  mount(app, shares.revoke, async ({ id }, { actor }) => maker.revoke(id, actor))
  mount(app, shares.visits, async (input, { actor }) => {
    await visits.flushed()
    return maker.visits(input, actor)
  })
  mount(app, shares.receipts, async (input, { actor }) => maker.receipts(input, actor))
  mountBytes(app, shareAccess.enter, async (input, call) => enter(input, call))
  mountVisits(app, visitor)
  mountBox(app, box, needs.uploads)
  return { arrive: visitor.arrive, sweep: maker.sweep, notifyFilled: box.notifyFilled }
}

function mountVisits(app: FastifyInstance, visitor: VisitorService): void {
  mount(app, shareAccess.info, async ({ linkId }, { request }) => visitor.info(linkId, request))
  mount(app, shareAccess.list, async (input, { request }) => visitor.list(input, request))
  mountBytes(app, shareAccess.content, async (input, call) => visitor.content(input, call))
  mount(app, shareAccess.components, async (input, call) => visitor.components(input, call))
  mount(app, shareAccess.metadata, async (input, { request }) => visitor.metadata(input, request))
  mount(app, shareAccess.data, async (input, call) => visitor.data(input, call))
  mount(app, shareAccess.siblings, async (input, { request }) => visitor.siblings(input, request))
  mountBytes(app, shareAccess.thumb, async (input, call) => visitor.thumb(input, call))
  mountBytes(app, shareAccess.zip, async (input, call) => visitor.zip(input, call))
}

function mountBox(app: FastifyInstance, box: BoxService, uploads: UploadsModule): void {
  mount(app, shareAccess.boxBegin, async (input, { request }) => box.begin(input, request))
  mount(app, shareAccess.boxCheck, async (input, { request }) => box.check(input, request))
  mount(app, shareAccess.boxVer, async (input, { request }) => box.received(input, request))
  mountUpload(app, shareAccess.boxChunk, uploads.dropped.readChunk, async (input, bytes, { request }) =>
    box.chunk(input, bytes, request),
  )
  mount(app, shareAccess.boxMerge, async (input, { request }) => box.merge(input, request))
  mount(app, shareAccess.boxCancel, async (input, { request }) => box.cancel(input, request))
  mount(app, shareAccess.boxReceipt, async (input, { request }) => box.show(input, request))
}
