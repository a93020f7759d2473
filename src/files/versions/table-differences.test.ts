import { describe, expect, test } from 'vitest'
import { differencesOf } from './table-differences.ts'

const before = {
  header: ['id', 'depth', 'note'],
  rows: [
    ['a', '1', 'x'],
    ['b', '2', ''],
    ['c', '3', 'y'],
  ],
}

describe('differences of tables', () => {
  test('rows are matched by the key, wherever they stand', () => {
    const after = { ...before, rows: before.rows.toReversed() }
    expect(differencesOf(before, after, 'id', 10)).toMatchObject({
      added: 0,
      removed: 0,
      changed: 0,
      unchanged: 3,
      rows: [],
    })
  })

  test('added, removed and changed rows are reported with their cells', () => {
    const after = {
      header: before.header,
      rows: [
        ['a', '1', 'x'],
        ['b', '2.5', ''],
        ['d', '4', 'z'],
      ],
    }
    const found = differencesOf(before, after, 'id', 10)
    expect(found).toMatchObject({ added: 1, removed: 1, changed: 1, unchanged: 1 })
    expect(found.rows).toEqual([
      { state: 'changed', key: 'b', cells: [{ column: 'depth', before: '2', after: '2.5' }] },
      expect.objectContaining({ state: 'added', key: 'd' }),
      expect.objectContaining({ state: 'removed', key: 'c' }),
    ])
  })

  test('columns may come, go and change places', () => {
    const after = {
      header: ['note', 'id', 'station'],
      rows: [
        ['x', 'a', ''],
        ['', 'b', 'S1'],
        ['y', 'c', ''],
      ],
    }
    const found = differencesOf(before, after, 'id', 10)
    expect(found).toMatchObject({ columnsAdded: ['station'], columnsRemoved: ['depth'], changed: 3 })
    expect(found.rows[1]?.cells).toEqual([
      { column: 'station', before: '', after: 'S1' },
      { column: 'depth', before: '2', after: '' },
    ])
  })

  test('rows of one key are matched in their order, and counted', () => {
    const twice = { header: ['id'], rows: [['a'], ['a'], ['b']] }
    expect(differencesOf(twice, { header: ['id'], rows: [['a'], ['b']] }, 'id', 10)).toMatchObject({
      repeated: 1,
      removed: 1,
      unchanged: 2,
    })
  })

  test('all are counted, only the first are reported', () => {
    const rows = Array.from({ length: 50 }, (_, i) => [`${i}`])
    const found = differencesOf({ header: ['id'], rows: [] }, { header: ['id'], rows }, 'id', 5)
    expect([found.added, found.rows.length]).toEqual([50, 5])
  })
})
