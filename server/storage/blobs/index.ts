import type { Config } from '#server/config.ts'
import type { Db } from '../database.ts'
import type { BlobStore } from './blob-store.ts'
import { localBlobStore } from './local.ts'
import type { Ask } from './staging-pool.ts'

export type { BlobStore } from './blob-store.ts'

/**
 * Opens the configured store; fails when it can't be written. `aheadMs`: how far this machine's clock is ahead of the
 * site's; `keeper`: see `localBlobStore`.
 */
export async function openBlobStore(
  { blobDir, s3 }: Pick<Config, 'blobDir' | 's3'>,
  db: Db,
  aheadMs: () => number = () => 0,
  keeper: Ask | null = null,
): Promise<BlobStore> {
  if (!s3) return localBlobStore(blobDir, aheadMs, keeper)
  // Loaded only when used: its library takes memory that a local folder does not need.
  const { s3BlobStore } = await import('./s3.ts')
  const store = await s3BlobStore({ ...s3, db, folder: blobDir })
  await store.probe().catch((cause: Error) => {
    throw new Error(`BLOB_STORE: ${cause.message}`, { cause })
  })
  return store
}
