import { expect, test } from 'vitest'
import type { Message } from '#contract/messages.ts'
import { groupsOf } from './message-groups.ts'

const about = (space: string, id: string) => ({ id, space }) as Message

test('messages stand by space, the space with the newest first, and keep their order', () => {
  const groups = groupsOf([about('Lake', '5'), about('', '4'), about('Lake', '3'), about('Glacier', '2')])
  expect(groups.map(([space, list]) => [space, list.map(({ id }) => id)])).toEqual([
    ['Lake', ['5', '3']],
    ['', ['4']],
    ['Glacier', ['2']],
  ])
})
