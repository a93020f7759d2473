import type { FastifyInstance } from 'fastify'
import { shareAccess } from '#contract/share-access.ts'
import { shares } from '#contract/shares.ts'
import type { Deps } from '#server/deps.ts'
import { mount, mountBytes, mountUpload } from '#server/http/mount.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { previewModule } from '#server/modules/preview/index.ts'
import type { Reports } from '#server/modules/reports/index.ts'
import type { SpaceService } from '#server/modules/spaces/index.ts'
import type { UploadsModule } from '#server/modules/uploads/index.ts'
import { boardService } from './board.ts'
import { type BoxService, boxService } from './box.ts'
import { sqlBoxStore } from './box-store.ts'
import { grantsOf } from './grant.ts'
import { linkGuard } from './guard.ts'
import { makerService } from './maker.ts'
import { passwordEntry } from './password-entry.ts'
import { receivedService } from './received.ts'
import { sqlShareStore } from './store.ts'
import { type VisitorService, visitorService } from './visitor.ts'
import { visitNotes } from './visits.ts'

export { secretFor } from './secret.ts'
export { insertShare } from './store.ts'

type Needs = Deps & {
  origin: () => string
  journal: Journal
  messages: Messages
  spaces: SpaceService
  files: FilesModule
  uploads: UploadsModule
  preview: ReturnType<typeof previewModule>
  reports: Reports
}
/** Functions for other modules. */
export type SharesModule = ReturnType<typeof sharesModule>

/** Share links to files and spaces, and drop boxes. */
export function sharesModule(app: FastifyInstance, needs: Needs) {
  const { db, seal, now, config } = needs
  const store = sqlShareStore(db)
  const boxes = sqlBoxStore(db)
  const grants = grantsOf({ seal, now, secure: config.publicUrl?.startsWith('https:') ?? false })
  const visits = visitNotes(app, { ...needs, store })
  const received = receivedService({ ...needs, visits })
  const guard = linkGuard({ ...needs, store, grants })
  const maker = makerService({ ...needs, store, boxes })
  const visitor = visitorService({ ...needs, visits, guard })
  const enter = passwordEntry({ store, grants, visits, guard, now })
  const board = boardService({ ...needs, guard })
  const box = boxService({ ...needs, boxes, visits, guard })
  mount(app, shares.makeSpace, maker.makeSpace)
  mount(app, shares.makeFile, maker.makeFile)
  mount(app, shares.makeBoard, maker.makeBoard)
  mount(app, shares.list, maker.list)
  mount(app, shares.ofSpace, maker.ofSpace)
  mount(app, shares.ofItem, maker.ofItem)
  mount(app, shares.received, received.list)
  mount(app, shares.forget, received.forget)
  mount(app, shares.edit, maker.edit)
  mount(app, shares.revoke, async ({ id }, { actor }) => maker.revoke(id, actor))
  mount(app, shares.visits, async (input, { actor }) => {
    await visits.flushed()
    return maker.visits(input, actor)
  })
  mount(app, shares.receipts, maker.receipts)
  mountBytes(app, shareAccess.enter, enter)
  mountVisits(app, visitor)
  mount(app, shareAccess.board, board.show)
  mount(app, shareAccess.chart, board.chart)
  mount(app, shareAccess.boardValues, board.values)
  mountBytes(app, shareAccess.boardFile, board.file)
  mountBox(app, box, needs.uploads)
  return {
    arrive: visitor.arrive,
    sweep: maker.sweep,
    notifyFilled: box.notifyFilled,
    watchedBoard: board.watched,
    flushed: visits.flushed,
  }
}

function mountVisits(app: FastifyInstance, visitor: VisitorService): void {
  mount(app, shareAccess.info, async ({ linkId }, { request }) => visitor.info(linkId, request))
  mount(app, shareAccess.list, visitor.list)
  mountBytes(app, shareAccess.content, visitor.content)
  mount(app, shareAccess.components, visitor.components)
  mount(app, shareAccess.metadata, visitor.metadata)
  mount(app, shareAccess.data, visitor.data)
  mount(app, shareAccess.siblings, visitor.siblings)
  mountBytes(app, shareAccess.thumb, visitor.thumb)
  mountBytes(app, shareAccess.zip, visitor.zip)
}

function mountBox(app: FastifyInstance, box: BoxService, uploads: UploadsModule): void {
  mount(app, shareAccess.boxBegin, box.begin)
  mount(app, shareAccess.boxCheck, box.check)
  mount(app, shareAccess.boxVer, box.received)
  mountUpload(app, shareAccess.boxChunk, uploads.dropped.readChunk, box.chunk)
  mount(app, shareAccess.boxMerge, box.merge)
  mountUpload(app, shareAccess.boxPack, uploads.dropped.readPack, box.pack)
  mount(app, shareAccess.boxCancel, box.cancel)
  mount(app, shareAccess.boxReceipt, box.show)
}
