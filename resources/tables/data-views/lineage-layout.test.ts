import { expect, test } from 'vitest'
import { layoutOf } from './lineage-layout.ts'

const node = (id: string, kind: 'table' | 'view') => ({ id, kind, name: id, isHidden: false })

test('a view stands right of the last thing that it reads', () => {
  const nodes = [node('both', 'view'), node('first', 'view'), node('casts', 'table'), node('stations', 'table')]
  const edges = [
    { from: 'casts', to: 'first' },
    { from: 'first', to: 'both' },
    { from: 'stations', to: 'both' },
  ]
  expect(layoutOf({ nodes, edges }).map(({ id, column, row }) => [id, column, row])).toEqual([
    ['both', 2, 0],
    ['first', 1, 0],
    ['casts', 0, 0],
    ['stations', 0, 1],
  ])
})
