import { expect, test } from 'vitest'
import { HOUR_MS } from '#contract/core/time.ts'
import type { Bus } from '#server/storage/bus.ts'
import { liveTraffic } from './live.ts'
import { trafficMeter } from './meter.ts'

test('a clock that was set back does not keep a node from telling that somebody watches', async () => {
  const told: unknown[] = []
  const bus = { on: () => {}, publish: async (_name: string, news: unknown) => told.push(news) } as unknown as Bus
  let at = new Date(2 * HOUR_MS)
  const { watch } = liveTraffic({ bus, meter: trafficMeter(), now: () => at })
  await watch()
  await watch()
  expect(told).toEqual([{ isWatched: true }])
  at = new Date(HOUR_MS)
  await watch()
  expect(told).toHaveLength(2)
})
