import { expect, test } from 'vitest'
import type { TableRow } from './catalogue-store.ts'
import { wantsBare } from './doing.ts'

test.each([
  ['few rows of a table', 40_000, 60_000, false],
  ['most rows of a small table', 1000, 1000, false],
  ['less than half of the rows', 400_000, 1_000_000, false],
  ['most rows', 50_000, 100_000, true],
  ['very many rows, however many others there are', 500_000, 10_000_000, true],
])('a change of %s goes on without indexes or with them as is faster', (_what, touched, rows, isBare) => {
  const table = { row_count: rows } as TableRow
  const doing = { table, isBare: false } as Parameters<typeof wantsBare>[0]
  expect(wantsBare(doing, touched)).toBe(isBare)
  expect(wantsBare({ ...doing, isBare: true }, touched)).toBe(false)
})
