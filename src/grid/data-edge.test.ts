import { describe, expect, test } from 'vitest'
import { dataEdge, EDGE_ROWS } from './data-edge.ts'

const line = (cells: string) => async (at: number) => cells[at] === 'x'

describe('dataEdge', () => {
  const cases: [string, string, number, 1 | -1, number][] = [
    ['the last filled cell of its block', 'xxx..xx', 0, 1, 2],
    ['over empty cells to the next filled one', 'xxx..xx', 2, 1, 5],
    ['from an empty cell to the next filled one', '..x.xx.', 0, 1, 2],
    ['to the end where nothing follows', 'xx.....', 1, 1, 6],
    ['to the end of a full line', 'xxxxxxx', 3, 1, 6],
    ['backwards to the first of its block', '..xxx..', 4, -1, 2],
    ['backwards over empty cells', 'x...x..', 4, -1, 0],
    ['nowhere at the end', 'xxxxxxx', 6, 1, 6],
  ]
  test.each(cases)('leads %s', async (_name, cells, from, step, to) => {
    expect(await dataEdge(from, step, cells.length, line(cells))).toBe(to)
  })

  test('a block longer than what is looked at leads to the end of the table', async () => {
    let looked = 0
    const isFilled = async () => {
      looked += 1
      return true
    }
    expect(await dataEdge(0, 1, 1_000_000, isFilled)).toBe(999_999)
    expect(looked).toBeLessThan(2 * EDGE_ROWS)
  })
})
