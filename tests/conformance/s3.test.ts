import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe } from 'vitest'
import type { BlobStore } from '#server/storage/blobs/blob-store.ts'
import { s3BlobStore } from '#server/storage/blobs/s3.ts'
import { newId } from '#server/storage/id.ts'
import { hasSwift, SWIFT_KEY, SWIFT_SECRET, startSwift } from '../counterparts/swift.ts'
import { createTestDatabase } from '../support/database.ts'
import { blobStoreConformance } from './blob-store.ts'
import { manyNodesConformance } from './many-nodes.ts'

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
    return { db, open }
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
})
