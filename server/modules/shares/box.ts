import type { FastifyRequest } from 'fastify'
import { SHARE_VISIT_MS } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { shareAccess as calls } from '#contract/share-access.ts'
import type { ShareReceipt } from '#contract/shares.ts'
import { Failure } from '#server/failure.ts'
import type { Call } from '#server/http/context.ts'
import { rateLimitOf } from '#server/http/rate-limit.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { UploadsModule } from '#server/modules/uploads/index.ts'
import { drawReadableCode } from '#server/readable-code.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { boxPlaces, doerOf } from './box-places.ts'
import type { BoxStore } from './box-store.ts'
import type { LinkGuard, OpenShare } from './guard.ts'
import { receiptOf } from './receipt.ts'
import type { ReceiptRow } from './store.ts'
import type { VisitNotes } from './visits.ts'

/** The maker of a drop box is notified after this time without uploads (our choice). */
export const BOX_QUIET_MS = 60_000

/** Receipts that one address may begin or look up per minute (our choice). */
const RECEIPTS_A_MINUTE = 30

type Needs = {
  db: Db
  guard: LinkGuard
  boxes: BoxStore
  files: FilesModule
  uploads: UploadsModule
  visits: VisitNotes
  journal: Journal
  messages: Messages
  now: () => Date
  newId: () => string
}
/** A received file, by its name with its folders. */
type Come = { name: string; size: number }
type Arrival = { share: OpenShare; receipt: ReceiptRow; request: FastifyRequest }
type Within = { linkId: string; code: string }

/** Two groups of five characters. */
const CODE_GROUPS = 2
/** Drop boxes: visitors upload files and see none; the creator of the box is responsible for them. */
export function boxService(needs: Needs) {
  const { db, guard, boxes, files, uploads, visits, messages, now, newId } = needs
  const places = boxPlaces(needs)
  const asked = rateLimitOf(RECEIPTS_A_MINUTE, now)

  async function open(linkId: string, request: FastifyRequest): Promise<OpenShare> {
    const share = await guard.open(linkId, request)
    share.demand('share.upload')
    return share
  }

  async function begin(
    { linkId, sender, note }: ParsedOf<typeof calls.boxBegin>,
    { request }: Pick<Call, 'request'>,
  ): Promise<ShareReceipt> {
    asked.take(request.ip)
    const { row } = await open(linkId, request)
    const receipt = { id: newId(), share_id: row.id, code: drawReadableCode(CODE_GROUPS), sender, note, at: now() }
    await boxes.insert(receipt)
    return receiptOf({ ...receipt, files: [], bytes: 0, folder_id: null })
  }

  /** The receipt of a visit that has not ended. */
  async function visit({ linkId, code }: Within, request: FastifyRequest) {
    const share = await open(linkId, request)
    const receipt = await boxes.find(share.row.id, code)
    if (!receipt || receipt.at.getTime() + SHARE_VISIT_MS < now().getTime()) throw new Failure('receiptGone')
    return { share, receipt, owner: { personId: share.row.person_id, receiptId: receipt.id } }
  }

  /** Announces a file. Its folders are created only when it has arrived, so that mere announcements leave nothing. */
  async function check({ linkId, code, ...wish }: ParsedOf<typeof calls.boxCheck>, { request }: Pick<Call, 'request'>) {
    const { share, receipt, owner } = await visit({ linkId, code }, request)
    const checkId = await places.begin(share, receipt.id, [wish.path], (tx, folderId) =>
      uploads.dropped.check(tx, { ...wish, owner, spaceId: share.space.id, folderId }),
    )
    return { checkId }
  }

  async function received({ checkId, ...within }: ParsedOf<typeof calls.boxVer>, { request }: Pick<Call, 'request'>) {
    const { owner } = await visit(within, request)
    return uploads.dropped.received(checkId, owner)
  }

  async function chunk(input: ParsedOf<typeof calls.boxChunk>, bytes: Buffer, { request }: Pick<Call, 'request'>) {
    const { owner } = await visit(input, request)
    return uploads.dropped.chunk(input, bytes, owner)
  }

  async function merge(
    { checkId, ...within }: ParsedOf<typeof calls.boxMerge>,
    { request }: Pick<Call, 'request'>,
  ): Promise<ShareReceipt> {
    const { share, receipt, owner } = await visit(within, request)
    const come = await uploads.dropped.merge(checkId, owner, doerOf(receipt), (path) =>
      places.folderFor(share, receipt, path),
    )
    return arrived({ share, receipt, request }, [come])
  }

  /** Small files in one body. */
  async function pack(
    { files: wished, ...within }: ParsedOf<typeof calls.boxPack>,
    bytes: Uint8Array,
    { request, language }: Pick<Call, 'request' | 'language'>,
  ) {
    const { share, receipt, owner } = await visit(within, request)
    const box = {
      owner,
      spaceId: share.space.id,
      doer: doerOf(receipt),
      begin: <T>(paths: readonly string[], run: (tx: Tx, folderId: string) => Promise<T>) =>
        places.begin(share, receipt.id, paths, run),
      folderFor: (path: string) => places.folderFor(share, receipt, path),
    }
    const { answers, come } = await uploads.dropped.pack(box, wished, bytes, language)
    return { answers, receipt: await arrived({ share, receipt, request }, come) }
  }

  /** Notifies the space of received files and records them for the link; returns the current receipt. */
  async function arrived({ share, receipt, request }: Arrival, come: readonly Come[]): Promise<ShareReceipt> {
    files.publishChange(
      share.space.id,
      share.roots.map(({ id }) => id),
    )
    const noted = await boxes.find(share.row.id, receipt.code)
    if (!noted) throw new Failure('receiptGone')
    for (const one of come)
      visits.note(request, { share: share.row, action: 'uploaded', item: { id: noted.id, ...one } }, true)
    return receiptOf(noted)
  }

  async function cancel({ checkId, ...within }: ParsedOf<typeof calls.boxCancel>, { request }: Pick<Call, 'request'>) {
    const { owner } = await visit(within, request)
    return uploads.dropped.cancel(checkId, owner)
  }

  async function show({ linkId, code }: Within, { request }: Pick<Call, 'request'>): Promise<ShareReceipt> {
    asked.take(request.ip)
    const { row } = await open(linkId, request)
    const receipt = await boxes.find(row.id, code.trim().toLowerCase())
    if (!receipt) throw new Failure('receiptGone')
    return receiptOf(receipt)
  }

  /** Notifies the makers of boxes after a quiet period; run by schedule. */
  const notifyFilled = (): Promise<number> =>
    db.transaction().execute(async (tx) => {
      const quietSince = new Date(now().getTime() - BOX_QUIET_MS)
      const filled = await boxes.takeFilled(tx, { quietSince, now: now() })
      for (const { space_id, space_name, person_id, title, files: count } of filled)
        await messages.notify(tx, {
          kind: 'boxFilled',
          to: [person_id],
          spaceId: space_id,
          values: { space: space_name, item: title, files: count },
          link: `/space/${space_id}/details/filesManage`,
        })
      return filled.length
    })

  return { begin, check, received, chunk, merge, pack, cancel, show, notifyFilled }
}
export type BoxService = ReturnType<typeof boxService>
