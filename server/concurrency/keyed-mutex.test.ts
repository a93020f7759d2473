import { expect, test } from 'vitest'
import { keyedMutex } from './keyed-mutex.ts'

const gate = () => Promise.withResolvers<void>()

test('tries of one address go one after another, those of others beside them', async () => {
  const pass = keyedMutex(2)
  const [first, other] = [gate(), gate()]
  const order: string[] = []
  const after = (name: string, wait?: Promise<void>) => async () => {
    order.push(name)
    await wait
  }
  const tries = [
    pass('a', after('a1', first.promise)),
    pass('a', after('a2')),
    pass('b', after('b1', other.promise)),
    pass('c', after('c1')),
  ]
  await Promise.resolve()
  other.resolve()
  await tries[2]
  await tries[3]
  expect(order).toEqual(['a1', 'b1', 'c1'])
  first.resolve()
  await Promise.all(tries)
  expect(order).toEqual(['a1', 'b1', 'c1', 'a2'])
})

test('an address that sends too many is refused, another is not', async () => {
  const pass = keyedMutex(2)
  const hold = gate()
  const many = Array.from({ length: 25 }, () =>
    pass('a', () => hold.promise).then(
      () => 'in',
      () => 'refused',
    ),
  )
  expect(await pass('b', async () => 'in')).toBe('in')
  hold.resolve()
  expect((await Promise.all(many)).filter((answer) => answer === 'refused')).toHaveLength(5)
})

test('a try that fails lets the next one through', async () => {
  const pass = keyedMutex(1)
  await expect(pass('a', () => Promise.reject(new Error('wrong')))).rejects.toThrow('wrong')
  expect(await pass('a', async () => 'in')).toBe('in')
})
