import { expect, test } from 'vitest'
import type { Passage } from '#server/http/traffic.ts'
import { trafficMeter } from './meter.ts'
import { trafficService } from './service.ts'
import type { TrafficStore } from './store.ts'

test('what could not be saved is saved with what comes next', async () => {
  const saved: Passage[] = []
  let isAway = true
  const add = async (_at: Date, passages: readonly Passage[]) => {
    if (isAway) throw new Error('away')
    saved.push(...passages)
  }
  const meter = trafficMeter()
  const store = { add } as unknown as TrafficStore
  const { save } = trafficService({ store, meter, countUnderWay: () => {}, now: () => new Date(0) })
  const passage: Passage = { channel: 'ftp', spaceId: null, personId: null, requests: 1, inBytes: 10, outBytes: 5 }
  meter.count(passage)
  await expect(save()).rejects.toThrow('away')
  meter.count(passage)
  isAway = false
  expect(await save()).toBe(1)
  expect(saved).toEqual([{ ...passage, requests: 2, inBytes: 20, outBytes: 10 }])
  expect(await save()).toBe(0)
})
