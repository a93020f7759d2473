import { Worker } from 'node:worker_threads'
import { Failure } from '#server/failure.ts'
import type { Parsed, SheetBounds, SheetRow } from './parse.ts'

export type { SheetRow } from './parse.ts'

/** A sheet that takes longer is made to take long. */
const LONGEST_MS = 20_000
const MEMORY_MB = 256

/**
 * Reads a .csv or .xlsx sheet in a separate thread: it doesn't block others, and a file that needs more time or memory
 * than a sheet should ends only its thread. Blank rows are left out. Throws sheetEmpty, sheetUnreadable, and sheetTooLong for more
 * rows than the bounds allow.
 */
export async function readSheet(bytes: Buffer, bounds: SheetBounds): Promise<SheetRow[]> {
  const parsed = await parseInThread(bytes, bounds)
  if ('rows' in parsed) return parsed.rows
  throw new Failure(parsed.refusal, { values: { count: bounds.rows } })
}

async function parseInThread(bytes: Buffer, bounds: SheetBounds): Promise<Parsed> {
  const worker = new Worker(new URL('./sheet-worker.ts', import.meta.url), {
    workerData: { bytes, bounds },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  })
  const { promise, resolve, reject } = Promise.withResolvers<Parsed>()
  const timer = setTimeout(() => resolve({ refusal: 'sheetUnreadable' }), LONGEST_MS)
  worker.once('message', resolve)
  worker.once('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') resolve({ refusal: 'sheetUnreadable' })
    else reject(error)
  })
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    await worker.terminate()
  }
}
