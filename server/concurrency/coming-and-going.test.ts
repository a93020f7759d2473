import { expect, test } from 'vitest'
import { comingAndGoing } from './coming-and-going.ts'

test('what is there is listed in the order in which it came, without what has gone', () => {
  const all = comingAndGoing<string>()
  const gone = ['a', 'b', 'c', 'd'].map((one) => all.add(one))
  expect([...all]).toEqual(['a', 'b', 'c', 'd'])
  gone[1]?.()
  gone[3]?.()
  all.add('e')
  expect([...all]).toEqual(['a', 'c', 'e'])
  gone[0]?.()
  expect([...all]).toEqual(['c', 'e'])
})

test('to go twice changes nothing', () => {
  const all = comingAndGoing<string>()
  const leave = all.add('a')
  all.add('b')
  leave()
  leave()
  expect([...all]).toEqual(['b'])
})
