import type { FastifyRequest } from 'fastify'
import { isFileName } from '#contract/files.ts'
import { BOX_QUIET_MS, RECEIPTS_A_MINUTE, SHARE_VISIT_MS } from '#contract/limits.ts'
import type { ParsedOf } from '#contract/operation.ts'
import type { shareDoor as calls } from '#contract/share-door.ts'
import type { ShareReceipt } from '#contract/shares.ts'
import { Failure } from '#server/failure.ts'
import { rationOf } from '#server/http/ration.ts'
import { chainTo, type FilesModule, itemsIn } from '#server/modules/files/index.ts'
import type { Doer, Journal } from '#server/modules/journal/index.ts'
import type { Messages } from '#server/modules/messages/index.ts'
import type { UploadsModule } from '#server/modules/uploads/index.ts'
import { drawReadableCode } from '#server/readable-code.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'
import type { BoxStore } from './box-store.ts'
import type { OpenShare, ShareDoor } from './door.ts'
import { receiptOf } from './receipt.ts'
import type { ReceiptRow } from './store.ts'
import type { VisitNotes } from './visits.ts'

type Needs = {
  db: Db
  door: ShareDoor
  boxes: BoxStore
  files: FilesModule
  uploads: UploadsModule
  visits: VisitNotes
  journal: Journal
  messages: Messages
  now: () => Date
  newId: () => string
}
type Within = { linkId: string; code: string }
type MadeFolder = Awaited<ReturnType<FilesModule['createNumbered']>>

/** Two groups of five. */
const CODE_GROUPS = 2
/** A name that stands for any sender's: what is no file name becomes a dash. */
function folderNameOf(sender: string): string {
  const cleaned = [...sender.normalize('NFC')].map((char) => (isFileName(`a${char}a`) ? char : '-')).join('')
  const trimmed = cleaned.replace(/^[.\s]+|[.\s]+$/g, '')
  return isFileName(trimmed) ? trimmed : '-'
}

/** A drop box: visitors bring files and see none; whoever made it stands for what comes. */
export function boxService(needs: Needs) {
  const { db, door, boxes, files, uploads, visits, journal, messages, now, newId } = needs
  const asked = rationOf(RECEIPTS_A_MINUTE, now)

  async function open(linkId: string, request: FastifyRequest): Promise<OpenShare> {
    const share = await door.open(linkId, request)
    share.demand('share.upload')
    return share
  }

  async function begin(
    { linkId, sender, note }: ParsedOf<typeof calls.boxBegin>,
    request: FastifyRequest,
  ): Promise<ShareReceipt> {
    asked.take(request.ip)
    const { row } = await open(linkId, request)
    const receipt = { id: newId(), share_id: row.id, code: drawReadableCode(CODE_GROUPS), sender, note, at: now() }
    await boxes.insert(receipt)
    return receiptOf({ ...receipt, files: [], bytes: 0, folder_id: null })
  }

  /** The receipt of a visit that is not over yet. */
  async function visit({ linkId, code }: Within, request: FastifyRequest) {
    const share = await open(linkId, request)
    const receipt = await boxes.find(share.row.id, code)
    if (!receipt || receipt.at.getTime() + SHARE_VISIT_MS < now().getTime()) throw new Failure('receiptGone')
    return { share, receipt, owner: { personId: share.row.person_id, receiptId: receipt.id } }
  }

  const doerOf = ({ sender }: ReceiptRow): Doer => ({ id: null, name: sender, door: 'share' })

  const recordFolders = (tx: Tx, { space }: OpenShare, receipt: ReceiptRow, made: readonly MadeFolder[]) =>
    journal.record(
      tx,
      made.map((folder) => ({
        ...{ spaceId: space.id, action: 'folderMade' as const, doer: doerOf(receipt) },
        ...itemsIn(folder.within, [folder]),
      })),
    )

  /** The folder of a receipt inside the box, made when its first file is announced; two senders never share one. */
  async function folderOf(tx: Tx, share: OpenShare, receipt: ReceiptRow): Promise<string> {
    const { row, space, roots } = share
    const [box] = roots
    if (!box) throw new Failure('folderGone')
    const chain = receipt.folder_id ? await chainTo(tx, space.id, receipt.folder_id) : null
    // What was moved out of the box is no place for visitors any more.
    if (receipt.folder_id && chain?.some(({ id }) => id === box.id)) return receipt.folder_id
    const name = folderNameOf(receipt.sender)
    const made = await files.createNumbered(tx, { spaceId: space.id, folderId: box.id, name, authorId: row.person_id })
    await boxes.setFolder(tx, receipt.id, made.id)
    await recordFolders(tx, share, receipt, [made])
    return made.id
  }

  /** A folder of the visitor's below that one; it and those on the way are made when they are missing. */
  async function folderAt(tx: Tx, share: OpenShare, receipt: ReceiptRow, path: string): Promise<string> {
    const folderId = await folderOf(tx, share, receipt)
    if (!path) return folderId
    const wish = { spaceId: share.space.id, folderId, path, authorId: share.row.person_id }
    const { id, made } = await files.createFolders(tx, { ...wish, existing: 'reuse', now: now(), newId })
    await recordFolders(tx, share, receipt, made)
    return id
  }

  async function check({ linkId, code, ...wish }: ParsedOf<typeof calls.boxCheck>, request: FastifyRequest) {
    const { share, receipt, owner } = await visit({ linkId, code }, request)
    // Folders and room come together or not at all: who is refused leaves nothing behind.
    const checkId = await transact(db, async (tx) => {
      // The space first: deleting a folder for good changes receipts under its lock.
      await lockSpace(tx, share.space.id)
      const held = await boxes.lock(tx, receipt.id)
      if (!held) throw new Failure('receiptGone')
      const folderId = await folderAt(tx, share, held, wish.path)
      return uploads.dropped.check(tx, { ...wish, owner, spaceId: share.space.id, folderId })
    })
    files.tell(
      share.space.id,
      share.roots.map(({ id }) => id),
    )
    return { checkId }
  }

  async function received({ checkId, ...within }: ParsedOf<typeof calls.boxVer>, request: FastifyRequest) {
    const { owner } = await visit(within, request)
    return uploads.dropped.received(checkId, owner)
  }

  async function chunk(input: ParsedOf<typeof calls.boxChunk>, bytes: Buffer, request: FastifyRequest) {
    const { owner } = await visit(input, request)
    return uploads.dropped.chunk(input, bytes, owner)
  }

  async function merge(
    { checkId, ...within }: ParsedOf<typeof calls.boxMerge>,
    request: FastifyRequest,
  ): Promise<ShareReceipt> {
    const { share, receipt, owner } = await visit(within, request)
    await uploads.dropped.merge(checkId, owner, doerOf(receipt))
    const noted = await boxes.find(share.row.id, receipt.code)
    if (!noted) throw new Failure('receiptGone')
    visits.note(request, { share: share.row, action: 'uploaded', item: newest(noted) }, true)
    return receiptOf(noted)
  }

  async function cancel({ checkId, ...within }: ParsedOf<typeof calls.boxCancel>, request: FastifyRequest) {
    const { owner } = await visit(within, request)
    return uploads.dropped.cancel(checkId, owner)
  }

  const newest = ({ id, files: all }: ReceiptRow) => {
    const last = all.at(-1)
    return { id, name: last?.name ?? '', size: last?.size ?? 0 }
  }

  async function show({ linkId, code }: Within, request: FastifyRequest): Promise<ShareReceipt> {
    asked.take(request.ip)
    const { row } = await open(linkId, request)
    const receipt = await boxes.find(row.id, code.trim().toLowerCase())
    if (!receipt) throw new Failure('receiptGone')
    return receiptOf(receipt)
  }

  /** Tells the makers of boxes what came, once it is quiet; run by schedule. */
  const tellFilled = (): Promise<number> =>
    db.transaction().execute(async (tx) => {
      const quietSince = new Date(now().getTime() - BOX_QUIET_MS)
      const filled = await boxes.takeFilled(tx, { quietSince, now: now() })
      for (const { space_id, space_name, person_id, title, files: count } of filled)
        await messages.tell(tx, {
          kind: 'boxFilled',
          to: [person_id],
          values: { space: space_name, item: title, files: count },
          link: `/space/${space_id}/details/filesManage`,
        })
      return filled.length
    })

  return { begin, check, received, chunk, merge, cancel, show, tellFilled }
}
export type BoxService = ReturnType<typeof boxService>
