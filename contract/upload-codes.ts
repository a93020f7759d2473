import { CHUNK_BYTES } from './core/limits.ts'

/**
 * Values of `data.code` in the answer of `check`. Source: spec section 4; the other codes state their reason in
 * `message`.
 */
export const CHECK_GO_ON = 0
export const CHECK_EXISTS = 3
/**
 * Codes other than 0 and 3: the name is not allowed (1), no right (2), the name is taken (4), the space is full (5).
 */
export const checkRefusals = { nameInvalid: 1, forbidden: 2, nameTaken: 4, full: 5 } as const

/**
 * Number of upload chunks of a file. Chunks are CHUNK_BYTES (2 MiB) long, the last one shorter; an empty file has one
 * empty chunk (our choice). Throws RangeError for a negative size. Source: spec section 9, Upload.
 */
export const chunkCountOf = (sizeBytes: number): number => {
  if (sizeBytes < 0) throw new RangeError(`a file has no ${sizeBytes} bytes`)
  return Math.max(1, Math.ceil(sizeBytes / CHUNK_BYTES))
}
