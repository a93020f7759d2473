import { expect, test } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { groupsOf } from './message-groups.ts'

const about = (space: string, id: string, spaceId: string | null = space || null) => ({ id, space, spaceId }) as Message

test('messages stand by space, the space with the newest first, and keep their order', () => {
  const groups = groupsOf([about('Lake', '5'), about('', '4'), about('Lake', '3'), about('Glacier', '2')])
  expect(groups.map(({ space, list }) => [space, list.map(({ id }) => id)])).toEqual([
    ['Lake', ['5', '3']],
    ['', ['4']],
    ['Glacier', ['2']],
  ])
})

test('a space that was renamed is one, by its newest name; two of the same name are two', () => {
  const groups = groupsOf([about('New name', '3', 'a'), about('Old name', '2', 'a'), about('New name', '1', 'b')])
  expect(groups.map(({ space, list }) => [space, list.length])).toEqual([
    ['New name', 2],
    ['New name', 1],
  ])
})
