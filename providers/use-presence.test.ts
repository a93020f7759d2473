import { expect, test } from 'vitest'
import { presentAfter } from './use-presence.ts'

const page = (pageId: string, more: object = {}) => ({
  pageId,
  personId: 'ann',
  personName: 'Ann',
  isHere: true,
  cell: null,
  ...more,
})

test('a page that comes is there, moves, and goes', () => {
  const came = presentAfter([], page('a'), 0)
  expect(came).toEqual([{ ...page('a'), atMs: 0 }])
  const cell = { row: 1, column: 2 }
  const moved = presentAfter(came, page('a', { cell }), 10)
  expect(moved).toEqual([{ ...page('a', { cell }), atMs: 10 }])
  expect(presentAfter(moved, page('a', { isHere: false }), 20)).toEqual([])
})

test('a page that was silent for fifty seconds is gone', () => {
  const both = presentAfter(presentAfter([], page('a'), 0), page('b'), 40_000)
  expect(both).toHaveLength(2)
  expect(presentAfter(both, page('b'), 51_000).map(({ pageId }) => pageId)).toEqual(['b'])
})
