import { STORE_AWAY } from './blob-store.ts'

/** Error codes of various S3 servers for a full store. */
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
 * Maps an error of an S3 store to a code: ENOENT, ENOSPC, else STORE_AWAY (no answer, access denied, or no bucket). The
 * cause has the details.
 */
export function asStoreError(error: unknown): Error & { code: string } {
  const sdkError = error as SdkError
  const status = sdkError.$metadata?.httpStatusCode
  const words = [sdkError.name, status, sdkError.message].filter(Boolean).join(' ')
  return Object.assign(new Error(`object store: ${words}`, { cause: error }), { code: codeOf(sdkError) })
}
