import { statfs } from 'node:fs/promises'

/** Bytes of the disk that a folder is on: all, and those that a process without special rights can still fill. */
export async function diskOf(folder: string): Promise<{ bytes: number; freeBytes: number }> {
  const { bavail, blocks, bsize } = await statfs(folder)
  return { bytes: blocks * bsize, freeBytes: bavail * bsize }
}
