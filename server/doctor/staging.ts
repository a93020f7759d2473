import { sqlUploadStore } from '#server/modules/uploads/store.ts'
import { BLOB_REST_MS } from '#server/modules/uploads/sweep.ts'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import type { Db } from '#server/storage/database.ts'
import type { Finding } from './finding.ts'

const PAGE = 1000
const UUID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/

/** Staged bytes without an upload, older than an hour: a repair and the next sweep remove them. */
export async function* checkStaging(
  db: Db,
  blobs: BlobStore,
  { repair, now }: { repair: boolean; now: Date },
): AsyncGenerator<Finding> {
  const store = sqlUploadStore(db)
  let strays = 0
  let page: string[] = []
  const look = async () => {
    const known = await store.known(page.filter((id) => UUID.test(id)))
    strays += page.filter((id) => !known.has(id)).length
    page = []
  }
  for await (const { uploadId, modifiedMs } of blobs.staging.list()) {
    if (modifiedMs < now.getTime() - BLOB_REST_MS) page.push(uploadId)
    if (page.length === PAGE) await look()
  }
  await look()
  const so = repair ? 'removed' : 'the next sweep removes them'
  if (strays)
    yield {
      check: 'staging-stray',
      level: 'note',
      isMended: repair,
      said: `${strays} staged uploads that no row knows: ${so}`,
    }
}
