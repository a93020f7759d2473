import { open } from 'node:fs/promises'
import { join } from 'node:path'
import type { ChunkPlace } from './blob-store.ts'
import { type Ask, stagingIn, stagingPool, type Wish } from './staging-pool.ts'

const isAbsent = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOENT'
type Writing = Omit<Extract<Wish, { do: 'end' }>, 'length'>

/**
 * Keeps the uploads of a local folder that several processes work on: what is stored and hashed of each, and who writes
 * into it. Bytes are written by the processes themselves and read back here, where they are hashed.
 */
export function uploadKeeper(blobDir: string, threads: number) {
  const pool = stagingPool(stagingIn(blobDir), threads)

  /** The interface for one process; `gone` reports that it ended, possibly while writing. */
  function forProcess(): { ask: (wish: Wish) => Promise<unknown>; gone: () => void } {
    const writing = new Map<number, Writing>()
    let isGone = false
    const end = ({ ticket, ...what }: Writing) => pool.ask({ ...what, do: 'end', ticket, length: null })

    async function begin(wish: Extract<Wish, { do: 'begin' }>): Promise<unknown> {
      const ticket = (await pool.ask(wish)) as number | null
      if (ticket === null) return null
      const one: Writing = { do: 'end', uploadId: wish.uploadId, chunkCount: wish.chunkCount, ticket, index: 0 }
      if (isGone) await end(one)
      else writing.set(ticket, one)
      return ticket
    }

    return {
      ask(wish) {
        if (wish.do === 'begin') return begin(wish)
        if (wish.do === 'end') writing.delete(wish.ticket)
        return pool.ask(wish)
      },
      gone() {
        isGone = true
        for (const one of writing.values()) void end(one)
        writing.clear()
      },
    }
  }
  return { forProcess, close: pool.close }
}

/** Writes chunks into the files of uploads that another process keeps; resolves to the memory of the chunk. */
export const besideKeeper =
  (stagingDir: string, ask: Ask) =>
  async ({ uploadId, index, offset, chunkCount }: ChunkPlace, bytes: Buffer<ArrayBuffer>): Promise<ArrayBuffer> => {
    const ticket = (await ask({ do: 'begin', uploadId, chunkCount })) as number | null
    if (ticket === null) return bytes.buffer
    let length: number | null = null
    try {
      const file = await open(join(stagingDir, uploadId), 'r+')
      try {
        for (let done = 0; done < bytes.length; )
          done += (await file.write(bytes, done, bytes.length - done, offset + done)).bytesWritten
      } finally {
        await file.close()
      }
      length = bytes.length
    } catch (error) {
      // The upload was cancelled meanwhile.
      if (!isAbsent(error)) throw error
    } finally {
      await ask({ do: 'end', uploadId, chunkCount, ticket, index, length })
    }
    return bytes.buffer
  }
