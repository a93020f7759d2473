import type { Readable } from 'node:stream'

export type Digest = { sha256: string; md5: string; size: number }
/** Stored chunks, as `[from, to]` pairs of indexes, both included, ascending. */
export type Ranges = [from: number, to: number][]

/** Code of the error when chunks of an upload are missing. */
export const INCOMPLETE = 'INCOMPLETE'

/** Code of the error when the store itself is unavailable; the request may be retried. */
export const STORE_AWAY = 'STORE_AWAY'

/** Position of one chunk in a staged upload. */
export type ChunkPlace = { uploadId: string; index: number; offset: number; chunkCount: number }

/**
 * The store of contents by their SHA-256 (hex). Drivers pass the conformance suite in `tests/conformance`.
 * Once `put` or `publish` resolves, its data survives power loss; once `write` resolves, its data survives the death of
 * the process.
 */
export type BlobStore = {
  /** Bytes of a content, whole or a range (both ends included). Fails with code ENOENT when there is none. */
  read(sha256: string, range?: { start: number; end: number }): Promise<Readable>
  /** Runs work that needs a content as a local file; the file is read-only and valid only during the call. */
  withFile<T>(sha256: string, run: (path: string) => Promise<T>): Promise<T>
  /** The folder of all files of `withFile`. */
  readonly folder: string
  has(sha256: string): Promise<boolean>
  /**
   * Stores a content; storing it again needs no more space. With `replaces`, an existing file with its hash is
   * rewritten atomically: until then readers get the old one. Requesting the next piece of the content ends the use of
   * the previous one.
   */
  put(content: AsyncIterable<Uint8Array> | Uint8Array, options?: { replaces: boolean }): Promise<Digest>
  /** Stores small contents together; `bytes` contains them one after another and belongs to the store from now on. */
  putAll(bytes: Uint8Array<ArrayBuffer>, sizes: readonly number[]): Promise<Digest[]>
  /** Removes a content; a missing one is no error. */
  remove(sha256: string): Promise<void>
  /** Every content, in the order of the hashes. */
  list(): AsyncIterable<{ sha256: string; size: number; modifiedMs: number }>
  /** Fails when the store can't be written. */
  probe(): Promise<void>
  close(): Promise<void>

  staging: {
    /** A buffer for a chunk of at most `bytes` bytes, to be passed to `write`. */
    buffer(bytes: number): Buffer
    /**
     * Stores one chunk at its offset; chunks may arrive in any order, repeatedly, concurrently and on any node that the
     * store allows; ignored once the upload is sealed. The last version of a repeated chunk counts, unless it is
     * already in a part. `bytes`, from `buffer`, belongs to the store from now on.
     */
    write(place: ChunkPlace, bytes: Buffer): Promise<void>
    /** Indexes of the stored chunks; empty for an unknown upload. */
    received(uploadId: string, chunkCount: number): Promise<Ranges>
    /** Finishes the hash of a complete upload; the content need not be published yet. Fails with code INCOMPLETE. */
    seal(uploadId: string, chunkCount: number): Promise<Digest>
    /**
     * Publishes sealed uploads under their hashes, without copying their bytes through this process; `discard` follows.
     * Fails with code INCOMPLETE when stored data was removed.
     */
    publish(uploads: readonly { uploadId: string; sha256: string }[]): Promise<void>
    discard(uploadId: string): Promise<void>
    list(): AsyncIterable<{ uploadId: string; modifiedMs: number }>
  }
}
