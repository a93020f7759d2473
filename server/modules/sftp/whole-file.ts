import { type FileHandle, mkdir, open, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { Failure } from '#server/failure.ts'
import { newId } from '#server/storage/id.ts'

/** Number of bytes read at once when the file is sent to the store. */
const PIECE_BYTES = 1_048_576

async function writeAll(file: FileHandle, offset: number, bytes: Buffer): Promise<void> {
  for (let done = 0; done < bytes.length; )
    done += (await file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten
}

/**
 * A file that is changed at any position, as a temporary file on this node; it is unlinked, so that nothing remains if
 * the process ends. `before`: the bytes that it begins with; `most`: its maximum size in bytes. Throws spaceFull.
 */
export async function wholeFile(folder: string, before: AsyncIterable<Buffer> | null, most: number) {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, newId())
  const file = await open(path, 'wx+', 0o600)
  await unlink(path)
  let size = 0

  async function write(offset: number, bytes: Buffer): Promise<void> {
    if (offset + bytes.length > most) throw new Failure('spaceFull')
    await writeAll(file, offset, bytes)
    size = Math.max(size, offset + bytes.length)
  }

  async function read(offset: number, length: number): Promise<Buffer> {
    const bytes = Buffer.allocUnsafe(Math.max(0, Math.min(length, size - offset)))
    if (!bytes.length) return bytes
    const { bytesRead } = await file.read(bytes, 0, bytes.length, offset)
    return bytes.subarray(0, bytesRead)
  }

  try {
    for await (const piece of before ?? []) await write(size, piece)
  } catch (error) {
    await file.close()
    throw error
  }
  return {
    size: () => size,
    read,
    write,
    /** Cuts it, or adds zeros. Throws spaceFull. */
    async resize(bytes: number): Promise<void> {
      if (bytes > most) throw new Failure('spaceFull')
      await file.truncate(bytes)
      size = bytes
    },
    async *bytes(): AsyncGenerator<Buffer> {
      for (let at = 0; at < size; at += PIECE_BYTES) yield await read(at, PIECE_BYTES)
    },
    close: () => file.close(),
  }
}
export type WholeFile = Awaited<ReturnType<typeof wholeFile>>
