import { createHash, type Hash } from 'node:crypto'
import { closeSync, constants, fdatasync, fdatasyncSync, fstatSync, openSync, readSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { SYNC_BYTES } from './arriving-file.ts'
import { type Digest, INCOMPLETE } from './blob-store.ts'

const READ_WRITE = constants.O_RDWR | constants.O_CREAT
/** Values in the map file: one byte a chunk. */
const STORED = 1

/**
 * One upload on disk: a sparse file into which chunks are written at their offset, and beside it (`.map`) a byte for
 * every chunk, written after the data. Hashes are computed over the chunks in order; chunks that arrived early are read
 * back when they are next. Synchronous on purpose: it runs in a worker thread.
 */
export class StagedFile {
  readonly #data: number
  readonly #map: number
  readonly #stored: Uint8Array
  /** True when the file has a link in the store: its bytes are a content now. */
  readonly isPublished: boolean
  #md5: Hash = createHash('md5')
  #sha256: Hash = createHash('sha256')
  #next = 0
  #hashed = 0
  #unsynced = 0

  constructor(path: string, chunkCount: number) {
    this.#data = openSync(path, READ_WRITE, 0o600)
    this.#map = openSync(`${path}.map`, READ_WRITE, 0o600)
    this.isPublished = fstatSync(this.#data).nlink > 1
    this.#stored = new Uint8Array(chunkCount)
    readSync(this.#map, this.#stored, 0, chunkCount, 0)
  }

  write(index: number, offset: number, bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; )
      done += writeSync(this.#data, bytes, done, bytes.length - done, offset + done)
    this.written(index, bytes.length)
    if (index === this.#next) this.#take(bytes)
  }

  /** Records that a chunk of this many bytes is in the file. */
  written(index: number, length: number): void {
    writeSync(this.#map, Uint8Array.of(STORED), 0, 1, index)
    const isRepeat = this.#stored[index] === STORED
    this.#stored[index] = STORED
    if (isRepeat && index < this.#next) this.restart()
    this.#unsynced += length
    if (this.#unsynced >= SYNC_BYTES) this.#sync()
  }

  /** A chunk that was already hashed was written again and may differ: hashing starts over. */
  restart(): void {
    this.#md5 = createHash('md5')
    this.#sha256 = createHash('sha256')
    this.#next = 0
    this.#hashed = 0
  }

  #take(bytes: Uint8Array): void {
    this.#md5.update(bytes)
    this.#sha256.update(bytes)
    this.#hashed += bytes.length
    this.#next += 1
  }

  #sync(): void {
    fdatasyncSync(this.#data)
    this.#unsynced = 0
  }

  /** True when a stored chunk waits for hashing. */
  get isBehind(): boolean {
    return this.#stored[this.#next] === STORED
  }

  /** Hashes at most `most` next chunks; true when more wait. */
  catchUp(most: number): boolean {
    if (!this.isBehind) return false
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES)
    for (let done = 0; done < most; done += 1) {
      if (!this.isBehind) return false
      const length = readSync(this.#data, buffer, 0, CHUNK_BYTES, this.#next * CHUNK_BYTES)
      this.#take(buffer.subarray(0, length))
    }
    return this.isBehind
  }

  /** The digest of a complete upload. Throws when a chunk is missing or the file has a tail. */
  digest(): Digest {
    while (this.catchUp(Number.POSITIVE_INFINITY));
    if (this.#next !== this.#stored.length)
      throw Object.assign(new Error(`chunk ${this.#next} is missing`), { code: INCOMPLETE })
    const { size } = fstatSync(this.#data)
    if (size !== this.#hashed) throw new Error(`${size} bytes are stored, ${this.#hashed} belong to the upload`)
    return { md5: this.#md5.copy().digest('hex'), sha256: this.#sha256.copy().digest('hex'), size }
  }

  /** Syncs the file to disk and closes it: nothing else may use it meanwhile. Other uploads go on. */
  async syncAndClose(): Promise<void> {
    try {
      await promisify(fdatasync)(this.#data)
    } finally {
      this.close()
    }
  }

  close(): void {
    closeSync(this.#data)
    closeSync(this.#map)
  }
}
