import { expect, test } from 'vitest'
import { inTurn } from './in-turn.ts'

test('who asks while an answer is under way shares the next one, however many they are', async () => {
  const answers: PromiseWithResolvers<number>[] = []
  const ask = inTurn(() => {
    const answer = Promise.withResolvers<number>()
    answers.push(answer)
    return answer.promise
  })
  const first = ask()
  await expect.poll(() => answers.length).toBe(1)
  const others = Array.from({ length: 100 }, ask)
  answers[0]?.resolve(1)
  expect(await first).toBe(1)
  await expect.poll(() => answers.length).toBe(2)
  answers[1]?.resolve(2)
  expect(new Set(await Promise.all(others))).toEqual(new Set([2]))
})

test('after a failure the next one is asked', async () => {
  const answers = [Promise.reject(new Error('lost')), Promise.resolve('here')]
  const ask = inTurn(async () => await answers.shift())
  await expect(ask()).rejects.toThrow('lost')
  expect(await ask()).toBe('here')
})
