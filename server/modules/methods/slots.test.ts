import { expect, test } from 'vitest'
import { slots } from './slots.ts'

test('no more work at once than there are slots; the others follow in their order', async () => {
  const inSlot = slots(2, 1000)
  const order: number[] = []
  let busy = 0
  let most = 0
  const work = (number: number) => async () => {
    most = Math.max(most, ++busy)
    order.push(number)
    await new Promise((resolve) => setTimeout(resolve, 5))
    busy -= 1
  }
  await Promise.all([1, 2, 3, 4, 5].map((number) => inSlot(work(number))))
  expect({ order, most }).toEqual({ order: [1, 2, 3, 4, 5], most: 2 })
})

test('who waits in vain is refused, and takes no slot later', async () => {
  const inSlot = slots(1, 10)
  let end = () => {}
  const first = inSlot(() => new Promise<void>((resolve) => (end = resolve)))
  await expect(inSlot(async () => 'late')).rejects.toMatchObject({ advice: 'crowded' })
  end()
  await first
  expect(await inSlot(async () => 'free')).toBe('free')
})
