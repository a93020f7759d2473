import { describe, expect, test } from 'vitest'
import type { ProposedColumn } from '#contract/table-files.ts'
import type { Column } from '#contract/tables/columns.ts'
import {
  formatFor,
  HERE,
  labelOf,
  type PlannedColumn,
  percentsIn,
  planOf,
  sheetState,
  warningsIn,
  wishOf,
  zoneOf,
} from './import-plan.ts'

const taken: PlannedColumn = {
  index: 0,
  isTaken: true,
  name: 'taken',
  type: 'datetime',
  format: {},
  skipsMissing: false,
  isPercent: false,
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

describe('a column whose type is changed is read in the way that most of its values fit', () => {
  const unfitDate = (count: number, format: ProposedColumn['format']) => ({
    type: 'date' as const,
    format,
    count,
    examples: [],
  })
  const texts = { type: 'text' as const, format: {} }

  test.each<[what: string, unfit: ProposedColumn['unfit'], format: ProposedColumn['format']]>([
    ['clear dates', [], {}],
    ['dates that may be either way', [unfitDate(6, {})], { dayFirst: true }],
    [
      'dates of which one has the month first',
      [unfitDate(6, {}), unfitDate(1, { dayFirst: true })],
      { dayFirst: false },
    ],
    [
      'texts that are none',
      [unfitDate(9, {}), unfitDate(9, { dayFirst: true }), unfitDate(9, { dayFirst: false })],
      {},
    ],
  ])('%s', (_what, unfit, format) => {
    expect(formatFor({ ...texts, unfit }, 'date')).toEqual(format)
  })

  test('numbers with a comma; the proposed type keeps the proposed way', () => {
    const unfit = [{ type: 'number' as const, format: {}, count: 3, examples: [] }]
    expect(formatFor({ ...texts, unfit }, 'number')).toEqual({ decimal: ',' })
    expect(formatFor({ type: 'date', format: { dayFirst: false }, unfit: [] }, 'date')).toEqual({ dayFirst: false })
  })

  test('also where the table that takes it gives the type', () => {
    const proposed = { ...texts, name: 'c1', heading: 'c1', unfit: [unfitDate(6, {})], missing: [] }
    const [planned] = planOf([proposed as unknown as ProposedColumn], [{ ...column(1, {}), type: 'date' }], 'name')
    expect(planned).toMatchObject({ type: 'date', format: { dayFirst: true }, target: 1 })
  })
})

describe('the columns of a file find those of a table', () => {
  const columns = [column(3, {}), column(5, {})]
  const proposed = (heading: string) =>
    ({
      heading,
      name: heading,
      type: 'text',
      format: {},
      unfit: [],
      missing: [],
      values: 1,
    }) as unknown as ProposedColumn
  const targets = (matching: 'name' | 'position') =>
    planOf([proposed('C5'), proposed('other'), proposed('c3')], columns, matching).map(({ target, isTaken }) =>
      isTaken ? target : null,
    )

  test('by name, whatever its case', () => {
    expect(targets('name')).toEqual([5, null, 3])
  })
  test('of several with the same heading, each by the name that tells it apart', () => {
    expect(
      [
        { heading: 'Value', name: 'Value' },
        { heading: 'Value', name: 'Value (2)' },
        { heading: '', name: 'C' },
      ].map(labelOf),
    ).toEqual(['Value', 'Value (2)', 'C'])
    const twice = ['C5', 'C5 (2)'].map((name) => ({ ...proposed('C5'), name }))
    expect(planOf(twice, columns, 'name').map(({ target }) => target)).toEqual([5, null])
  })
  test('by position; those beyond the last column are left out', () => {
    expect(targets('position')).toEqual([3, 5, null])
  })
})

describe('numbers of a new table are shown as percentages', () => {
  const shares = (percents: number): ProposedColumn => ({
    name: 'share',
    heading: 'share',
    type: 'number',
    format: {},
    examples: [],
    values: 2,
    stated: 0,
    percents,
    empty: 0,
    missing: [],
    formulas: 0,
    choices: null,
    isOrderUnknown: false,
    unfit: [],
    nearly: null,
  })
  const planned = (percents: number, change: Partial<PlannedColumn> = {}, columns: Column[] | null = null) => {
    const proposed = shares(percents)
    const [one] = planOf([proposed], columns, 'name')
    const plan = { ...(one as PlannedColumn), ...change }
    return { hint: percentsIn(proposed, plan, columns), wish: wishOf([plan], [proposed], 'UTC')[0] }
  }

  test('where all values are some', () => {
    expect(planned(2)).toMatchObject({ hint: 0, wish: { isPercent: true } })
  })
  test.each<[what: string, percents: number, change: Partial<PlannedColumn>, hint: number]>([
    ['where none is one', 0, {}, 0],
    ['where only some are, of which it is told', 1, {}, 1],
    ['where it is not wished, of which it is told', 2, { isPercent: false }, 2],
    ['where they become texts', 2, { type: 'text' }, 0],
    ['where they are left out', 2, { isTaken: false }, 0],
  ])('not %s', (_what, percents, change, hint) => {
    const { hint: told, wish } = planned(percents, change)
    expect(told).toBe(hint)
    expect(wish?.isPercent).toBeUndefined()
  })
  test('a table that exists shows them as it does, of which it is told where that is otherwise', () => {
    const into = (format: Column['format']): Column[] => [{ ...column(1, format), name: 'Share', type: 'number' }]
    expect(planned(2, {}, into({}))).toMatchObject({ hint: 2, wish: { target: 1 } })
    expect(planned(2, {}, into({})).wish?.isPercent).toBeUndefined()
    expect(planned(2, {}, into({ isPercent: true })).hint).toBe(0)
    expect(planned(1, {}, into({ isPercent: true })).hint).toBe(1)
  })
})

describe('a column has something to look at', () => {
  const found = { unfit: [], missing: [], formulas: 0, isOrderUnknown: false }
  const words = [{ word: 'NA', count: 2 }]
  test.each<[what: string, column: Partial<typeof found> | object, plan: Partial<PlannedColumn>, warnings: object[]]>([
    ['nothing', {}, {}, []],
    ['formulas without a result', { formulas: 3 }, {}, [{ kind: 'formulas', count: 3 }]],
    ['values of another type', { missing: words }, {}, [{ kind: 'unfit', count: 2 }]],
    ['an order of day and month that is not clear', { isOrderUnknown: true }, {}, [{ kind: 'orderUnknown', count: 0 }]],
    ['the same of texts, which have none', { isOrderUnknown: true }, { type: 'text' }, []],
    ['formulas of a column that is left out', { formulas: 3 }, { isTaken: false }, []],
  ])('%s', (_what, column, plan, warnings) => {
    const told = warningsIn({ ...found, ...column }, { ...taken, ...plan })
    expect(told.map(({ kind, count }) => ({ kind, count }))).toEqual(warnings)
  })
})

test('a sheet is imported once: only one whose import came to nothing may be begun again', () => {
  const states = ['waiting', 'preparing', 'transferring', 'completed', 'partlyFailed', 'failed', 'cancelled'] as const
  expect(states.map((state) => sheetState({ state }))).toEqual([
    'begun',
    'begun',
    'begun',
    'imported',
    'imported',
    null,
    null,
  ])
  expect(sheetState(undefined)).toBe('begun')
})
