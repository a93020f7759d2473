import { describe, expect, test } from 'vitest'
import { extended, farCorner, type Step, spotOf, stepped, walked } from './navigate.ts'
import type { Place } from './types.ts'

const size = { columns: 5, rows: 100 }
const at = (column: number, row: number): Place => ({ column, row })

describe('a step', () => {
  const steps: [Step, Place][] = [
    [{ dx: 1, dy: 0, by: 'one' }, at(3, 50)],
    [{ dx: 0, dy: -1, by: 'one' }, at(2, 49)],
    [{ dx: 0, dy: 1, by: 'page' }, at(2, 70)],
    [{ dx: 0, dy: -1, by: 'page' }, at(2, 30)],
    [{ dx: -1, dy: 0, by: 'row' }, at(0, 50)],
    [{ dx: 1, dy: 0, by: 'row' }, at(4, 50)],
    [{ dx: -1, dy: -1, by: 'table' }, at(0, 0)],
    [{ dx: 1, dy: 1, by: 'table' }, at(4, 99)],
  ]
  test.each(steps)('%o leads to %o', (step, to) => expect(stepped(at(2, 50), step, size, 20)).toEqual(to))

  test('does not leave the table', () => {
    expect(stepped(at(0, 0), { dx: -1, dy: 0, by: 'one' }, size, 20)).toEqual(at(0, 0))
    expect(stepped(at(0, 95), { dx: 0, dy: 1, by: 'page' }, size, 20)).toEqual(at(0, 99))
  })
})

describe('extending', () => {
  test('keeps the cell that it began at, in every direction', () => {
    const spot = extended(spotOf(at(2, 10)), at(1, 7))
    expect(spot).toEqual({ cell: at(2, 10), range: { x: 1, y: 7, width: 2, height: 4 } })
    expect(farCorner(spot)).toEqual(at(1, 7))
    expect(farCorner(extended(spot, at(4, 12)))).toEqual(at(4, 12))
  })
})

describe('Tab and Enter', () => {
  test('Tab at the end of a row goes to the next one, and back', () => {
    expect(walked(spotOf(at(4, 10)), 1, 0, size)).toEqual(spotOf(at(0, 11)))
    expect(walked(spotOf(at(0, 11)), -1, 0, size)).toEqual(spotOf(at(4, 10)))
  })

  test('nothing is before the first cell or after the last', () => {
    expect(walked(spotOf(at(0, 0)), -1, 0, size)).toEqual(spotOf(at(0, 0)))
    expect(walked(spotOf(at(4, 99)), 1, 0, size)).toEqual(spotOf(at(4, 99)))
    expect(walked(spotOf(at(4, 99)), 0, 1, size)).toEqual(spotOf(at(4, 99)))
  })

  test('within a selection they go round, and the selection stays', () => {
    const spot = extended(spotOf(at(1, 1)), at(2, 2))
    const cells = [1, 2, 3, 4].reduce((all) => [...all, walked(all.at(-1) ?? spot, 1, 0, size)], [spot])
    expect(cells.map(({ cell }) => [cell.column, cell.row])).toEqual([
      [1, 1],
      [2, 1],
      [1, 2],
      [2, 2],
      [1, 1],
    ])
    expect(cells.every(({ range }) => range.width === 2 && range.height === 2)).toBe(true)
    expect(walked({ ...spot, cell: at(1, 2) }, 0, 1, size).cell).toEqual(at(2, 1))
  })
})
