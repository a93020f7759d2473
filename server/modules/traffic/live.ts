import { TRAFFIC_LIVE_SECONDS } from '#contract/core/limits.ts'
import type { ByChannel, TrafficStep } from '#contract/traffic.ts'
import type { Bus } from '#server/storage/bus.ts'
import { addAmounts, noTraffic, type TrafficMeter } from './meter.ts'

/**
 * How long nodes continue counting by the second after a request, and how often the others are notified; milliseconds.
 */
const WATCHED_MS = 10_000
const TOLD_MS = 4000
const SECOND_MS = 1000

type News = { isWatched: true } | { second: number; channels: ByChannel }

/** The last seconds of all nodes: each tells the others its own while somebody watches. */
export function liveTraffic({ bus, meter, now }: { bus: Bus; meter: TrafficMeter; now: () => Date }) {
  const seconds = new Map<number, ByChannel>()
  let watchedUntil = 0
  let tellAgainAt = 0
  /** Whether a time of ours is still to come; one that a clock set back since left far ahead is none. */
  const isAhead = (timeMs: number, at: Date) => timeMs > at.getTime() && timeMs - at.getTime() <= WATCHED_MS
  const secondOf = (at: Date) => Math.floor(at.getTime() / SECOND_MS)

  function hear(news: News): void {
    if ('isWatched' in news) {
      watchedUntil = now().getTime() + WATCHED_MS
      return
    }
    const sums = seconds.get(news.second) ?? noTraffic()
    for (const [channel, amounts] of Object.entries(news.channels))
      addAmounts(sums[channel as keyof ByChannel], amounts)
    seconds.set(news.second, sums)
    const oldest = secondOf(now()) - TRAFFIC_LIVE_SECONDS
    for (const second of seconds.keys()) if (second <= oldest) seconds.delete(second)
  }
  bus.on('traffic', (payload) => hear(payload as News))

  return {
    /** Tells the other nodes what passed here since the last time; run each second. */
    async tick(): Promise<void> {
      const channels = meter.takeSecond()
      const at = now()
      if (isAhead(watchedUntil, at)) await bus.publish('traffic', { second: secondOf(at), channels })
    },
    /** The last seconds, each complete, and then the following ones. */
    async watch(): Promise<{ at: string; seconds: TrafficStep[] }> {
      const at = now()
      if (!isAhead(tellAgainAt, at)) {
        tellAgainAt = at.getTime() + TOLD_MS
        await bus.publish('traffic', { isWatched: true })
      }
      const last = secondOf(at)
      const shown = Array.from({ length: TRAFFIC_LIVE_SECONDS }, (_, i) => last - TRAFFIC_LIVE_SECONDS + i + 1)
      return {
        at: at.toISOString(),
        seconds: shown.map((second) => ({
          from: new Date(second * SECOND_MS).toISOString(),
          channels: seconds.get(second) ?? noTraffic(),
        })),
      }
    },
  }
}
