import type { TaskNews } from '#contract/tasks.ts'

/**
 * How much of a task is done, 0 to 100: by bytes where all of them are known, else by items. What an address gives is
 * known when it is processed.
 */
export function percentOf(task: TaskNews): number {
  const { kind, state, bytesTotal, bytesDone, itemsTotal, itemsDone, itemsFailed } = task
  if (state === 'completed') return 100
  const areBytesKnown = bytesTotal > 0 && (kind !== 'importUrl' || itemsTotal === 1)
  const share = areBytesKnown ? bytesDone / bytesTotal : itemsTotal > 0 ? (itemsDone + itemsFailed) / itemsTotal : 0
  return Math.min(99, Math.floor(share * 100))
}
