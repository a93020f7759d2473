import { expect, test } from 'vitest'
import { around, layoutOf } from './lineage-layout.ts'

const node = (id: string, kind: 'table' | 'view' | 'board') => ({ id, kind, name: id, isHidden: false })
const edge = (from: string, to: string) => ({ from, to })

test('a view stands right of the last thing that it reads', () => {
  const nodes = [node('both', 'view'), node('first', 'view'), node('casts', 'table'), node('stations', 'table')]
  const edges = [edge('casts', 'first'), edge('first', 'both'), edge('stations', 'both')]
  expect(layoutOf({ nodes, edges }).map(({ id, column, row }) => [id, column, row])).toEqual([
    ['both', 2, 0],
    ['first', 1, 0],
    ['casts', 0, 0],
    ['stations', 0, 1],
  ])
})

test('things stand beside what they read, whatever their order', () => {
  const nodes = [node('b', 'view'), node('a', 'view'), node('of a', 'table'), node('of b', 'table')]
  const edges = [edge('of a', 'a'), edge('of b', 'b')]
  const placed = new Map(layoutOf({ nodes, edges }).map(({ id, row }) => [id, row]))
  expect(placed.get('a')).toBe(placed.get('of a'))
  expect(placed.get('b')).toBe(placed.get('of b'))
})

test('around something is what flows into it and what it flows into, not what else these flow into', () => {
  const nodes = [node('casts', 'table'), node('warm', 'view'), node('cold', 'view'), node('board', 'board')]
  const edges = [edge('casts', 'warm'), edge('casts', 'cold'), edge('warm', 'board')]
  const ids = (id: string) => around({ nodes, edges }, id).nodes.map((one) => one.id)
  expect(ids('warm')).toEqual(['casts', 'warm', 'board'])
  expect(ids('casts')).toEqual(['casts', 'warm', 'cold', 'board'])
  expect(around({ nodes, edges }, 'cold').edges).toEqual([edge('casts', 'cold')])
})
