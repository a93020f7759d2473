import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { localBlobStore } from '#server/storage/blobs/local.ts'
import { blobStoreConformance } from './blob-store.ts'

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
