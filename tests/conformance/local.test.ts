import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { localBlobStore } from '#server/storage/blobs/local.ts'
import { newId } from '#server/storage/id.ts'
import { HOUR_MS } from '../../contract/core/time.ts'
import { all, blobStoreConformance } from './blob-store.ts'

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
