import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type BlobStore, INCOMPLETE } from '#server/storage/blobs/blob-store.ts'
import { objectKeys } from '#server/storage/blobs/object-keys.ts'
import { objectStaging } from '#server/storage/blobs/object-staging.ts'
import { type Objects, openObjects } from '#server/storage/blobs/objects.ts'
import { s3BlobStore } from '#server/storage/blobs/s3.ts'
import { stagedRows } from '#server/storage/blobs/staged-rows.ts'
import { newId } from '#server/storage/id.ts'
import { hasSwift, SWIFT_KEY, SWIFT_SECRET, SWIFT_START_MS, startSwift } from '../services/swift.ts'
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
  }, SWIFT_START_MS)
  afterAll(async () => {
    for (const end of ends) await end()
    await swift?.stop()
  })

  /** A place of its own in the bucket, with a database of its own. */
  async function place() {
    const { db, drop } = await createTestDatabase()
    const folder = mkdtempSync(join(tmpdir(), 'ds-kept-'))
    ends.push(drop, () => rmSync(folder, { recursive: true }))
    const at = {
      bucket: 'contents',
      prefix: `${newId()}/`,
      endpoint: swift.server,
      region: 'us-east-1',
      isPathStyle: true,
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

  test('a node that made every part in order proves an upload without reading it, another one reads it', async () => {
    const { db, open, objects } = await place()
    const other = await open()
    const unread = { ...objects, get: () => Promise.reject(new Error('read')) }
    const [rows, bytes] = [stagedRows(db), randomBytes(21 * 1_048_576)]
    const staging = objectStaging({ db, rows, objects: unread })
    await stage({ ...other, staging }, 'followed', bytes)
    expect(await staging.seal('followed', 11)).toEqual(digestOf(bytes))
    await stage({ ...other, staging }, 'elsewhere', bytes)
    expect(await other.staging.seal('elsewhere', 11)).toEqual(digestOf(bytes))
    await stage({ ...other, staging }, 'shared', bytes, [0, 1, 2, 3, 8, 9, 10])
    await stage(other, 'shared', bytes, [4, 5, 6, 7])
    await expect(staging.seal('shared', 11)).rejects.toThrow('read')
    expect(await other.staging.seal('shared', 11)).toEqual(digestOf(bytes))
    await other.close()
    objects.close()
  })

  test('what a node followed of an upload that began anew on another one counts no more', async () => {
    const { open } = await place()
    const [a, b] = await Promise.all([open(), open()])
    const [first, second] = [randomBytes(17 * 1_048_576), randomBytes(17 * 1_048_576)]
    await stage(a, 'anew', first, [0, 1, 2, 3])
    await b.staging.discard('anew')
    await stage(b, 'anew', second, [0, 1, 2, 3])
    await stage(a, 'anew', second, [4, 5, 6, 7, 8])
    expect(await a.staging.seal('anew', 9)).toEqual(digestOf(second))
    await Promise.all([a.close(), b.close()])
  })

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
