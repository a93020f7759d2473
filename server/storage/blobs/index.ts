import type { Config } from '#server/config.ts'
import type { BlobStore } from './blob-store.ts'
import { localBlobStore } from './local.ts'

export type { BlobStore } from './blob-store.ts'

/** Opens the store that the configuration names. */
export const openBlobStore = (config: Pick<Config, 'blobDir'>): Promise<BlobStore> => localBlobStore(config.blobDir)
