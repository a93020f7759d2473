import { expect, test } from 'vitest'
import { SpaceDefaults } from '#contract/settings.ts'
import { settingService } from './service.ts'

type Needs = Parameters<typeof settingService>[0]

/** The service over a store that answers when it is told to, and a bus whose news are told here. */
function build() {
  const asked: ((value: unknown) => void)[] = []
  const listeners: (() => void)[] = []
  const service = settingService({
    store: { read: () => new Promise((resolve) => asked.push(resolve)) },
    bus: { on: (_name: string, run: () => void) => listeners.push(run), onGap: () => {}, isConnected: () => true },
    now: () => new Date(0),
  } as unknown as Needs)
  return {
    service,
    answer: (value: unknown) => asked.shift()?.(value),
    news: () => {
      for (const listener of listeners) listener()
    },
    isAsking: () => asked.length > 0,
  }
}
const defaults = (size: number) => SpaceDefaults.parse({ size })

test('what was read before a change is not remembered after the news of it', async () => {
  const { service, answer, news, isAsking } = build()
  const early = service.spaceDefaults()
  news()
  answer(defaults(1))
  expect((await early).size).toBe(1)
  const late = service.spaceDefaults()
  expect(isAsking()).toBe(true)
  answer(defaults(2))
  expect((await late).size).toBe(2)
  expect((await service.spaceDefaults()).size).toBe(2)
  expect(isAsking()).toBe(false)
})
