import { describe, expect, test } from 'vitest'
import { freeName } from '#contract/core/free-name.ts'
import type { SourceShape } from '#contract/queries/answer.ts'
import type { Query } from '#contract/queries/query.ts'
import type { CellType } from '#contract/tables/columns.ts'
import {
  columnsFor,
  newKey,
  proposedPair,
  queryOver,
  withColumn,
  withColumns,
  withJoin,
  withoutFields,
  withoutJoin,
  withSource,
  withType,
} from './draft.ts'

const shape = (id: string, ...names: string[]): SourceShape => ({
  source: { kind: 'table', id },
  name: id,
  rows: null,
  differences: [],
  columns: names.map((name, at) => ({
    key: String(at + 1),
    name,
    description: '',
    unit: '',
    type: 'text',
    format: {},
  })),
})
const casts = shape('casts', 'Station', 'Depth')
const stations = shape('stations', 'Name', 'station')

test('a new query shows all columns of its source', () => {
  expect(queryOver(casts).fields).toMatchObject([
    { key: 'f1', name: 'Station', from: { source: 0, column: '1' } },
    { key: 'f2', name: 'Depth' },
  ])
})

test('keys are counted on, names are numbered', () => {
  const query = withColumns(queryOver(casts), 1, stations.columns)
  expect(query.fields.map(({ key, name }) => [key, name])).toEqual([
    ['f1', 'Station'],
    ['f2', 'Depth'],
    ['f3', 'Name'],
    ['f4', 'station 2'],
  ])
  expect(
    newKey(
      withoutFields(query, ({ key }) => key === 'f1'),
      'm',
    ),
  ).toBe('m5')
  expect(freeName('A', ['a', 'A 2'])).toBe('A 3')
})

test('a join that is added leaves out the column that is equal to one of the other side', () => {
  const query = withJoin(queryOver(casts), stations, [casts])
  expect(query?.joins).toMatchObject([{ on: [{ left: { source: 0, column: '1' }, right: '2' }] }])
  expect(query?.fields.map(({ name }) => name)).toEqual(['Station', 'Depth', 'Name'])
  expect(withJoin(queryOver(casts), shape('empty'), [casts])).toBeNull()
})

test('the key of a right join is that of the side whose rows are all kept, and only once', () => {
  const query = withJoin(queryOver(casts), stations, [casts])
  if (!query) throw new Error('no join')
  const keys = (one: Query) => one.fields.map(({ name, from }) => [name, from.kind === 'column' && from.source])
  const right = withType(query, 0, 'right')
  expect(right.joins).toMatchObject([{ type: 'right' }])
  expect(right.fields[0]).toEqual({ ...query.fields[0], from: { kind: 'column', source: 1, column: '2' } })
  expect(withType(right, 0, 'inner').fields).toEqual(query.fields)
  // Who reads both sides goes on reading both.
  const both = withColumns(query, 1, stations.columns.slice(1))
  expect(keys(withType(both, 0, 'right'))).toEqual(keys(both))
})

test('a join is proposed by columns of one name, else by the first ones', () => {
  expect(proposedPair([casts], stations)).toEqual({ left: { source: 0, column: '1' }, right: '2' })
  expect(proposedPair([casts], shape('other', 'Code'))).toEqual({ left: { source: 0, column: '1' }, right: '1' })
  expect(proposedPair([casts], shape('empty'))).toBeNull()
})

test('a proposed join is of columns that can be equal, a term and a text too', () => {
  const typed = (one: SourceShape, ...types: CellType[]) => ({
    ...one,
    columns: one.columns.map((column, at) => ({ ...column, type: types[at] ?? column.type })),
  })
  const samples = typed(shape('samples', 'Date', 'Station'), 'date', 'choice')
  expect(proposedPair([samples], typed(shape('stations', 'Station'), 'text'))).toEqual({
    left: { source: 0, column: '2' },
    right: '1',
  })
  expect(proposedPair([samples], typed(shape('days', 'Taken', 'Code'), 'date'))).toEqual({
    left: { source: 0, column: '1' },
    right: '1',
  })
  expect(proposedPair([samples], typed(shape('sums', 'Sum'), 'number'))).toEqual({
    left: { source: 0, column: '1' },
    right: '1',
  })
})

test('another source takes the place of one that is gone, column by column of the same name', () => {
  const query = {
    ...withColumns(queryOver(casts), 1, stations.columns),
    joins: [{ source: stations.source, type: 'left' as const, on: [{ left: { source: 0, column: '1' }, right: '2' }] }],
    filter: [{ match: 'all' as const, conditions: [{ field: 'f2', operator: 'greater' as const, values: ['5'] }] }],
  }
  const next = withSource(query, 0, shape('newer', 'Date', 'STATION'), [null, stations])
  expect(next).toMatchObject({ base: { id: 'newer' }, filter: query.filter })
  expect(next.joins[0]?.on).toEqual([{ left: { source: 0, column: '2' }, right: '2' }])
  expect(next.fields.map(({ name, from }) => [name, from])).toEqual([
    ['Station', { kind: 'column', source: 0, column: '2' }],
    ['Depth', { kind: 'column', source: 0, column: 'lost:2' }],
    ['Name', { kind: 'column', source: 1, column: '1' }],
    ['station 2', { kind: 'column', source: 1, column: '2' }],
  ])
})

test('another source takes the place of a joined one that is gone, and the pairs follow', () => {
  const on = [
    { left: { source: 0, column: '1' }, right: '2' },
    { left: { source: 0, column: '2' }, right: '3' },
  ]
  const hanging = {
    source: casts.source,
    type: 'left' as const,
    on: [{ left: { source: 1, column: '1' }, right: '1' }],
  }
  const query = {
    ...withColumns(queryOver(casts), 1, stations.columns),
    joins: [{ source: stations.source, type: 'inner' as const, on }, hanging],
  }
  const next = withSource(query, 1, shape('newer', 'Depth', 'Station', 'name'), [casts, null, casts])
  expect(next.base).toEqual(casts.source)
  expect(next.joins).toMatchObject([
    { source: { id: 'newer' }, type: 'inner', on: [{ right: '2' }, { right: '1' }] },
    { source: casts.source, on: [{ left: { source: 1, column: '3' }, right: '1' }] },
  ])
  expect(next.fields.map(({ name, from }) => [name, from])).toEqual([
    ['Station', { kind: 'column', source: 0, column: '1' }],
    ['Depth', { kind: 'column', source: 0, column: '2' }],
    ['Name', { kind: 'column', source: 1, column: '3' }],
    ['station 2', { kind: 'column', source: 1, column: '2' }],
  ])
})

test('another column takes the place of a lost one in fields and pairs, under their keys and names', () => {
  const query = {
    ...withColumns(queryOver(casts), 1, stations.columns),
    joins: [{ source: stations.source, type: 'left' as const, on: [{ left: { source: 0, column: '2' }, right: '2' }] }],
  }
  const left = withColumn(query, { source: 0, column: '2' }, '9')
  expect(left).toEqual({
    ...query,
    joins: [{ ...query.joins[0], on: [{ left: { source: 0, column: '9' }, right: '2' }] }],
    fields: query.fields.with(1, {
      key: 'f2',
      name: 'Depth',
      from: { kind: 'column', source: 0, column: '9' },
      isHidden: false,
    }),
  })
  expect(withColumn(query, { source: 1, column: '2' }, '9').joins[0]?.on).toEqual([
    { left: { source: 0, column: '2' }, right: '9' },
  ])
})

test('the column with the name of a lost one, whatever its case and blanks, is offered first, then those not read yet', () => {
  const [, depth] = queryOver(casts).fields
  const now = shape('casts', 'Station', 'Day', 'DEP TH')
  expect(depth && columnsFor(queryOver(casts), depth, now).map(({ name }) => name)).toEqual([
    'DEP TH',
    'Station',
    'Day',
  ])
})

describe('what goes takes with it what reads it', () => {
  const on = (source: number) => [{ left: { source, column: '1' }, right: '1' }]
  const base = {
    ...withColumns(withColumns(queryOver(casts), 1, stations.columns), 2, casts.columns),
    joins: [
      { source: stations.source, type: 'left' as const, on: on(0) },
      { source: casts.source, type: 'left' as const, on: on(0) },
    ],
    groups: [{ field: 'f3' }],
    measures: [{ key: 'm9', name: 'n', aggregate: 'count' as const, field: 'f3' }],
    sort: [{ field: 'm9', order: 'asc' as const }],
    filter: [{ match: 'all' as const, conditions: [{ field: 'f3', operator: 'empty' as const, values: [] }] }],
  }

  test('a field', () => {
    const left = withoutFields(base, ({ key }) => key === 'f3')
    expect(left).toMatchObject({ groups: [], measures: [], sort: [], filter: [] })
  })

  test('a join: its fields go, those of later ones move up', () => {
    const left = withoutJoin(base, 0)
    expect(left.joins).toHaveLength(1)
    expect(left.fields.map(({ from }) => from.kind === 'column' && from.source)).toEqual([0, 0, 1, 1])
  })

  test('a join that others hang on: they go, too', () => {
    const hanging = { ...base, joins: [base.joins[0], { ...base.joins[1], on: on(1) }] as typeof base.joins }
    expect(withoutJoin(hanging, 0)).toMatchObject({ joins: [], fields: [{ key: 'f1' }, { key: 'f2' }] })
  })
})
