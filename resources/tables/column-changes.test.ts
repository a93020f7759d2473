import { expect, test } from 'vitest'
import type { DataTable } from '#contract/tables.ts'
import { type ColumnTarget, type ColumnValues, changeIn, initialOf } from './column-changes.ts'

const bare = { columnList: [] as DataTable['columnList'] } as DataTable
const target: ColumnTarget = { kind: 'add', column: null }

test('a table without columns is given one as every other table is', () => {
  const values = { ...initialOf(bare, target), name: 'Depth', formula: ' ' } as ColumnValues
  const change = changeIn({ table: bare, target, values, isLossy: false })
  expect(change).toMatchObject({ kind: 'addColumn', column: { name: 'Depth', type: 'text', formula: null } })
  // Nothing to stand behind: it comes at the end.
  expect(change).not.toHaveProperty('behind')
})
