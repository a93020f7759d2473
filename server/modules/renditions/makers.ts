import { DERIVE_MS } from '#contract/core/limits.ts'
import { processPool, startApart } from '#server/processes/apart.ts'
import { limitProcessorTime } from '#server/processes/processor-time.ts'
import type { Made, Wish } from './maker.ts'

const HEAP_MB = 512
const NICE = 10

/** A maker process crashed, or was killed for taking too long, on this content. */
export class MakerLost extends Error {}

type Needs = {
  /** The folder of the contents. */
  folder: string
  ffmpeg: string | null
  program?: URL
  /** Processor time for one content; milliseconds. */
  longestMs?: number
}

/**
 * Sandboxed processes that parse contents. They can only read files: no writing, no other programs than ffmpeg where
 * there is one, no secrets in their environment.
 */
export function makers({
  folder,
  ffmpeg,
  program = new URL('./maker.ts', import.meta.url),
  longestMs = DERIVE_MS,
}: Needs) {
  const start = () => startApart({ program, folder, heapMb: HEAP_MB, nice: NICE, mayStartPrograms: ffmpeg !== null })
  const pool = processPool(start)

  /** Makes a rendition of one content. Rejects with MakerLost. */
  async function make(wish: Omit<Wish, 'ffmpeg'>): Promise<Made> {
    const child = pool.take()
    const { promise, resolve, reject } = Promise.withResolvers<Made>()
    const lost = () => reject(new MakerLost(wish.path))
    const unlimit = limitProcessorTime(child, longestMs)
    child.once('message', resolve)
    child.once('exit', lost)
    child.once('error', lost)
    child.channel?.ref()
    child.send({ ...wish, ffmpeg } satisfies Wish, (error) => error && lost())
    try {
      const made = await promise
      pool.rest(child)
      return made
    } finally {
      unlimit()
      child.channel?.unref()
      child.off('message', resolve).off('exit', lost).off('error', lost)
    }
  }

  return {
    make,
    /** Kills all makers; their current work is lost. */
    end: pool.end,
  }
}
