import type { Readable } from 'node:stream'

export type Digest = { sha256: string; md5: string; size: number }
/** Chunks that are stored, as `[from, to]` pairs of indexes, both included, ascending. */
export type Ranges = [from: number, to: number][]

/** Code of the error when chunks of an upload are missing. */
export const INCOMPLETE = 'INCOMPLETE'

/** Code of the error when the store itself does not work, wherever it is; what was asked may be asked again. */
export const STORE_AWAY = 'STORE_AWAY'

/** A place for one chunk in a staged upload. */
export type ChunkPlace = { uploadId: string; index: number; offset: number; chunkCount: number }

/**
 * Where contents live, by their SHA-256 (hex). Drivers pass the conformance suite in `tests/conformance`.
 *
 * What `put` and `publish` answered survives power loss, what `write` answered survives the death of the process.
 */
export type BlobStore = {
  /** Bytes of a content, whole or a range (both ends included). Fails with code ENOENT when there is none. */
  read(sha256: string, range?: { start: number; end: number }): Promise<Readable>
  /** Runs something that wants a content as a file of this machine; the file is only to be read, and only meanwhile. */
  withFile<T>(sha256: string, run: (path: string) => Promise<T>): Promise<T>
  /** The folder that all files of `withFile` are in. */
  readonly folder: string
  has(sha256: string): Promise<boolean>
  /** Stores a content; a second copy costs nothing. */
  put(content: Readable | Uint8Array): Promise<Digest>
  /** Forgets a content; one that is not there is no error. */
  remove(sha256: string): Promise<void>
  /** Every content, in the order of the hashes. */
  list(): AsyncIterable<{ sha256: string; size: number; modifiedMs: number }>
  /** Fails when the store can't be written. */
  probe(): Promise<void>
  close(): Promise<void>

  staging: {
    /** Room for a chunk of at most so many bytes, to be handed to `write`. */
    buffer(bytes: number): Buffer
    /**
     * Stores one chunk at its offset; in any order, twice or at once, on any node that the store allows, and to no avail once
     * the upload is sealed. One that comes again counts as it came last, unless its part was taken up already. `bytes`,
     * from `buffer`, is the store's from now on.
     */
    write(place: ChunkPlace, bytes: Buffer): Promise<void>
    /** Which chunks are stored; none for an upload that nobody began. */
    received(uploadId: string, chunkCount: number): Promise<Ranges>
    /** Finishes the hashes of a complete upload; the content need not be in the store yet. Fails with code INCOMPLETE. */
    seal(uploadId: string, chunkCount: number): Promise<Digest>
    /**
     * Puts sealed uploads into the store under their hashes, without their bytes passing through here; `discard` follows.
     * Fails with code INCOMPLETE when somebody removed what was stored.
     */
    publish(uploads: readonly { uploadId: string; sha256: string }[]): Promise<void>
    discard(uploadId: string): Promise<void>
    list(): AsyncIterable<{ uploadId: string; modifiedMs: number }>
  }
}
