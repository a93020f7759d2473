import type { FastifyBaseLogger } from 'fastify'
import { type FileRecord, isFileName } from '#contract/files.ts'
import { CHUNK_BYTES } from '#contract/limits.ts'
import type { ParsedOf } from '#contract/operation.ts'
import { can } from '#contract/policy.ts'
import { CHECK_EXISTS, CHECK_GO_ON, checkRefusals, chunkCountOf, type uploads } from '#contract/uploads.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { Doer } from '#server/modules/journal/index.ts'
import type { EnteredSpace, SpaceService } from '#server/modules/spaces/index.ts'
import { type BlobStore, type Digest, INCOMPLETE } from '#server/storage/blobs/blob-store.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { gather } from '#server/storage/gather.ts'
import { lockSpace } from '#server/storage/locks.ts'
import type { NewUpload, Owner, Twin, UploadRow, UploadStore } from './store.ts'

type Needs = {
  store: UploadStore
  blobs: BlobStore
  db: Db
  spaces: SpaceService
  files: FilesModule
  now: () => Date
  newId: () => string
  log: FastifyBaseLogger
}
type CheckInput = ParsedOf<typeof uploads.check>
export type CheckAnswer = { code: number; reason?: keyof typeof checkRefusals; checkId?: string; file?: FileRecord }
/** Who brings it, and whether they may put it over the file of this author. */
type By = { doer: Doer; mayReplace: (authorId: string) => boolean }
/** Finds or makes the folder for what came in the visitor's folders, joined by `/`. */
type FolderFor = (path: string) => Promise<string>
type Merge = By & { upload: UploadRow; digest: Digest }

/** A file that a visitor wants to bring, judged already. */
type Dropped = {
  owner: Owner
  spaceId: string
  /** The box; its folder in there is made when it is here. */
  folderId: string
  /** The folders of the visitor's that it lies in, joined by `/`. */
  path: string
  name: string
  fileMd5: string
  total: number
}

/** An upload that tells no hash; `folders`, joined by `/`, are made below the folder `hash`. */
export type Unhashed = Pick<CheckInput, 'spaceId' | 'hash' | 'name' | 'total' | 'conflict'> & { folders: string }

/** Files that one transaction makes at most. */
const BATCH_MAX = 200

/** Uploads under way that a process keeps in mind. */
const REMEMBERED_MAX = 1000

/** What is not there can be sent again. */
function asIncomplete(error: NodeJS.ErrnoException): Failure {
  if (error.code !== INCOMPLETE) throw error
  return new Failure('uploadIncomplete', { cause: error })
}
const ownerOf = ({ id }: SignedIn): Owner => ({ personId: id, receiptId: null })
const refuse = (reason: keyof typeof checkRefusals): CheckAnswer => ({ code: checkRefusals[reason], reason })

export type UploadService = ReturnType<typeof uploadService>

export function uploadService({ store, blobs, db, spaces, files, now, newId, log }: Needs) {
  async function check(input: CheckInput, actor: SignedIn): Promise<CheckAnswer> {
    const space = await spaces.enter(input.spaceId, actor)
    if (!isFileName(input.name)) return refuse('nameInvalid')
    if (!can(actor, 'file.make', space.facts)) return refuse('forbidden')
    const name = input.name.normalize('NFC')
    const md5 = input.fileMd5.toLowerCase()
    const folderId = input.hash ?? space.rootId
    const like = {
      person_id: actor.id,
      folder_id: folderId,
      md5,
      size: input.total,
      name,
      conflict: input.conflict,
    }
    const [outlook] = await Promise.all([store.outlook(like), files.demandFolder(space, folderId)])
    const holder = outlook.isTaken && (await files.holderOf(space.id, folderId, name))
    const settled = holder && settle(input, holder, space, actor)
    if (settled) return settled
    const begun = outlook.isBegun && (await store.resume(like))
    if (begun) return { code: CHECK_GO_ON, checkId: begun }
    const mine = { receipt_id: null, dropped_as: null, node_id: null }
    const upload = { ...like, ...mine, id: newId(), space_id: space.id }
    const sha256 = outlook.isKnown ? await known(md5, input.total, actor) : null
    const isNoted = await reserve(space.id, { ...upload, now: now() })
    if (!isNoted) return refuse('full')
    remember(upload)
    if (!sha256) return { code: CHECK_GO_ON, checkId: upload.id }
    const placed = await commit(space.id, {
      upload,
      digest: { sha256, md5, size: input.total },
      doer: actor,
      mayReplace: (authorId) => can(actor, 'file.edit', { space: space.facts, authorId }),
    })
    return placed instanceof Failure
      ? refuse('nameTaken')
      : { code: CHECK_EXISTS, file: placed ?? (await done(upload)) }
  }

  /**
   * Begins an upload whose content nobody knows before it is here; so what has its name is no reason to spare it.
   * Throws fileNameInvalid, fileForbidden, fileNameTaken, spaceFull and what keeps somebody out of a space.
   */
  async function begin(wish: Unhashed, actor: SignedIn): Promise<UploadRow> {
    const space = await spaces.enter(wish.spaceId, actor)
    const values = { name: wish.name }
    if (!isFileName(wish.name)) throw new Failure('fileNameInvalid', { values })
    if (!can(actor, 'file.make', space.facts)) throw new Failure('fileForbidden', { values })
    const folder_id = await folderOf(wish, space, actor)
    const name = wish.name.normalize('NFC')
    const holder = await files.holderOf(space.id, folder_id, name)
    const settled = holder && settle({ ...wish, fileMd5: '' }, holder, space, actor)
    if (settled) throw new Failure(settled.reason === 'forbidden' ? 'fileForbidden' : 'fileNameTaken', { values })
    const content = { md5: null, size: wish.total, node_id: null }
    const mine = { person_id: actor.id, receipt_id: null, dropped_as: null }
    const upload = { id: newId(), space_id: space.id, folder_id, name, conflict: wish.conflict, ...content, ...mine }
    if (!(await reserve(space.id, { ...upload, now: now() }))) throw new Failure('spaceFull')
    remember(upload)
    return upload
  }

  /** The folder that an upload goes into; those that it names below are made. */
  async function folderOf({ hash, folders }: Unhashed, space: EnteredSpace, actor: SignedIn): Promise<string> {
    if (folders) return files.create({ spaceId: space.id, hash, path: folders, existing: 'reuse' }, actor)
    if (hash) await files.demandFolder(space, hash)
    return hash ?? space.rootId
  }

  /** Uploads that begin together reserve their room together, or one by one when not all of it is there. */
  const reserve = gather<NewUpload, boolean>(BATCH_MAX, async (spaceId, wishes) => {
    if (await store.insert(spaceId, wishes)) return wishes.map(() => true)
    if (wishes.length === 1) return [false]
    const answers: boolean[] = []
    for (const wish of wishes) answers.push(await store.insert(spaceId, [wish]))
    return answers
  })

  /** What a taken name means before a byte is sent; null: go on. */
  function settle(
    input: Pick<CheckInput, 'fileMd5' | 'total' | 'conflict'>,
    holder: { record: FileRecord; md5: string | null },
    space: EnteredSpace,
    actor: SignedIn,
  ): CheckAnswer | null {
    const isSame = holder.md5 === input.fileMd5.toLowerCase() && holder.record.size === input.total
    if (isSame && input.conflict !== 'keepBoth') return { code: CHECK_EXISTS, file: holder.record }
    if (input.conflict === 'skip') return { code: CHECK_EXISTS, file: holder.record }
    if (input.conflict === 'refuse') return refuse('nameTaken')
    if (input.conflict === 'keepBoth') return null
    if (holder.record.mime === 'directory') return refuse('nameTaken')
    return can(actor, 'file.edit', { space: space.facts, authorId: holder.record.author.personId })
      ? null
      : refuse('forbidden')
  }

  /** Content that the caller could download already need not be sent again; any other is as if it were not there. */
  async function known(md5: string, size: number, actor: SignedIn): Promise<string | null> {
    const twins: Twin[] = await store.twins(md5, size, actor.id)
    for (const twin of twins) if (await mayDownload(twin, actor)) return twin.sha256
    return null
  }

  async function mayDownload(twin: Twin, actor: SignedIn): Promise<boolean> {
    const space = await spaces.enter(twin.space_id, actor).catch((error: unknown) => {
      if (error instanceof Failure) return null
      throw error
    })
    if (!space || !can(actor, 'file.download', { space: space.facts, authorId: twin.author_id })) return false
    return files.isLive(space.id, twin.node_id)
  }

  /** Uploads under way, as they began; whether one is over by now, and its conflict, only its row tells. */
  const underWay = new Map<string, UploadRow>()

  async function find(checkId: string, owner: Owner): Promise<UploadRow> {
    const upload = await store.find(checkId, owner)
    if (!upload) throw new Failure('uploadGone')
    return upload
  }

  function remember(upload: UploadRow): void {
    underWay.delete(upload.id)
    underWay.set(upload.id, upload)
    if (underWay.size > REMEMBERED_MAX) underWay.delete(underWay.keys().next().value ?? '')
  }

  function rememberedOf(checkId: string, owner: Owner): UploadRow | undefined {
    const known = underWay.get(checkId)
    return known?.person_id === owner.personId && known.receipt_id === owner.receiptId ? known : undefined
  }

  async function received(checkId: string, owner: Owner) {
    const { size } = await find(checkId, owner)
    return blobs.staging.received(checkId, chunkCountOf(size))
  }

  /** Where a chunk goes; throws chunkInvalid for a count, index or length that the promised size does not allow. */
  function placeOf(
    { id, size }: UploadRow,
    { chunkCount, chunkIndex }: ParsedOf<typeof uploads.chunk>,
    length: number,
  ) {
    const count = chunkCountOf(size)
    const offset = chunkIndex * CHUNK_BYTES
    const expected = Math.min(CHUNK_BYTES, size - offset)
    if (chunkCount !== count || chunkIndex >= count || length !== expected) throw new Failure('chunkInvalid')
    return { uploadId: id, index: chunkIndex, offset, chunkCount: count }
  }

  async function chunk(input: ParsedOf<typeof uploads.chunk>, bytes: Buffer, owner: Owner): Promise<null> {
    const upload = rememberedOf(input.checkId, owner) ?? (await find(input.checkId, owner))
    if (upload.node_id) return null
    remember(upload)
    const lost = await blobs.staging.write(placeOf(upload, input, bytes.length), bytes).catch(asIncomplete)
    if (lost) throw lost
    fault('chunk-written')
    return null
  }

  /** Merges under way: asked twice at once, both hear of one. */
  const merging = new Map<string, Promise<FileRecord>>()

  function merge({ checkId }: ParsedOf<typeof uploads.merge>, actor: SignedIn): Promise<FileRecord> {
    const key = `${actor.id} ${checkId}`
    const running = merging.get(key) ?? mergeOnce(checkId, actor).finally(() => merging.delete(key))
    merging.set(key, running)
    return running
  }

  async function mergeOnce(checkId: string, actor: SignedIn): Promise<FileRecord> {
    const owner = ownerOf(actor)
    const upload = rememberedOf(checkId, owner) ?? (await find(checkId, owner))
    const space = await spaces.enter(upload.space_id, actor)
    if (upload.node_id) return files.recordOf(space.id, upload.node_id)
    if (!can(actor, 'file.make', space.facts)) throw new Failure('fileForbidden', { values: { name: upload.name } })
    return complete(upload, {
      doer: actor,
      mayReplace: (authorId) => can(actor, 'file.edit', { space: space.facts, authorId }),
    })
  }

  /** Proves what is stored, and makes it a file. */
  async function complete(upload: UploadRow, by: By, folderFor?: FolderFor): Promise<FileRecord> {
    const count = chunkCountOf(upload.size)
    const digest = await blobs.staging.seal(upload.id, count).catch(asIncomplete)
    if (digest instanceof Failure) return done(upload, digest)
    const isPromised = upload.md5 === null || digest.md5 === upload.md5
    if (!isPromised || digest.size !== upload.size) {
      // What is stored is not what was promised: it can't be mended chunk by chunk.
      await blobs.staging.discard(upload.id)
      throw new Failure('uploadHashWrong')
    }
    fault('merge-sealed')
    // The names in the store come now, while others have the space's queue; in it only what is missing then.
    const lost = await blobs.staging.publish([{ uploadId: upload.id, sha256: digest.sha256 }]).catch(asIncomplete)
    if (lost) return done(upload, lost)
    const folder_id = folderFor ? await folderFor(droppedIn(upload)) : upload.folder_id
    const placed = await commit(upload.space_id, { upload: { ...upload, folder_id }, digest, ...by })
    if (!placed) return done(upload)
    if (placed instanceof Failure) throw placed
    return placed
  }

  /** The file of an upload that another call finished meanwhile; throws uploadGone for one that is none. */
  async function done({ id, space_id, person_id, receipt_id }: UploadRow, otherwise?: Failure): Promise<FileRecord> {
    const { node_id } = await find(id, { personId: person_id, receiptId: receipt_id })
    if (node_id) return files.recordOf(space_id, node_id)
    throw otherwise ?? new Failure('uploadGone')
  }

  /** Merges of a space that arrive together become files in one transaction; each hears of its own fate, null when it was over. */
  const commit = gather<Merge, FileRecord | Failure | null>(BATCH_MAX, async (spaceId, merges) => {
    const outcomes = await transact(db, (tx) => commitRound(tx, spaceId, merges))
    fault('merge-committed')
    for (const { upload } of merges) tidy(upload.id)
    files.tell(
      spaceId,
      merges.map(({ upload }) => upload.folder_id),
    )
    return merges.map(({ upload }) => outcomes.get(upload.id) ?? null)
  })

  async function commitRound(tx: Tx, spaceId: string, merges: Merge[]): Promise<Map<string, FileRecord | Failure>> {
    await lockSpace(tx, spaceId)
    // Asked twice at once, or again after an answer that got lost: one file, and both hear of it.
    const open = await store.openAmong(
      tx,
      merges.map(({ upload }) => upload.id),
    )
    const due = [...new Map(merges.map((one) => [one.upload.id, one])).values()].flatMap((one) => {
      const conflict = open.get(one.upload.id)
      return conflict ? [{ ...one, upload: { ...one.upload, conflict } }] : []
    })
    // A content whose file is refused is nobody's, and swept as such.
    const [records] = await Promise.all([files.place(tx, spaceId, due.map(entryOf)), publish(due)])
    const made = due.flatMap((one, at) => {
      const record = records[at]
      return record && !(record instanceof Failure) ? [{ ...one, record }] : []
    })
    fault('merge-published')
    await store.finish(
      tx,
      made.map(({ upload, record }) => ({ id: upload.id, nodeId: record.hash })),
    )
    const dropped = made.flatMap(({ upload }) => (upload.receipt_id ? [upload.id] : []))
    if (dropped.length) await store.note(tx, dropped, now())
    fault('merge-in-transaction')
    return new Map(due.map(({ upload }, at) => [upload.id, records[at] ?? new Failure('uploadGone')]))
  }

  /** Staged bytes of a finished upload go while the next one is under way; what a crash leaves is swept. */
  function tidy(uploadId: string): void {
    underWay.delete(uploadId)
    blobs.staging.discard(uploadId).catch((error: unknown) => log.warn({ err: error }, 'staged bytes not removed'))
  }

  const entryOf = ({ upload, digest, doer, mayReplace }: Merge) => ({
    folderId: upload.folder_id,
    name: upload.name,
    blob: digest,
    authorId: upload.person_id,
    doer,
    conflict: upload.conflict,
    mayReplace,
    releaseBytes: upload.size,
    change: 'uploaded' as const,
  })

  /** Puts staged contents into the store; what is there already (an upload without bytes) stays as it is. */
  async function publish(merges: readonly Merge[]): Promise<void> {
    const isStored = await Promise.all(merges.map(({ digest }) => blobs.has(digest.sha256)))
    const fresh = merges.filter((_merge, at) => !isStored[at])
    await blobs.staging.publish(fresh.map(({ upload, digest }) => ({ uploadId: upload.id, sha256: digest.sha256 })))
  }

  /** In the space's queue: what gives room back would wait for whoever holds the counters, with a connection each. */
  const giveUp = ({ id, space_id }: UploadRow): Promise<boolean> =>
    transact(db, async (tx) => {
      await lockSpace(tx, space_id)
      return store.giveUp(id, tx)
    })

  async function cancel(checkId: string, owner: Owner): Promise<null> {
    const upload = await store.find(checkId, owner)
    if (upload) underWay.delete(checkId)
    if (upload && !upload.node_id && (await giveUp(upload))) await blobs.staging.discard(checkId)
    return null
  }

  /** A visitor's upload to a drop box: what is there already is not theirs to know, and nothing is replaced. */
  async function checkDropped(tx: Tx, wish: Dropped): Promise<string> {
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

  /** The folders that a visitor's file comes in, joined by `/`. */
  const droppedIn = ({ dropped_as: whole, name }: UploadRow) => (whole ?? name).slice(0, -name.length - 1)

  async function mergeDropped(checkId: string, owner: Owner, doer: Doer, folderFor: FolderFor): Promise<void> {
    const upload = await find(checkId, owner)
    if (!upload.node_id) await complete(upload, { doer, mayReplace: () => false }, folderFor)
  }

  return {
    check,
    begin,
    received: (checkId: string, actor: SignedIn) => received(checkId, ownerOf(actor)),
    chunk: (input: ParsedOf<typeof uploads.chunk>, bytes: Buffer, actor: SignedIn) =>
      chunk(input, bytes, ownerOf(actor)),
    merge,
    cancel: ({ checkId }: ParsedOf<typeof uploads.cancel>, actor: SignedIn) => cancel(checkId, ownerOf(actor)),
    dropped: { check: checkDropped, received, chunk, merge: mergeDropped, cancel },
  }
}
