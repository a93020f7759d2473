import { STORE_AWAY } from './blob-store.ts'

/** What a store says that has no room left, whoever made it. */
const FULL = new Set(['QuotaExceeded', 'QuotaExceededException', 'XMinioStorageFull', 'InsufficientCapacity'])
const NOT_THERE = new Set(['NoSuchKey', 'NotFound', 'NoSuchUpload'])
const INSUFFICIENT_STORAGE = 507

type SdkError = { name?: string; message?: string; $metadata?: { httpStatusCode?: number } }

function codeOf({ name = '', $metadata }: SdkError): string {
  if (NOT_THERE.has(name)) return 'ENOENT'
  if (FULL.has(name) || $metadata?.httpStatusCode === INSUFFICIENT_STORAGE) return 'ENOSPC'
  return STORE_AWAY
}

/**
 * An error of an object store with the code that the rest knows: ENOENT, ENOSPC, else STORE_AWAY, whether it does not
 * answer, refuses us, or lost its bucket. The cause says which.
 */
export function asStoreError(error: unknown): Error & { code: string } {
  const sdkError = error as SdkError
  const status = sdkError.$metadata?.httpStatusCode
  const words = [sdkError.name, status, sdkError.message].filter(Boolean).join(' ')
  return Object.assign(new Error(`object store: ${words}`, { cause: error }), { code: codeOf(sdkError) })
}
