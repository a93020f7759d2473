import { randomUUID } from 'node:crypto'
import { readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { File } from 'h5wasm/node'

/** A file that `fill` writes with the HDF5 library. */
export async function hdf5(fill: (file: File) => void): Promise<Buffer> {
  const { File: Hdf5File, ready } = await import('h5wasm/node')
  await ready
  const path = join(tmpdir(), `demo-${randomUUID()}.h5`)
  try {
    const file = new Hdf5File(path, 'w')
    fill(file)
    file.close()
    return await readFile(path)
  } finally {
    await rm(path, { force: true })
  }
}
