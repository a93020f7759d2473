import { expect, test } from 'vitest'
import { memberMemory } from './members.ts'

function memory() {
  let at = 0
  const asked: string[] = []
  const rows = new Map([['a', ['ann', 'bob']]])
  const members = memberMemory(
    async (spaceId) => {
      asked.push(spaceId)
      return rows.get(spaceId) ?? []
    },
    () => new Date(at),
  )
  return { members, asked, rows, wait: (ms: number) => void (at += ms) }
}

test('members are asked for once, however many events come at once', async () => {
  const { members, asked } = memory()
  const all = await Promise.all(Array.from({ length: 1000 }, () => members.of('a')))
  expect(all.every((people) => people.has('ann') && people.size === 2)).toBe(true)
  expect(asked).toEqual(['a'])
})
test('a space that changed is asked for again, others are not', async () => {
  const { members, asked, rows } = memory()
  await Promise.all([members.of('a'), members.of('b')])
  rows.set('a', ['ann'])
  members.forget('a')
  expect([...(await members.of('a'))]).toEqual(['ann'])
  await members.of('b')
  expect(asked).toEqual(['a', 'b', 'a'])
})
test('what nobody told of is known after half a minute', async () => {
  const { members, asked, wait } = memory()
  await members.of('a')
  wait(30_001)
  await members.of('a')
  expect(asked).toHaveLength(2)
})
test('a question that failed is asked again', async () => {
  let isDown = true
  const members = memberMemory(
    () => (isDown ? Promise.reject(new Error('down')) : Promise.resolve(['ann'])),
    () => new Date(0),
  )
  await expect(members.of('a')).rejects.toThrow('down')
  isDown = false
  expect((await members.of('a')).has('ann')).toBe(true)
})
test('very many members are not all remembered: the space asked longest ago goes first', async () => {
  const asked: string[] = []
  const crowd = Array.from({ length: 120_000 }, (_, i) => String(i))
  const members = memberMemory(
    async (spaceId) => {
      asked.push(spaceId)
      return crowd
    },
    () => new Date(0),
  )
  for (const spaceId of ['a', 'b', 'b', 'a']) await members.of(spaceId)
  expect(asked).toEqual(['a', 'b', 'a'])
})
