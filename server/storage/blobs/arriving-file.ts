import { closeSync, fdatasync, fdatasyncSync, openSync, writeSync } from 'node:fs'
import { promisify } from 'node:util'
import type { Digest } from './blob-store.ts'
import { digesting } from './digest.ts'

/** Bytes after which a sync begins while more arrive, so that the last sync is short. */
export const SYNC_BYTES = 32 * 1_048_576

/** Name of the staged file of one of several contents that are combined. */
export const partOf = (uploadId: string, index: number) => `${uploadId}.${index}`

/** A content that is written sequentially and hashed meanwhile. Synchronous on purpose: it lives in a worker thread. */
export class ArrivingFile {
  readonly #data: number
  readonly #digest = digesting()
  #unsynced = 0

  /** Throws when the file already exists. */
  constructor(path: string) {
    this.#data = openSync(path, 'wx', 0o600)
  }

  write(bytes: Uint8Array): void {
    for (let done = 0; done < bytes.length; ) done += writeSync(this.#data, bytes, done)
    this.#digest.take(bytes)
    this.#unsynced += bytes.length
    if (this.#unsynced < SYNC_BYTES) return
    fdatasyncSync(this.#data)
    this.#unsynced = 0
  }

  /** Syncs the file to disk and closes it. Other files are written meanwhile. */
  async syncAndClose(): Promise<Digest> {
    try {
      await promisify(fdatasync)(this.#data)
    } finally {
      this.close()
    }
    return this.#digest.end()
  }

  close(): void {
    closeSync(this.#data)
  }
}
