import type { ParsedOf } from '#contract/core/operation.ts'
import { can } from '#contract/core/policy.ts'
import type { FileRecord } from '#contract/files.ts'
import { chunkCountOf, type uploads } from '#contract/uploads.ts'
import { Failure } from '#server/failure.ts'
import type { ByActor, SignedIn } from '#server/http/context.ts'
import { fault } from '#server/storage/fault.ts'
import { asIncomplete } from './chunks.ts'
import type { By } from './committing.ts'
import { byOf, doneUpload, findUpload, ownerOf, type Shared } from './needs.ts'
import type { UploadRow } from './store.ts'

/** Makes files of complete uploads. */
export function merging(shared: Shared) {
  const { blobs, spaces, files, underWay, commit } = shared

  /** Running merges: concurrent requests share one. */
  const running = new Map<string, Promise<FileRecord>>()

  function merge({ checkId }: ParsedOf<typeof uploads.merge>, { actor }: ByActor): Promise<FileRecord> {
    const key = `${actor.id} ${checkId}`
    const one = running.get(key) ?? mergeOnce(checkId, actor).finally(() => running.delete(key))
    running.set(key, one)
    return one
  }

  async function mergeOnce(checkId: string, actor: SignedIn): Promise<FileRecord> {
    const owner = ownerOf(actor)
    const upload = underWay.of(checkId, owner) ?? (await findUpload(shared, checkId, owner))
    const space = await spaces.enter(upload.space_id, actor)
    if (upload.node_id) return files.recordOf(space.id, upload.node_id)
    if (!can(actor, 'file.make', space.policyContext))
      throw new Failure('fileForbidden', { values: { name: upload.name } })
    return complete(upload, byOf(actor, space))
  }

  /** Verifies the staged bytes, and makes them a file. */
  async function complete(upload: UploadRow, by: By, folderNow?: () => Promise<string>): Promise<FileRecord> {
    const count = chunkCountOf(upload.size)
    const digest = await blobs.staging.seal(upload.id, count).catch(asIncomplete)
    if (digest instanceof Failure) return doneUpload(shared, upload, digest)
    const isPromised = upload.md5 === null || digest.md5 === upload.md5
    if (!isPromised || digest.size !== upload.size) {
      // The content differs from the announced one: single chunks can't repair it.
      await blobs.staging.discard(upload.id)
      throw new Failure('uploadHashWrong')
    }
    fault('merge-sealed')
    // Contents are published before the space's lock is taken; under the lock only missing ones.
    const lost = await blobs.staging.publish([{ uploadId: upload.id, sha256: digest.sha256 }]).catch(asIncomplete)
    if (lost) return doneUpload(shared, upload, lost)
    const folder_id = folderNow ? await folderNow() : upload.folder_id
    const placed = await commit(upload.space_id, { upload: { ...upload, folder_id }, digest, ...by })
    if (!placed) return doneUpload(shared, upload)
    if (placed instanceof Failure) throw placed
    return placed
  }

  return { merge, complete }
}
