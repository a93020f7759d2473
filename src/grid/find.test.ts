import { describe, expect, test } from 'vitest'
import { findNext } from './find.ts'

const rows = [
  ['S01', 'north'],
  ['S02', 'South'],
  ['S03', 'north'],
]
const read = async (first: number, count: number) => rows.slice(first, first + count)
const search = (wanted: string, column: number, row: number, isBackward = false) =>
  findNext({ read, rows: 3, wanted, from: { column, row }, isBackward, signal: new AbortController().signal })

describe('findNext', () => {
  test('what is nowhere is not found', async () => expect(await search('west', 0, 0)).toBeNull())
  test('the next cell, whatever its case', async () => {
    expect(await search('SOUTH', 0, 0)).toEqual({ column: 1, row: 1 })
  })
  test('behind the cell first, then the following rows', async () => {
    expect(await search('north', 0, 0)).toEqual({ column: 1, row: 0 })
    expect(await search('north', 1, 0)).toEqual({ column: 1, row: 2 })
  })
  test('round the end of the table, back to the cell itself', async () => {
    expect(await search('north', 1, 2)).toEqual({ column: 1, row: 0 })
    expect(await search('s02', 0, 1)).toEqual({ column: 0, row: 1 })
  })
  test('backwards', async () => {
    expect(await search('north', 1, 2, true)).toEqual({ column: 1, row: 0 })
    expect(await search('north', 1, 0, true)).toEqual({ column: 1, row: 2 })
  })
  test('a search that was stopped asks for no more', async () => {
    const stop = new AbortController()
    stop.abort()
    const found = findNext({
      read,
      rows: 3,
      wanted: 'x',
      from: { column: 0, row: 0 },
      isBackward: false,
      signal: stop.signal,
    })
    await expect(found).rejects.toThrow()
  })
})
