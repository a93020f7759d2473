import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '#server/config.ts'
import { objectKeys } from '#server/storage/blobs/object-keys.ts'
import { openObjects } from '#server/storage/blobs/objects.ts'

/** Overwrites the stored bytes of a content, as a failing disk or a person with direct access to the store would. */
export async function corrupt({ blobDir, s3 }: Config, sha256: string, bytes: string): Promise<void> {
  const name = objectKeys.content(sha256)
  if (!s3) return writeFileSync(join(blobDir, name), bytes)
  const objects = openObjects(s3.place, s3.keys)
  await objects.put(name, Buffer.from(bytes))
  objects.close()
}
