import { can } from '#contract/core/policy.ts'
import { isFileName } from '#contract/files.ts'
import { CHECK_EXISTS, CHECK_GO_ON } from '#contract/uploads.ts'
import { batcher } from '#server/concurrency/batcher.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { EnteredSpace } from '#server/modules/spaces/index.ts'
import { byOf, doneUpload, type Shared } from './needs.ts'
import { answerTakenName, type CheckAnswer, type CheckInput, precheckRules, refuse } from './precheck.ts'
import type { NewUpload, UploadRow } from './store.ts'
/** An upload without an announced hash; `folders`, joined by `/`, are created below the folder `hash`. */
export type Unhashed = Pick<CheckInput, 'spaceId' | 'hash' | 'name' | 'total' | 'conflict'> & { folders: string }

/** Most reservations in one statement. */
const BATCH_MAX = 200

/** Begins uploads: checks permissions, reserves storage, and completes known contents at once. */
export function beginning(shared: Shared) {
  const { store, spaces, files, now, newId, underWay, commit } = shared
  const { known } = precheckRules({ store, spaces, files })

  async function check(input: CheckInput, actor: SignedIn): Promise<CheckAnswer> {
    const space = await spaces.enter(input.spaceId, actor)
    if (!isFileName(input.name)) return refuse('nameInvalid')
    if (!can(actor, 'file.make', space.policyContext)) return refuse('forbidden')
    const name = input.name.normalize('NFC')
    const md5 = input.fileMd5.toLowerCase()
    const stated = { md5, sha256: input.fileSha256?.toLowerCase() ?? null, size: input.total }
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
    const isSame = holder ? await store.isSame(holder.hash, stated, actor.id) : false
    const nameAnswer = holder && answerTakenName({ conflict: input.conflict, isSame }, holder, space, actor)
    if (nameAnswer) return nameAnswer
    const begun = outlook.isBegun && (await store.resume(like))
    if (begun) return { code: CHECK_GO_ON, checkId: begun }
    const mine = { receipt_id: null, dropped_as: null, node_id: null }
    const upload = { ...like, ...mine, id: newId(), space_id: space.id }
    const sha256 = outlook.isKnown ? await known(stated, actor) : null
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
      : { code: CHECK_EXISTS, file: placed ?? (await doneUpload(shared, upload)) }
  }

  /**
   * Begins an upload whose content is unknown until it has arrived, so an existing file of its name can't be the same.
   * Throws fileNameInvalid, fileForbidden, fileNameTaken, spaceFull and the refusals of entering a space.
   */
  async function begin(wish: Unhashed, actor: SignedIn): Promise<UploadRow> {
    const space = await spaces.enter(wish.spaceId, actor)
    const values = { name: wish.name }
    if (!isFileName(wish.name)) throw new Failure('fileNameInvalid', { values })
    if (!can(actor, 'file.make', space.policyContext)) throw new Failure('fileForbidden', { values })
    const folder_id = await folderOf(wish, space, actor)
    const name = wish.name.normalize('NFC')
    const holder = await files.holderOf(space.id, folder_id, name)
    const nameAnswer = holder && answerTakenName({ conflict: wish.conflict, isSame: false }, holder, space, actor)
    if (nameAnswer) throw new Failure(nameAnswer.reason === 'forbidden' ? 'fileForbidden' : 'fileNameTaken', { values })
    const content = { md5: null, size: wish.total, node_id: null }
    const mine = { person_id: actor.id, receipt_id: null, dropped_as: null }
    const upload = { id: newId(), space_id: space.id, folder_id, name, conflict: wish.conflict, ...content, ...mine }
    if (!(await reserve(space.id, { ...upload, now: now() }))) throw new Failure('spaceFull')
    underWay.remember(upload)
    return upload
  }

  /** Target folder of an upload; missing folders below it are created. */
  async function folderOf({ hash, folders }: Unhashed, space: EnteredSpace, actor: SignedIn): Promise<string> {
    if (folders) return files.create({ spaceId: space.id, hash, path: folders, existing: 'reuse' }, { actor })
    if (hash) await files.demandFolder(space, hash)
    return hash ?? space.rootId
  }

  /** Concurrent uploads reserve their storage together, or one by one if the total does not fit. */
  const reserve = batcher<NewUpload, boolean>(BATCH_MAX, async (spaceId, wishes) => {
    if (await store.insert(spaceId, wishes)) return wishes.map(() => true)
    if (wishes.length === 1) return [false]
    const answers: boolean[] = []
    for (const wish of wishes) answers.push(await store.insert(spaceId, [wish]))
    return answers
  })

  return { check, begin }
}
