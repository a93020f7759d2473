import { CHUNK_BYTES } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { chunkCountOf, type uploads } from '#contract/uploads.ts'
import { Failure } from '#server/failure.ts'
import { attributeRequest } from '#server/http/traffic.ts'
import { INCOMPLETE } from '#server/storage/blobs/blob-store.ts'
import { fault } from '#server/storage/fault.ts'
import { findUpload, type Shared } from './needs.ts'
import type { Owner, UploadRow } from './store.ts'
/** Missing data can be sent again. */
export function asIncomplete(error: NodeJS.ErrnoException): Failure {
  if (error.code !== INCOMPLETE) throw error
  return new Failure('uploadIncomplete', { cause: error })
}
/** Position of a chunk; throws chunkInvalid for a count, index or length that contradicts the announced size. */
function placeOf({ id, size }: UploadRow, { chunkCount, chunkIndex }: ParsedOf<typeof uploads.chunk>, length: number) {
  const count = chunkCountOf(size)
  const offset = chunkIndex * CHUNK_BYTES
  const expected = Math.min(CHUNK_BYTES, size - offset)
  if (chunkCount !== count || chunkIndex >= count || length !== expected) throw new Failure('chunkInvalid')
  return { uploadId: id, index: chunkIndex, offset, chunkCount: count }
}

/** Receives the chunks of an upload. */
export function chunkRules(shared: Shared) {
  const { blobs, underWay } = shared

  async function received(checkId: string, owner: Owner) {
    const { size } = await findUpload(shared, checkId, owner)
    return blobs.staging.received(checkId, chunkCountOf(size))
  }

  async function chunk(input: ParsedOf<typeof uploads.chunk>, bytes: Buffer, owner: Owner): Promise<null> {
    const upload = underWay.of(input.checkId, owner) ?? (await findUpload(shared, input.checkId, owner))
    attributeRequest({ spaceId: upload.space_id })
    if (upload.node_id) return null
    underWay.remember(upload)
    const lost = await blobs.staging.write(placeOf(upload, input, bytes.length), bytes).catch(asIncomplete)
    if (lost) throw lost
    fault('chunk-written')
    return null
  }

  return { received, chunk }
}
