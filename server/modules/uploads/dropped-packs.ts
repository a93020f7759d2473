import { createHash } from 'node:crypto'
import type { DroppedFile } from '#contract/share-access.ts'
import { Failure } from '#server/failure.ts'
import type { Language } from '#server/http/context.ts'
import type { Doer } from '#server/modules/journal/index.ts'
import type { Digest } from '#server/storage/blobs/blob-store.ts'
import type { Tx } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { comeOf, droppedUpload, type FolderFor, foldersOf } from './dropped.ts'
import { doneUpload, type Shared } from './needs.ts'
import { answerOf, sizesIn } from './packs.ts'
import type { NewUpload, Owner, UploadRow } from './store.ts'

/** A drop box, as far as a pack needs it. */
type Box = {
  owner: Owner
  spaceId: string
  doer: Doer
  /** Runs with the receipt locked, once these folders are judged; is given the id of the box. Throws what they are refused with. */
  begin: <T>(paths: readonly string[], run: (tx: Tx, folderId: string) => Promise<T>) => Promise<T>
  folderFor: FolderFor
}
type Wish = { file: DroppedFile; bytes: Uint8Array }
/** A file whose bytes are awaited by an upload. */
type Due = Wish & { upload: UploadRow }

/**
 * Small files that a visitor sends in one body. Their storage is reserved before a byte is stored, as with chunks, so
 * that refused files can't fill the disk; a file with the same name and content under the same receipt is not stored
 * twice.
 */
export function droppedPackRules(shared: Shared) {
  const { store, blobs, commit } = shared

  async function pack(box: Box, files: readonly DroppedFile[], bytes: Uint8Array, language: Language) {
    sizesIn(files, bytes)
    let end = 0
    const wishes = files.map((file): Wish => {
      end += file.total
      return { file, bytes: bytes.subarray(end - file.total, end) }
    })
    const begun = await begin(box, wishes.filter(isAsStated))
    const due = new Map<string, Due>()
    for (const [wish, upload] of begun)
      if (!(upload instanceof Failure || upload.node_id)) due.set(upload.id, { ...wish, upload })
    const failures = await place(box, [...due.values()])
    const answers = wishes.map((wish) => {
      const upload = begun.get(wish) ?? new Failure('uploadHashWrong')
      return answerOf(upload instanceof Failure ? upload : failures.get(upload.id), language)
    })
    const come = [...due.values()].flatMap(({ upload }) => (failures.has(upload.id) ? [] : comeOf(upload)))
    return { answers, come }
  }

  /** The uploads of files, begun together; when one can't be, each is begun alone. */
  async function begin(box: Box, wishes: readonly Wish[]): Promise<Map<Wish, UploadRow | Failure>> {
    try {
      return wishes.length ? await beginTogether(box, wishes) : new Map()
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const [only] = wishes
      if (wishes.length === 1 && only) return new Map([[only, error]])
      const begun = new Map<Wish, UploadRow | Failure>()
      for (const wish of wishes) for (const [one, upload] of await begin(box, [wish])) begun.set(one, upload)
      return begun
    }
  }

  const beginTogether = ({ owner, spaceId, begin: within }: Box, wishes: readonly Wish[]) =>
    within([...new Set(wishes.map(({ file }) => file.path))], async (tx, folderId) => {
      const asked = wishes.map(({ file }) => droppedUpload({ ...file, owner, spaceId, folderId }, shared))
      const known = new Map((await store.droppedLike(tx, owner.receiptId, asked)).map((row) => [keyOf(row), row]))
      const fresh = new Map(asked.filter((one) => !known.has(keyOf(one))).map((one) => [keyOf(one), one]))
      await store.insertDropped(tx, [...fresh.values()])
      for (const [key, upload] of fresh) known.set(key, { ...upload, node_id: null })
      return new Map(wishes.map((wish, at) => [wish, known.get(keyOf(asked[at])) ?? new Failure('unknown')]))
    })

  /** Makes files of uploads; by id why one could not be, which keeps its reservation for another try. */
  async function place(box: Box, due: readonly Due[]): Promise<Map<string, Failure>> {
    if (!due.length) return new Map()
    const all = due.map(({ bytes }) => bytes)
    const whole = Uint8Array.from(Buffer.concat(all))
    const digests = await blobs.putAll(
      whole,
      all.map(({ length }) => length),
    )
    fault('pack-stored')
    const folders = new Map<string, string | Failure>()
    for (const path of new Set(due.map(({ upload }) => foldersOf(upload))))
      folders.set(path, await box.folderFor(path).catch(asFailure))
    const outcomes = due.map(({ upload }, at) => placeOne(box, upload, folders.get(foldersOf(upload)), digests[at]))
    const failures = await Promise.all(outcomes)
    return new Map(due.flatMap(({ upload }, at) => (failures[at] ? [[upload.id, failures[at]] as const] : [])))
  }

  async function placeOne(
    { doer }: Box,
    upload: UploadRow,
    folder: string | Failure | undefined,
    digest: Digest | undefined,
  ): Promise<Failure | null> {
    if (folder instanceof Failure) return folder
    if (!folder || !digest) return new Failure('unknown')
    const merge = { upload: { ...upload, folder_id: folder }, digest, doer, mayReplace: () => false }
    const placed = await commit(upload.space_id, merge)
    if (placed instanceof Failure) return placed
    // Null: the same pack was sent twice at once, and the other one was first.
    return placed ? null : doneUpload(shared, upload).then(() => null, asFailure)
  }

  return { pack }
}

const isAsStated = ({ file, bytes }: Wish) =>
  createHash('md5').update(bytes).digest('hex') === file.fileMd5.toLowerCase()

const keyOf = (upload: NewUpload | UploadRow | undefined) =>
  JSON.stringify([upload?.dropped_as, upload?.md5, upload?.size])

function asFailure(error: unknown): Failure {
  if (error instanceof Failure) return error
  throw error
}
