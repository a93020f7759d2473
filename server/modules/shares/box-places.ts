import { RECEIPT_FILES_MAX } from '#contract/core/limits.ts'
import { isFileName } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import { chainTo, type FilesModule, itemsIn, nodesOf } from '#server/modules/files/index.ts'
import type { Doer, Journal } from '#server/modules/journal/index.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { lockSpace } from '#server/storage/locks.ts'
import type { BoxStore } from './box-store.ts'
import type { OpenShare } from './guard.ts'
import type { ReceiptRow } from './store.ts'

/** Maximum number of items in the folder of a drop box: empty files use no storage (our choice). */
export const BOX_ITEMS_MAX = 200_000

type Needs = {
  db: Db
  boxes: BoxStore
  files: Pick<FilesModule, 'createFolders' | 'createNumbered' | 'seekFolders'>
  journal: Journal
  now: () => Date
  newId: () => string
}
type MadeFolder = Awaited<ReturnType<FilesModule['createNumbered']>>

/** A folder name from the sender's name; an invalid file name becomes a dash. */
function folderNameOf(sender: string): string {
  const cleaned = [...sender.normalize('NFC')].map((char) => (isFileName(`a${char}a`) ? char : '-')).join('')
  const trimmed = cleaned.replace(/^[.\s]+|[.\s]+$/g, '')
  return isFileName(trimmed) ? trimmed : '-'
}

export const doerOf = ({ sender }: ReceiptRow): Doer => ({ id: null, name: sender, channel: 'share' })

/** Places uploads of visitors in a drop box. */
export function boxPlaces({ db, boxes, files, journal, now, newId }: Needs) {
  const recordFolders = (tx: Tx, { space }: OpenShare, receipt: ReceiptRow, made: readonly MadeFolder[]) =>
    journal.record(
      tx,
      made.map((folder) => ({
        spaceId: space.id,
        action: 'folderMade' as const,
        doer: doerOf(receipt),
        ...itemsIn(folder.within, [folder]),
      })),
    )

  /** The folder of a receipt inside the box, if it exists: two senders never share one. */
  async function folderOf(tx: Tx, { space }: OpenShare, box: { id: string }, receipt: ReceiptRow) {
    const chain = receipt.folder_id ? await chainTo(tx, space.id, receipt.folder_id) : null
    // A folder that was moved out of the box accepts no more uploads.
    return chain?.some(({ id }) => id === box.id) ? receipt.folder_id : null
  }

  /** Checks that the box and the receipt can take this many more folders, and a file. */
  async function demandPlaces(tx: Tx, { space }: OpenShare, box: string, { folder_id }: ReceiptRow, missing: number) {
    const nodes = await nodesOf(tx, space.id, [box, ...(folder_id ? [folder_id] : [])])
    const within = nodes.find(({ id }) => id === box)
    if (!within) throw new Failure('folderGone')
    if (within.files_below + within.folders_below + missing >= BOX_ITEMS_MAX) throw new Failure('boxFull')
    const brought = nodes.find(({ id }) => id === folder_id)?.folders_below ?? 0
    if (brought + missing > RECEIPT_FILES_MAX)
      throw new Failure('receiptFull', { values: { count: RECEIPT_FILES_MAX } })
  }

  /** Resolves a visitor's path without creating anything. Throws when the path may not be created. */
  async function seek(tx: Tx, share: OpenShare, receipt: ReceiptRow, path: string) {
    const [box] = share.roots
    if (!box) throw new Failure('folderGone')
    const folderId = await folderOf(tx, share, box, receipt)
    // Without a folder of the receipt yet, the path is checked below a folder name that does not exist.
    const place = folderId ? { folderId, path } : { folderId: box.id, path: `${newId()}/${path}` }
    const wish = { ...place, spaceId: share.space.id, existing: 'reuse' as const }
    const missing = place.path ? (await files.seekFolders(tx, wish)).missing.length : 0
    await demandPlaces(tx, share, box.id, receipt, missing)
    return { box, folderId }
  }

  /** Checks the folders of several files, and continues with the receipt locked and the id of the box. */
  const begin = <T>(
    share: OpenShare,
    receiptId: string,
    paths: readonly string[],
    run: (tx: Tx, boxId: string) => Promise<T>,
  ) =>
    withReceipt(share, receiptId, async (tx, held) => {
      let boxId = ''
      for (const path of paths) boxId = (await seek(tx, share, held, path)).box.id
      return run(tx, boxId)
    })

  /** The folder for an upload: that of the receipt, or one below it; missing folders are created. */
  const folderFor = (share: OpenShare, { id }: ReceiptRow, path: string): Promise<string> =>
    withReceipt(share, id, async (tx, receipt) => {
      const { box, folderId } = await seek(tx, share, receipt, path)
      const by = { spaceId: share.space.id, authorId: share.row.person_id }
      let top = folderId
      if (!top) {
        const made = await files.createNumbered(tx, { ...by, folderId: box.id, name: folderNameOf(receipt.sender) })
        await boxes.setFolder(tx, receipt.id, made.id)
        await recordFolders(tx, share, receipt, [made])
        top = made.id
      }
      if (!path) return top
      const wish = { ...by, folderId: top, path, existing: 'reuse' as const, now: now(), newId }
      const { id: deepest, made } = await files.createFolders(tx, wish)
      await recordFolders(tx, share, receipt, made)
      return deepest
    })

  /** The space is locked first: permanently deleting a folder changes receipts under its lock. */
  const withReceipt = <T>({ space }: OpenShare, receiptId: string, run: (tx: Tx, held: ReceiptRow) => Promise<T>) =>
    transact(db, async (tx) => {
      await lockSpace(tx, space.id)
      const held = await boxes.lock(tx, receiptId)
      if (!held) throw new Failure('receiptGone')
      return run(tx, held)
    })

  return { begin, folderFor }
}
