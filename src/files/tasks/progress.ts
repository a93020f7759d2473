import type { TaskNews } from '#contract/tasks.ts'

/** How much of a task is done, 0 to 100: by bytes where there are some, else by items. */
export function percentOf({ state, bytesTotal, bytesDone, itemsTotal, itemsDone, itemsFailed }: TaskNews): number {
  if (state === 'completed') return 100
  const share = bytesTotal > 0 ? bytesDone / bytesTotal : itemsTotal > 0 ? (itemsDone + itemsFailed) / itemsTotal : 0
  return Math.min(99, Math.floor(share * 100))
}
