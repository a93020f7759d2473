import type { FastifyBaseLogger } from 'fastify'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import { type FileRecord, isFileName } from '#contract/files.ts'
import { CHECK_EXISTS, CHECK_GO_ON, chunkCountOf, type uploads } from '#contract/uploads.ts'
import { batcher } from '#server/concurrency/batcher.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { EnteredSpace, SpaceService } from '#server/modules/spaces/index.ts'
import { type BlobStore, INCOMPLETE } from '#server/storage/blobs/blob-store.ts'
import { type Db, transact } from '#server/storage/database.ts'
import { fault } from '#server/storage/fault.ts'
import { lockSpace } from '#server/storage/locks.ts'
import { type By, committing } from './committing.ts'
import { droppedRules } from './dropped.ts'
import { answerTakenName, type CheckAnswer, type CheckInput, precheckRules, refuse } from './precheck.ts'
import type { NewUpload, Owner, UploadRow, UploadStore } from './store.ts'
import { uploadsUnderWay } from './uploads-under-way.ts'

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

/** An upload that tells no hash; `folders`, joined by `/`, are made below the folder `hash`. */
export type Unhashed = Pick<CheckInput, 'spaceId' | 'hash' | 'name' | 'total' | 'conflict'> & { folders: string }

/** Reservations that one statement makes at most. */
const BATCH_MAX = 200

/** What is not there can be sent again. */
function asIncomplete(error: NodeJS.ErrnoException): Failure {
  if (error.code !== INCOMPLETE) throw error
  return new Failure('uploadIncomplete', { cause: error })
}
const ownerOf = ({ id }: SignedIn): Owner => ({ personId: id, receiptId: null })
const byOf = (actor: SignedIn, { policyContext }: EnteredSpace): By => ({
  doer: actor,
  mayReplace: (authorId) => can(actor, 'file.edit', { space: policyContext, authorId }),
})

export type UploadService = ReturnType<typeof uploadService>

export function uploadService({ store, blobs, db, spaces, files, now, newId, log }: Needs) {
  const underWay = uploadsUnderWay()
  const commit = committing({ store, blobs, db, files, now, log, forget: underWay.forget })
  const { known } = precheckRules({ store, spaces, files })

  async function check(input: CheckInput, actor: SignedIn): Promise<CheckAnswer> {
    const space = await spaces.enter(input.spaceId, actor)
    if (!isFileName(input.name)) return refuse('nameInvalid')
    if (!can(actor, 'file.make', space.policyContext)) return refuse('forbidden')
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
    const nameAnswer = holder && answerTakenName(input, holder, space, actor)
    if (nameAnswer) return nameAnswer
    const begun = outlook.isBegun && (await store.resume(like))
    if (begun) return { code: CHECK_GO_ON, checkId: begun }
    const mine = { receipt_id: null, dropped_as: null, node_id: null }
    const upload = { ...like, ...mine, id: newId(), space_id: space.id }
    const sha256 = outlook.isKnown ? await known(md5, input.total, actor) : null
    const isNoted = await reserve(space.id, { ...upload, now: now() })
    if (!isNoted) return refuse('full')
    underWay.remember(upload)
    if (!sha256) return { code: CHECK_GO_ON, checkId: upload.id }
    const placed = await commit(space.id, {
      upload,
      digest: { sha256, md5, size: input.total },
      ...byOf(actor, space),
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
    if (!can(actor, 'file.make', space.policyContext)) throw new Failure('fileForbidden', { values })
    const folder_id = await folderOf(wish, space, actor)
    const name = wish.name.normalize('NFC')
    const holder = await files.holderOf(space.id, folder_id, name)
    const nameAnswer = holder && answerTakenName({ ...wish, fileMd5: '' }, holder, space, actor)
    if (nameAnswer) throw new Failure(nameAnswer.reason === 'forbidden' ? 'fileForbidden' : 'fileNameTaken', { values })
    const content = { md5: null, size: wish.total, node_id: null }
    const mine = { person_id: actor.id, receipt_id: null, dropped_as: null }
    const upload = { id: newId(), space_id: space.id, folder_id, name, conflict: wish.conflict, ...content, ...mine }
    if (!(await reserve(space.id, { ...upload, now: now() }))) throw new Failure('spaceFull')
    underWay.remember(upload)
    return upload
  }

  /** The folder that an upload goes into; those that it names below are made. */
  async function folderOf({ hash, folders }: Unhashed, space: EnteredSpace, actor: SignedIn): Promise<string> {
    if (folders) return files.create({ spaceId: space.id, hash, path: folders, existing: 'reuse' }, { actor })
    if (hash) await files.demandFolder(space, hash)
    return hash ?? space.rootId
  }

  /** Uploads that begin together reserve their room together, or one by one when not all of it is there. */
  const reserve = batcher<NewUpload, boolean>(BATCH_MAX, async (spaceId, wishes) => {
    if (await store.insert(spaceId, wishes)) return wishes.map(() => true)
    if (wishes.length === 1) return [false]
    const answers: boolean[] = []
    for (const wish of wishes) answers.push(await store.insert(spaceId, [wish]))
    return answers
  })

  async function find(checkId: string, owner: Owner): Promise<UploadRow> {
    const upload = await store.find(checkId, owner)
    if (!upload) throw new Failure('uploadGone')
    return upload
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
    const upload = underWay.of(input.checkId, owner) ?? (await find(input.checkId, owner))
    if (upload.node_id) return null
    underWay.remember(upload)
    const lost = await blobs.staging.write(placeOf(upload, input, bytes.length), bytes).catch(asIncomplete)
    if (lost) throw lost
    fault('chunk-written')
    return null
  }

  /** Merges under way: asked twice at once, both hear of one. */
  const merging = new Map<string, Promise<FileRecord>>()

  function merge({ checkId }: ParsedOf<typeof uploads.merge>, { actor }: ByActor): Promise<FileRecord> {
    const key = `${actor.id} ${checkId}`
    const running = merging.get(key) ?? mergeOnce(checkId, actor).finally(() => merging.delete(key))
    merging.set(key, running)
    return running
  }

  async function mergeOnce(checkId: string, actor: SignedIn): Promise<FileRecord> {
    const owner = ownerOf(actor)
    const upload = underWay.of(checkId, owner) ?? (await find(checkId, owner))
    const space = await spaces.enter(upload.space_id, actor)
    if (upload.node_id) return files.recordOf(space.id, upload.node_id)
    if (!can(actor, 'file.make', space.policyContext))
      throw new Failure('fileForbidden', { values: { name: upload.name } })
    return complete(upload, byOf(actor, space))
  }

  /** Proves what is stored, and makes it a file. */
  async function complete(upload: UploadRow, by: By, folderNow?: () => Promise<string>): Promise<FileRecord> {
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
    const folder_id = folderNow ? await folderNow() : upload.folder_id
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

  /** In the space's queue: what gives room back would wait for whoever holds the counters, with a connection each. */
  const giveUp = ({ id, space_id }: UploadRow): Promise<boolean> =>
    transact(db, async (tx) => {
      await lockSpace(tx, space_id)
      return store.giveUp(id, tx)
    })

  async function cancel(checkId: string, owner: Owner): Promise<null> {
    const upload = await store.find(checkId, owner)
    if (upload) underWay.forget(checkId)
    if (upload && !upload.node_id && (await giveUp(upload))) await blobs.staging.discard(checkId)
    return null
  }

  return {
    check,
    begin,
    received: (checkId: string, actor: SignedIn) => received(checkId, ownerOf(actor)),
    chunk: (input: ParsedOf<typeof uploads.chunk>, bytes: Buffer, { actor }: ByActor) =>
      chunk(input, bytes, ownerOf(actor)),
    merge,
    cancel: ({ checkId }: ParsedOf<typeof uploads.cancel>, { actor }: ByActor) => cancel(checkId, ownerOf(actor)),
    dropped: { ...droppedRules({ store, find, complete, now, newId }), received, chunk, cancel },
  }
}
