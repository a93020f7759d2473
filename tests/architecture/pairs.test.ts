import { describe, expect, test } from 'vitest'
import { coveringPairs, everyRow, isFull, oneOfEach } from '../support/full.ts'

const axes = {
  page: Array.from({ length: 20 }, (_, i) => `page ${i}`),
  language: ['zh', 'en'],
  theme: ['light', 'dark'],
  width: [1440, 390],
} as const
type Axes = Parameters<typeof everyRow>[0]
const pairedRows = <A extends Axes>(axes: A) => coveringPairs(everyRow(axes), Object.values)
const entries = Object.entries(axes) as [keyof typeof axes, readonly unknown[]][]

describe('a sample by pairs', () => {
  test('every two values of different axes meet', () => {
    const rows = pairedRows(axes)
    for (const [axis, values] of entries)
      for (const [other, others] of entries)
        for (const value of axis === other ? [] : values)
          for (const one of others)
            expect(
              rows.some((row) => row[axis] === value && row[other] === one),
              `${value} with ${one}`,
            ).toBe(true)
  })

  test('costs little more than the two longest axes together, and is the same every time', () => {
    expect(everyRow(axes)).toHaveLength(160)
    expect(pairedRows(axes).length).toBeLessThanOrEqual(44)
    expect(pairedRows(axes)).toEqual(pairedRows(axes))
  })

  test('one axis is whole, and an empty one leaves nothing', () => {
    expect(pairedRows({ page: [1, 2, 3] })).toEqual([{ page: 1 }, { page: 2 }, { page: 3 }])
    expect(everyRow({ page: [1, 2], theme: [] })).toEqual([])
    expect(pairedRows({ page: [1, 2], theme: [] })).toEqual([])
  })
  test('what meets in no cell is asked in none, and a trait of several axes meets the others', () => {
    const cells = everyRow({ who: ['owner', 'visitor'], own: [true, false], verb: ['read', 'write', 'remove'] }).filter(
      ({ who, own }) => who === 'owner' || !own,
    )
    const chosen = coveringPairs(cells, ({ who, own, verb }) => [`${who} ${own}`, verb])
    expect(new Set(chosen)).toEqual(new Set(cells))
    expect(coveringPairs(cells, ({ who, own }) => [who, own])).toHaveLength(3)
  })
})

test('one of each kind stands for the others, and it is the first', () => {
  const names = ['a.csv', 'b.csv', 'a.tif']
  const kinds = oneOfEach(names, (name) => name.slice(2))
  expect(kinds).toEqual(isFull ? names : ['a.csv', 'a.tif'])
})
