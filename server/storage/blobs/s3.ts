import { join } from 'node:path'
import { mapConcurrently } from '#server/concurrency/map-concurrently.ts'
import type { Db } from '../database.ts'
import type { BlobStore, Digest } from './blob-store.ts'
import { fileCache } from './file-cache.ts'
import { objectKeys } from './object-keys.ts'
import { putObject } from './object-put.ts'
import { readObject } from './object-read.ts'
import { objectStaging } from './object-staging.ts'
import { type Keys, openObjects } from './objects.ts'
import type { S3Place } from './s3-place.ts'
import { stagedRows } from './staged-rows.ts'

/** Contents that are stored one after another in one buffer. */
async function* slices(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0
  for (const size of sizes) {
    yield bytes.subarray(at, at + size)
    at += size
  }
}

type Needs = {
  place: S3Place
  /** Null: the credentials of the machine's role. */
  keys: Keys | null
  db: Db
  /** Local folder for programs that read only files. */
  folder: string
}

/**
 * Contents in a bucket of any S3 server: `blobs/ab/<sha256>`, unfinished uploads in `staging/<id>/`. The state of
 * uploads is in the database, so that any node can continue any of them.
 */
export async function s3BlobStore({ place, keys, db, folder }: Needs): Promise<BlobStore> {
  const objects = openObjects(place, keys)
  const rows = stagedRows(db)
  const read: BlobStore['read'] = (sha256, range) => readObject(objects, objectKeys.content(sha256), range)
  const files = await fileCache(join(folder, 'kept'), (sha256) => read(sha256))

  return {
    read,
    folder: files.folder,
    withFile: files.withFile,
    has: async (sha256) => (await objects.sizeOf(objectKeys.content(sha256))) !== null,
    put: (content, options) => putObject({ rows, objects }, content, options),
    async putAll(bytes, sizes) {
      const digests: Digest[] = []
      const puts = mapConcurrently(slices(bytes, sizes), (one) => putObject({ rows, objects }, one))
      for await (const [, digest] of puts) digests.push(digest)
      return digests
    },
    remove: (sha256) => objects.remove(objectKeys.content(sha256)),
    async *list() {
      for await (const { key, size, modifiedMs } of objects.list(objectKeys.contents)) {
        const sha256 = objectKeys.sha256Of(key)
        if (sha256) yield { sha256, size, modifiedMs }
      }
    },
    probe: async () => void (await objects.put(objectKeys.probe, new Uint8Array())),
    async close() {
      objects.close()
      await files.close()
    },
    staging: objectStaging({ db, rows, objects }),
  }
}
