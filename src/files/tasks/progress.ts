import type { TaskNews } from '#contract/tasks.ts'

/**
 * Percentage of a task, 0 to 100: by bytes if all sizes are known, else by items. Sizes of imports from addresses
 * become known only while they are processed.
 */
export function percentOf(task: TaskNews): number {
  const { kind, state, bytesTotal, bytesDone, itemsTotal, itemsDone, itemsFailed } = task
  if (state === 'completed') return 100
  const areBytesKnown = bytesTotal > 0 && ((kind !== 'importUrl' && kind !== 'importPublished') || itemsTotal === 1)
  const share = areBytesKnown ? bytesDone / bytesTotal : itemsTotal > 0 ? (itemsDone + itemsFailed) / itemsTotal : 0
  return Math.min(99, Math.floor(share * 100))
}
