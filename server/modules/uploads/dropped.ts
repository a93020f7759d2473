import { type FileRecord, isFileName } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import type { Doer } from '#server/modules/journal/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { By } from './committing.ts'
import type { NewUpload, Owner, UploadRow, UploadStore } from './store.ts'

/** Finds or creates the folder for a visitor's path, joined by `/`. */
export type FolderFor = (path: string) => Promise<string>

/** A visitor's file, with rights already checked. */
type Dropped = {
  owner: Owner
  spaceId: string
  /** The box; the folder inside it is created when the file has arrived. */
  folderId: string
  /** The visitor's folders of the file, joined by `/`. */
  path: string
  name: string
  fileMd5: string
  total: number
}

type Needs = {
  store: UploadStore
  find: (checkId: string, owner: Owner) => Promise<UploadRow>
  /** Makes a file of the staged content, in the folder found at that time. */
  complete: (upload: UploadRow, by: By, folderNow: () => Promise<string>) => Promise<FileRecord>
  now: () => Date
  newId: () => string
}

/** The upload that a visitor's file begins. Throws fileNameInvalid. */
export function droppedUpload(wish: Dropped, { now, newId }: Pick<Needs, 'now' | 'newId'>): NewUpload {
  if (!isFileName(wish.name)) throw new Failure('fileNameInvalid', { values: { name: wish.name } })
  return {
    id: newId(),
    space_id: wish.spaceId,
    person_id: wish.owner.personId,
    receipt_id: wish.owner.receiptId,
    dropped_as: [...wish.path.split('/').filter(Boolean), wish.name].join('/').normalize('NFC'),
    folder_id: wish.folderId,
    name: wish.name.normalize('NFC'),
    md5: wish.fileMd5.toLowerCase(),
    size: wish.total,
    conflict: 'keepBoth',
    now: now(),
  }
}

/** The folders of a visitor's file, joined by `/`. */
export const foldersOf = ({ dropped_as: whole, name }: UploadRow) => (whole ?? name).slice(0, -name.length - 1)

/** A visitor's file as receipts name it. */
export const comeOf = ({ dropped_as: whole, name, size }: UploadRow) => ({ name: whole ?? name, size })

/** Uploads of visitors to drop boxes. */
export function droppedRules({ store, find, complete, ...needs }: Needs) {
  /** Begins a visitor's upload: it reveals nothing about existing files, and replaces none. */
  async function check(tx: Tx, wish: Dropped): Promise<string> {
    const upload = droppedUpload(wish, needs)
    const begun = (await store.droppedLike(tx, upload.receipt_id, [upload])).find(({ node_id }) => !node_id)
    if (begun) return begun.id
    await store.insertDropped(tx, [upload])
    return upload.id
  }

  /** Makes the file of an upload; its name with its folders, and its size. */
  async function merge(checkId: string, owner: Owner, doer: Doer, folderFor: FolderFor) {
    const upload = await find(checkId, owner)
    if (!upload.node_id) await complete(upload, { doer, mayReplace: () => false }, () => folderFor(foldersOf(upload)))
    return comeOf(upload)
  }

  return { check, merge }
}
