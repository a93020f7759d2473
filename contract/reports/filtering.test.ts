import { expect, test } from 'vitest'
import type { ChartQuery } from '../charts/definition.ts'
import { narrowed } from './filtering.ts'

const TABLE = { kind: 'table' as const, id: '00000000-0000-4000-8000-000000000001' }
const OTHER = { kind: 'table' as const, id: '00000000-0000-4000-8000-000000000002' }
const query: ChartQuery = {
  base: TABLE,
  joins: [{ source: OTHER, type: 'left', on: [{ left: { source: 0, column: '1' }, right: '4' }] }],
  fields: [{ key: 'f1', name: 'Station', from: { kind: 'column', source: 0, column: '1' }, isHidden: false }],
  filter: [],
}
const is = (value: string) => ({ operator: 'is' as const, values: [value] })

test('a condition on a column that the query reads goes to its field', () => {
  const { query: next, isApplied } = narrowed(query, [
    { columns: [{ source: TABLE, column: '1' }], comparisons: [is('S1')] },
  ])
  expect(isApplied).toEqual([true])
  expect(next.fields).toEqual(query.fields)
  expect(next.filter).toEqual([{ match: 'all', conditions: [{ field: 'f1', ...is('S1') }] }])
})

test('one on another column of its sources reads the column without showing it', () => {
  const columns = [{ source: OTHER, column: '7' }]
  const narrowing = { columns, comparisons: [is('46')] }
  const once = narrowed(query, [narrowing, narrowing])
  expect(once.query.fields).toHaveLength(2)
  expect(once.query.fields[1]).toMatchObject({ isHidden: true, from: { source: 1, column: '7' } })
  expect(once.query.filter).toHaveLength(2)
})

test('one on a source that the query does not read leaves it as it is, and says so', () => {
  const columns = [{ source: { ...TABLE, id: '00000000-0000-4000-8000-000000000003' }, column: '1' }]
  expect(narrowed(query, [{ columns, comparisons: [is('S1')] }])).toEqual({ query, isApplied: [false] })
})

test('a column that is read without being shown has its own name, numbered if a field has it already', () => {
  const columns = [{ source: OTHER, column: '7' }]
  const named = (name?: string) =>
    narrowed(query, [{ columns, comparisons: [is('46')], name }]).query.fields.map((field) => field.name)
  expect(named('Depth')).toEqual(['Station', 'Depth'])
  expect(named('station')).toEqual(['Station', 'station 2'])
  expect(named()).toEqual(['Station', '1'])
})
