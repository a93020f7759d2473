import { expect, test } from 'vitest'
import { commonOf } from './common.ts'

const pair = (key: string, value: string) => ({ key, value })

test('tags are counted, the most used first', () => {
  const items = [['b', 'a'], ['a'], []].map((tags) => ({ tags, data: [] }))
  expect(commonOf(items).tags).toEqual([
    { tag: 'a', count: 2 },
    { tag: 'b', count: 1 },
  ])
})

test('metadata is common when every item has the same value under the same name', () => {
  const data = [pair('site', 'north'), pair('depth', '10')]
  const other = [pair('depth', '20'), pair('site', 'north')]
  expect(commonOf([data, other].map((data) => ({ tags: [], data }))).pairs).toEqual([pair('site', 'north')])
  expect(commonOf([data, other, []].map((data) => ({ tags: [], data }))).pairs).toEqual([])
})

test('nothing has nothing in common', () => {
  expect(commonOf([])).toEqual({ tags: [], pairs: [] })
})
