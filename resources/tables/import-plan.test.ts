import { describe, expect, test } from 'vitest'
import type { Column } from '#contract/tables/columns.ts'
import { HERE, type PlannedColumn, zoneOf } from './import-plan.ts'

const taken: PlannedColumn = {
  index: 0,
  isTaken: true,
  name: 'taken',
  type: 'datetime',
  format: {},
  skipsMissing: false,
  target: 1,
}
const column = (id: number, format: Column['format']) => ({ id, name: `c${id}`, type: 'datetime', format }) as Column

describe('times without a zone are read first in the zone', () => {
  test('of the reader: a new table, a column without a zone, a column that takes nothing', () => {
    expect(zoneOf([{ ...taken, target: null }], null)).toBe(HERE)
    expect(zoneOf([taken], [column(1, {})])).toBe(HERE)
    expect(zoneOf([{ ...taken, isTaken: false }], [column(1, { offsetMinutes: 480 })])).toBe(HERE)
  })

  test('of the column that takes them', () => {
    expect(zoneOf([taken], [column(2, { offsetMinutes: 0 }), column(1, { offsetMinutes: -210 })])).toBe('-03:30')
    expect(zoneOf([taken], [column(1, { offsetMinutes: 0 })])).toBe('+00:00')
  })
})
