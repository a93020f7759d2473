import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { localBlobStore } from '#server/storage/blobs/local.ts'
import { uploadKeeper } from '#server/storage/blobs/upload-keeper.ts'
import { newId } from '#server/storage/id.ts'
import { HOUR_MS } from '../../contract/core/time.ts'
import { all, blobStoreConformance, digestOf, stage } from './blob-store.ts'
import { manyNodesConformance } from './many-nodes.ts'

const dirs: string[] = []
afterAll(() => {
  for (const dir of dirs) rmSync(dir, { recursive: true })
})

blobStoreConformance({
  name: 'local folder',
  open: async () => {
    const dir = mkdtempSync(join(tmpdir(), 'ds-blobs-'))
    dirs.push(dir)
    return { store: await localBlobStore(dir), reopen: () => localBlobStore(dir) }
  },
})

/** A folder that several processes work on, each a store of its own. */
const ofWorkers = {
  name: 'local folder of several workers',
  open: async () => {
    const dir = mkdtempSync(join(tmpdir(), 'ds-blobs-'))
    dirs.push(dir)
    const keeper = uploadKeeper(dir, 2)
    const reopen = () => localBlobStore(dir, () => 0, keeper.forProcess().ask)
    return { store: await reopen(), reopen }
  },
}
blobStoreConformance(ofWorkers)
manyNodesConformance(ofWorkers)

test('a worker that dies in the middle of a chunk keeps nobody from finishing the upload', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'ds-blobs-'))
  dirs.push(dir)
  const keeper = uploadKeeper(dir, 2)
  const [uploadId, bytes] = [newId(), randomBytes(3 * CHUNK_BYTES)]
  const store = await localBlobStore(dir, () => 0, keeper.forProcess().ask)
  await stage(store, uploadId, bytes, [0, 1])
  const { ask, gone } = keeper.forProcess()
  // It has begun to write the first chunk again, with other bytes.
  expect(await ask({ do: 'begin', uploadId, chunkCount: 3 })).toBeTypeOf('number')
  const file = await open(join(dir, 'staging', uploadId), 'r+')
  await file.write(randomBytes(1000), 0, 1000, 0)
  await file.close()
  const sealing = stage(store, uploadId, bytes, [2]).then(() => store.staging.seal(uploadId, 3))
  gone()
  const torn = await sealing
  expect(torn.md5).not.toBe(digestOf(bytes).md5)
  expect(torn.size).toBe(bytes.length)
  await store.close()
  await keeper.close()
})

test('files are dated by the time of the site, however wrong the clock of the machine is: no sweep takes them early', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'ds-blobs-'))
  dirs.push(dir)
  // The machine is six hours behind.
  const store = await localBlobStore(dir, () => -6 * HOUR_MS)
  await store.put(Buffer.from('a'))
  const place = { uploadId: newId(), index: 0, offset: 0, chunkCount: 1 }
  await store.staging.write(place, store.staging.buffer(1).fill('b'))
  const dates = [...(await all(store.list())), ...(await all(store.staging.list()))].map(({ modifiedMs }) => modifiedMs)
  expect(dates.map((ms) => Math.round((ms - Date.now()) / HOUR_MS))).toEqual([6, 6])
  await store.close()
})
