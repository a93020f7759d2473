import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BlobStore, INCOMPLETE } from '#server/storage/blobs/blob-store.ts'
import { objectKeys } from '#server/storage/blobs/object-keys.ts'
import { type Objects, openObjects } from '#server/storage/blobs/objects.ts'
import { s3BlobStore } from '#server/storage/blobs/s3.ts'
import { newId } from '#server/storage/id.ts'
import { hasSwift, SWIFT_KEY, SWIFT_SECRET, startSwift } from '../counterparts/swift.ts'
import { createTestDatabase } from '../support/database.ts'
import { blobStoreConformance, digestOf, stage } from './blob-store.ts'
import { manyNodesConformance } from './many-nodes.ts'

/** As a rule of the bucket or the store itself does with what lies about for long. */
async function forgetBegun(objects: Objects): Promise<void> {
  for await (const whole of objects.begun('')) await objects.abort(whole)
}

describe.skipIf(!hasSwift)('OpenStack Swift', () => {
  let swift: Awaited<ReturnType<typeof startSwift>>
  const ends: (() => unknown)[] = []
  beforeAll(async () => {
    swift = await startSwift('contents')
  })
  afterAll(async () => {
    for (const end of ends) await end()
    await swift.stop()
  })

  /** A place of its own in the bucket, with a database of its own. */
  async function place() {
    const { db, drop } = await createTestDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'ds-kept-'))
    ends.push(drop, () => rmSync(folder, { recursive: true }))
    const at = {
      ...{ bucket: 'contents', prefix: `${newId()}/`, endpoint: swift.server, region: 'us-east-1', isPathStyle: true },
    }
    const keys = { accessKeyId: SWIFT_KEY, secretAccessKey: SWIFT_SECRET }
    const open = (): Promise<BlobStore> => s3BlobStore({ place: at, keys, db, folder })
    return { db, open, objects: openObjects(at, keys) }
  }

  const driver = {
    name: 'S3',
    open: async () => {
      const { open } = await place()
      return { store: await open(), reopen: open }
    },
  }
  blobStoreConformance(driver)
  manyNodesConformance(driver)

  test.each([
    ['parts', (objects: Objects) => forgetBegun(objects), [0, 1, 2, 3], [4, 5, 6, 7]],
    ['a chunk', (objects: Objects) => objects.remove(objectKeys.chunk('lost', 1)), [0, 1], [2, 3]],
  ])('an upload of which the store lost %s is told to come again, and does', async (_what, lose, before, after) => {
    const { open, objects } = await place()
    const [a, b] = await Promise.all([open(), open()])
    const bytes = randomBytes(17 * 1_048_576)
    await stage(a, 'lost', bytes, before)
    await lose(objects)
    await expect(stage(b, 'lost', bytes, after)).rejects.toMatchObject({ code: INCOMPLETE })
    expect(await b.staging.received('lost', 9)).toEqual([])
    await stage(b, 'lost', bytes)
    expect(await a.staging.seal('lost', 9)).toEqual(digestOf(bytes))
    await Promise.all([a.close(), b.close()])
    objects.close()
  })
})
