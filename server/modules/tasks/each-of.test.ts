import { expect, test } from 'vitest'
import { eachOf } from './each-of.ts'

test('what is under way has ended before the error of what brings the items is told', async () => {
  let hasEnded = false
  const work = Promise.withResolvers<void>()
  async function* items() {
    yield 1
    setImmediate(work.resolve)
    throw new Error('no more')
  }
  const all = eachOf(items(), 2, async () => {
    await work.promise
    hasEnded = true
  })
  await expect(all).rejects.toThrow('no more')
  expect(hasEnded).toBe(true)
})
