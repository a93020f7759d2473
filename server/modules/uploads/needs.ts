import type { FastifyBaseLogger } from 'fastify'
import { can } from '#contract/core/policy.ts'
import type { FileRecord } from '#contract/files.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { FilesModule } from '#server/modules/files/index.ts'
import type { EnteredSpace, SpaceService } from '#server/modules/spaces/index.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import type { By, Commit } from './committing.ts'
import type { Owner, UploadRow, UploadStore } from './store.ts'
import type { UploadsUnderWay } from './uploads-under-way.ts'

export type UploadNeeds = {
  store: UploadStore
  blobs: BlobStore
  db: Db
  spaces: SpaceService
  files: FilesModule
  now: () => Date
  newId: () => string
  log: FastifyBaseLogger
}

/** Shared by the steps of an upload. */
export type Shared = UploadNeeds & { underWay: UploadsUnderWay; commit: Commit }

export const ownerOf = ({ id }: SignedIn): Owner => ({ personId: id, receiptId: null })
export const byOf = (actor: SignedIn, { policyContext }: EnteredSpace): By => ({
  doer: actor,
  mayReplace: (authorId) => can(actor, 'file.edit', { space: policyContext, authorId }),
})

/** Finds an upload. Throws uploadGone. */
export async function findUpload(
  { store }: Pick<UploadNeeds, 'store'>,
  checkId: string,
  owner: Owner,
): Promise<UploadRow> {
  const upload = await store.find(checkId, owner)
  if (!upload) throw new Failure('uploadGone')
  return upload
}

/** The file of an upload that another call has completed; throws uploadGone if there is none. */
export async function doneUpload(
  needs: Pick<UploadNeeds, 'store' | 'files'>,
  { id, space_id, person_id, receipt_id }: UploadRow,
  otherwise?: Failure,
): Promise<FileRecord> {
  const { node_id } = await findUpload(needs, id, { personId: person_id, receiptId: receipt_id })
  if (node_id) return needs.files.recordOf(space_id, node_id)
  throw otherwise ?? new Failure('uploadGone')
}
