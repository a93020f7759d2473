import { semaphore } from '../../concurrency/semaphore.ts'
import { fault } from '../fault.ts'
import type { Objects } from './objects.ts'

/** Larger contents are copied in parts: one request takes at most 5 GiB, and several are faster. Source: CopyObject. */
const COPY_BYTES = 64 * 1_048_576
const COPIES_AT_ONCE = 8
/** Source: S3, multipart upload limits. */
export const PARTS_MAX = 10_000

/** Copies an object within the store; a large one in concurrent parts. */
export async function copyObject(objects: Objects, from: string, to: string, size: number): Promise<void> {
  if (size <= COPY_BYTES) return objects.copy(from, to)
  const partBytes = Math.max(COPY_BYTES, Math.ceil(size / PARTS_MAX))
  const whole = await objects.begin(to)
  const run = semaphore(COPIES_AT_ONCE)
  const copyPart = (index: number) => {
    const start = index * partBytes
    return objects.copyPart(whole, index + 1, from, { start, end: Math.min(start + partBytes, size) - 1 })
  }
  try {
    const indexes = Array.from({ length: Math.ceil(size / partBytes) }, (_, index) => index)
    const etags = await Promise.all(indexes.map((index) => run(() => copyPart(index))))
    fault('object-copied')
    await objects.join(whole, etags)
  } catch (error) {
    await objects.abort(whole).catch(() => {
      // The store is unavailable: the sweeper removes what was begun.
    })
    throw error
  }
}
