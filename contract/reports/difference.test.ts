import { describe, expect, test } from 'vitest'
import type { Card } from './board.ts'
import { differencesOf } from './difference.ts'

const card = (key: string, over: Partial<Card> = {}): Card => ({
  key,
  title: key.toUpperCase(),
  x: 0,
  y: 0,
  w: 6,
  h: 4,
  content: { kind: 'text', markup: '<p>a</p>' },
  ...over,
})
const board = (cards: Card[], over: object = {}) => ({
  kind: 'board' as const,
  board: {
    tabs: [{ key: 't1', name: 'Overview', cards }],
    filters: [],
    refreshSeconds: 0 as const,
    pageSeconds: 30 as const,
    ...over,
  },
})
const differences = (one: ReturnType<typeof board>, other: ReturnType<typeof board>) =>
  differencesOf(one, other, ({ title }) => title)

describe('the difference of two versions', () => {
  test('is nothing for the same', () => {
    expect(differences(board([card('c1')]), board([card('c1')]))).toEqual([])
  })
  test('tells cards that came, went, and what changed of others', () => {
    const after = [
      card('c2', { title: 'New name', x: 6 }),
      card('c3', { content: { kind: 'text', markup: '<p>b</p>' } }),
      card('c4'),
    ]
    expect(differences(board([card('c1'), card('c2'), card('c3')]), board(after))).toEqual([
      { what: 'card', how: 'removed', name: 'C1', page: 'Overview' },
      { what: 'card', how: 'changed', name: 'New name', page: 'Overview', parts: ['title', 'place'] },
      { what: 'card', how: 'changed', name: 'C3', page: 'Overview', parts: ['content'] },
      { what: 'card', how: 'added', name: 'C4', page: 'Overview' },
    ])
  })
  test('a card on another page has moved there, and settings have changed', () => {
    const tabs = (first: Card[], second: Card[]) => ({
      tabs: [
        { key: 't1', name: 'One', cards: first },
        { key: 't2', name: 'Two', cards: second },
      ],
    })
    const before = board([], tabs([card('c1')], []))
    const after = board([], { ...tabs([], [card('c1')]), refreshSeconds: 60 })
    expect(differences(before, after)).toEqual([
      { what: 'card', how: 'changed', name: 'C1', page: 'Two', parts: ['page'] },
      { what: 'settings', how: 'changed' },
    ])
  })
})
