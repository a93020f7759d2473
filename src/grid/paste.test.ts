import { describe, expect, test } from 'vitest'
import { beyond, editsOf, pasted } from './paste.ts'

const copied = (texts: string[][]) => ({ texts, exacts: [] })
const range = (x: number, y: number, width: number, height: number) => ({ x, y, width, height })

describe('pasting', () => {
  test('a cell fills the whole selection', () => {
    expect(pasted(copied([['a']]), range(1, 1, 2, 2)).texts).toEqual([
      ['a', 'a'],
      ['a', 'a'],
    ])
  })
  test('a block is repeated over a multiple of itself, and pasted once over anything else', () => {
    expect(pasted(copied([['a', 'b']]), range(0, 0, 4, 1)).texts).toEqual([['a', 'b', 'a', 'b']])
    expect(pasted(copied([['a', 'b']]), range(0, 0, 3, 1)).texts).toEqual([['a', 'b']])
  })
  test('what reaches beyond the table is counted', () => {
    const block = pasted(
      copied([
        ['a', 'b'],
        ['c', 'd'],
      ]),
      range(2, 9, 1, 1),
    )
    expect(beyond(block, { columns: 3, rows: 10 })).toEqual({ columns: 1, rows: 1 })
    expect(beyond(block, { columns: 4, rows: 11 })).toEqual({ columns: 0, rows: 0 })
  })
  test('each cell becomes one change', () => {
    const block = pasted({ texts: [['a', 'b']], exacts: [['', 'behind b']] }, range(1, 5, 1, 1))
    expect(editsOf(block)).toEqual([
      { column: 1, row: 5, text: 'a' },
      { column: 2, row: 5, text: 'b', exact: 'behind b' },
    ])
  })
})
