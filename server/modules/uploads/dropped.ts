import { type FileRecord, isFileName } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import type { Doer } from '#server/modules/journal/index.ts'
import type { Tx } from '#server/storage/database.ts'
import type { By } from './committing.ts'
import type { NewUpload, Owner, UploadRow, UploadStore } from './store.ts'

/** Finds or creates the folder for a visitor's path, joined by `/`. */
type FolderFor = (path: string) => Promise<string>

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

/** The folders of a visitor's file, joined by `/`. */
const foldersOf = ({ dropped_as: whole, name }: UploadRow) => (whole ?? name).slice(0, -name.length - 1)

/** Uploads of visitors to drop boxes. */
export function droppedRules({ store, find, complete, now, newId }: Needs) {
  /** Begins a visitor's upload: it reveals nothing about existing files, and replaces none. */
  async function check(tx: Tx, wish: Dropped): Promise<string> {
    if (!isFileName(wish.name)) throw new Failure('fileNameInvalid', { values: { name: wish.name } })
    const { personId, receiptId } = wish.owner
    const upload: NewUpload = {
      id: newId(),
      space_id: wish.spaceId,
      person_id: personId,
      receipt_id: receiptId,
      dropped_as: [...wish.path.split('/').filter(Boolean), wish.name].join('/').normalize('NFC'),
      folder_id: wish.folderId,
      name: wish.name.normalize('NFC'),
      md5: wish.fileMd5.toLowerCase(),
      size: wish.total,
      conflict: 'keepBoth',
      now: now(),
    }
    const begun = await store.resumeDropped(tx, upload)
    if (begun) return begun
    await store.insertDropped(tx, upload)
    return upload.id
  }

  async function merge(checkId: string, owner: Owner, doer: Doer, folderFor: FolderFor): Promise<void> {
    const upload = await find(checkId, owner)
    if (!upload.node_id) await complete(upload, { doer, mayReplace: () => false }, () => folderFor(foldersOf(upload)))
  }

  return { check, merge }
}
