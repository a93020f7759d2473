import { expect, test } from 'vitest'
import { remembered } from './remembered.ts'

const clockOf = () => {
  let ms = 0
  return { now: () => new Date(ms), advance: (by: number) => (ms += by) }
}

test('what was loaded is answered until it is too old, each key by itself', async () => {
  const clock = clockOf()
  let loads = 0
  const ask = remembered(1000, clock.now, async (key: string) => `${key} ${++loads}`)
  expect([await ask('a'), await ask('b'), await ask('a')]).toEqual(['a 1', 'b 2', 'a 1'])
  clock.advance(999)
  expect(await ask('a')).toBe('a 1')
  clock.advance(1)
  expect(await ask('a')).toBe('a 3')
})

test('what was loaded by a clock that was set back since is loaded again', async () => {
  const clock = clockOf()
  let loads = 0
  const ask = remembered(1000, clock.now, async () => ++loads)
  clock.advance(5000)
  expect([await ask(null), await ask(null)]).toEqual([1, 1])
  clock.advance(-1)
  expect(await ask(null)).toBe(2)
})

test('whoever asks while it is loaded waits for that, however long it takes', async () => {
  const clock = clockOf()
  const loading = Promise.withResolvers<number>()
  let loads = 0
  const ask = remembered(1000, clock.now, () => {
    loads += 1
    return loading.promise
  })
  const first = ask(null)
  clock.advance(5000)
  const second = ask(null)
  loading.resolve(7)
  expect([await first, await second, loads]).toEqual([7, 7, 1])
})

test('a failure is told and not remembered', async () => {
  let loads = 0
  const ask = remembered(1000, clockOf().now, async () => {
    loads += 1
    if (loads === 1) throw new Error('away')
    return loads
  })
  await expect(ask(null)).rejects.toThrow('away')
  expect(await ask(null)).toBe(2)
})
