import { type Amounts, type ByChannel, TrafficChannel } from '#contract/traffic.ts'
import type { Passage } from '#server/http/traffic.ts'

export const noAmounts = (): Amounts => ({ requests: 0, inBytes: 0, outBytes: 0 })
export const noTraffic = (): ByChannel =>
  Object.fromEntries(TrafficChannel.options.map((channel) => [channel, noAmounts()])) as ByChannel

export function addAmounts(sum: Amounts, more: Amounts): void {
  sum.requests += more.requests
  sum.inBytes += more.inBytes
  sum.outBytes += more.outBytes
}

/** Sums of what passed on this node since they were last taken: for the database, and by the second. */
export function trafficMeter() {
  let unsaved = new Map<string, Passage>()
  let second = noTraffic()
  /** Counts for the database alone. */
  function countUnsaved(passage: Passage): void {
    const { channel, spaceId, personId } = passage
    const key = `${channel} ${spaceId} ${personId}`
    const sum = unsaved.get(key)
    if (sum) addAmounts(sum, passage)
    else unsaved.set(key, { ...passage })
  }
  return {
    countUnsaved,
    count(passage: Passage): void {
      countUnsaved(passage)
      addAmounts(second[passage.channel], passage)
    },
    takeUnsaved(): Passage[] {
      const taken = [...unsaved.values()]
      unsaved = new Map()
      return taken
    },
    takeSecond(): ByChannel {
      const taken = second
      second = noTraffic()
      return taken
    },
  }
}
export type TrafficMeter = ReturnType<typeof trafficMeter>
