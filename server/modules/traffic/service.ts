import { TOP_SPACES, TRAFFIC_HOURS_KEPT } from '#contract/core/limits.ts'
import type { DataOf, ParsedOf } from '#contract/core/operation.ts'
import { DAY_MS, HOUR_MS } from '#contract/core/time.ts'
import type { Retention } from '#contract/settings.ts'
import { TrafficChannel, type TrafficStep, type traffic } from '#contract/traffic.ts'
import type { Pages } from '#server/http/csv.ts'
import { addAmounts, noTraffic, type TrafficMeter } from './meter.ts'
import { spanOf } from './span.ts'
import type { TrafficStore } from './store.ts'

type Needs = { store: TrafficStore; meter: TrafficMeter; countUnderWay: () => void; now: () => Date }
type Show = ParsedOf<typeof traffic.show>

/** The traffic of this installation by channel. */
export function trafficService({ store, meter, countUnderWay, now }: Needs) {
  async function stepsOf(wish: Omit<Show, 'spaceId'>, spaceId: string | null): Promise<TrafficStep[]> {
    const steps = new Map<string, TrafficStep>()
    for (const { from, channel, ...amounts } of await store.steps(spanOf(wish, now()), spaceId)) {
      const step = steps.get(from) ?? { from, channels: noTraffic() }
      if (channel) step.channels[channel] = amounts
      steps.set(from, step)
    }
    return [...steps.values()]
  }

  return {
    async show({ spaceId, ...wish }: Show): Promise<DataOf<typeof traffic.show>> {
      const steps = await stepsOf(wish, spaceId ?? null)
      const total = noTraffic()
      for (const { channels } of steps)
        for (const channel of TrafficChannel.options) addAmounts(total[channel], channels[channel])
      return { steps, total }
    },
    top: ({ by, ...wish }: ParsedOf<typeof traffic.top>) => store.top(spanOf(wish, now()), by, TOP_SPACES),
    /** Rows of a sheet: one for each step and channel that was used. */
    async *rows({ spaceId, ...wish }: ParsedOf<typeof traffic.export>): Pages {
      for (const { from, channels } of await stepsOf(wish, spaceId ?? null))
        yield TrafficChannel.options
          .filter((channel) => channels[channel].requests > 0 || channels[channel].outBytes > 0)
          .map((channel) => {
            const { requests, inBytes, outBytes } = channels[channel]
            return [from, channel, String(requests), String(inBytes), String(outBytes)]
          })
    },
    /** Saves what this node counted since the last time, requests under way included. */
    async save(): Promise<number> {
      countUnderWay()
      const passages = meter.takeUnsaved()
      if (!passages.length) return 0
      try {
        await store.add(now(), passages)
      } catch (error) {
        // Counts that could not be saved are saved with the next ones.
        for (const passage of passages) meter.countUnsaved(passage)
        throw error
      }
      return passages.length
    },
    sweep({ trafficDays }: Pick<Retention, 'trafficDays'>): Promise<number> {
      const at = now().getTime()
      return store.sweep(new Date(at - TRAFFIC_HOURS_KEPT * HOUR_MS), new Date(at - trafficDays * DAY_MS))
    },
  }
}
