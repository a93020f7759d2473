import { createHash } from 'node:crypto'
import { type FileHandle, open } from 'node:fs/promises'
import { CHUNK_BYTES } from '#contract/core/limits.ts'
import { Trouble } from './failures.ts'
import type { LocalFile } from './local-tree.ts'

export type Sums = { md5: string; sha256: string }
/** A file to upload: its hashes are computed, its chunks can be read. */
export type Source = { sums: Sums; chunk: (index: number) => Promise<Uint8Array>; close: () => Promise<void> }

async function readAt(handle: FileHandle, offset: number, length: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(length)
  for (let done = 0; done < length; ) {
    const { bytesRead } = await handle.read(bytes, done, length - done, offset + done)
    if (!bytesRead) throw new Trouble('changed')
    done += bytesRead
  }
  return bytes
}

/**
 * Opens a file and reads it once for its hashes; a small one stays in memory. Throws changed when it became shorter.
 */
export async function openSource({ path, size }: Pick<LocalFile, 'path' | 'size'>): Promise<Source> {
  const handle = await open(path)
  const [md5, sha256] = [createHash('md5'), createHash('sha256')]
  let small: Buffer | undefined
  const chunk = async (index: number): Promise<Buffer> =>
    small ?? readAt(handle, index * CHUNK_BYTES, Math.min(CHUNK_BYTES, size - index * CHUNK_BYTES))
  try {
    for (let index = 0; index * CHUNK_BYTES < size || index === 0; index += 1) {
      const bytes = await chunk(index)
      md5.update(bytes)
      sha256.update(bytes)
      if (size <= CHUNK_BYTES) small = bytes
    }
  } catch (error) {
    await handle.close()
    throw error
  }
  return { sums: { md5: md5.digest('hex'), sha256: sha256.digest('hex') }, chunk, close: () => handle.close() }
}

/** SHA-256 of a file, in hex. */
export async function sha256Of(path: string): Promise<string> {
  const handle = await open(path)
  const sha256 = createHash('sha256')
  for await (const piece of handle.createReadStream({ highWaterMark: CHUNK_BYTES })) sha256.update(piece as Buffer)
  return sha256.digest('hex')
}
