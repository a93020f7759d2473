import type { Ask } from '#contract/charts/answer.ts'
import type { FieldFilter, Group, Measure } from '#contract/queries/query.ts'
import type { Cell, CellType } from '#contract/tables/columns.ts'

/** Columns of a table in memory; the name of each is what fields say of their column. */
export type MemoryColumn = { name: string; type: CellType; unit?: string }
type Row = readonly Cell[]

const isEmpty = (cell: Cell) => cell === null || cell === ''
const same = (one: Cell, other: Cell) => String(one).toLowerCase() === String(other).toLowerCase()

function fits(filter: FieldFilter, cellOf: (field: string) => Cell): boolean {
  const holds = ({ field, operator, values }: FieldFilter[number]['conditions'][number]): boolean => {
    const cell = cellOf(field)
    const isIn = () => !isEmpty(cell) && (values ?? []).some((value) => same(cell, value))
    if (operator === 'empty') return isEmpty(cell)
    if (operator === 'notEmpty') return !isEmpty(cell)
    if (operator === 'oneOf' || operator === 'is') return isIn()
    if (operator === 'noneOf') return !isIn()
    throw new Error(`no ${operator} in memory`)
  }
  return filter.every(({ match, conditions }) => (match === 'all' ? conditions.every(holds) : conditions.some(holds)))
}

function binned({ time, width }: Group, cell: Cell): Cell {
  if (cell === null) return null
  if (width) return String(Number((Math.floor(Number(cell) / Number(width)) * Number(width)).toFixed(10)))
  if (!time) return cell
  const at = new Date(String(cell))
  const [year, month, day] = [at.getUTCFullYear(), at.getUTCMonth(), at.getUTCDate()]
  if (time === 'hour') return new Date(Date.UTC(year, month, day, at.getUTCHours())).toISOString()
  const begin = {
    year: () => Date.UTC(year, 0),
    quarter: () => Date.UTC(year, month - (month % 3)),
    month: () => Date.UTC(year, month),
    week: () => Date.UTC(year, month, day - ((at.getUTCDay() + 6) % 7)),
    day: () => Date.UTC(year, month, day),
  }[time]
  return new Date(begin()).toISOString().slice(0, 10)
}

/** An interpolated percentile of sorted values. */
function percentile(sorted: readonly number[], percent: number): number {
  const at = ((sorted.length - 1) * percent) / 100
  const [low, high] = [sorted[Math.floor(at)] ?? 0, sorted[Math.ceil(at)] ?? 0]
  return low + (high - low) * (at - Math.floor(at))
}

function measured({ aggregate, percent }: Measure, cells: readonly Cell[] | null, rows: number): Cell {
  if (cells === null) return String(rows)
  const full = cells.filter((cell) => cell !== null)
  const numbers = full.map(Number).sort((one, other) => one - other)
  const sum = numbers.reduce((all, value) => all + value, 0)
  const mean = sum / numbers.length
  if (aggregate === 'count') return String(full.length)
  if (aggregate === 'distinct') return String(new Set(full).size)
  if (full.length === 0) return null
  const square = numbers.reduce((all, value) => all + (value - mean) ** 2, 0)
  const forms: Partial<Record<Measure['aggregate'], () => Cell | number>> = {
    sum: () => sum,
    mean: () => mean,
    median: () => percentile(numbers, 50),
    percentile: () => percentile(numbers, percent ?? 50),
    deviation: () => (numbers.length < 2 ? null : Math.sqrt(square / (numbers.length - 1))),
    least: () => full.toSorted(compare)[0] ?? null,
    greatest: () => full.toSorted(compare).at(-1) ?? null,
  }
  const form = forms[aggregate]
  if (!form) throw new Error(`no ${aggregate} in memory`)
  const value = form()
  return value === null ? null : String(value)
}

const compare = (one: Cell, other: Cell): number => {
  if (one === null || other === null) return Number(one === null) - Number(other === null)
  const [left, right] = [Number(one), Number(other)]
  return Number.isNaN(left - right) ? (String(one) < String(other) ? -1 : Number(one !== other)) : left - right
}

/** Answers the questions of charts over rows in memory, as the server does over tables. */
export function askRows(columns: readonly MemoryColumn[], rows: readonly Row[]): Ask {
  return async ({ fields, filter, groups, measures, sort }, { count }) => {
    const placeOf = (key: string) => {
      const field = fields.find((one) => one.key === key)
      return field?.from.kind === 'column' ? Number(field.from.column) - 1 : -1
    }
    const cellOf = (row: Row, key: string) => row[placeOf(key)] ?? null
    const kept = rows.filter((row) => fits(filter, (field) => cellOf(row, field)))
    const about = (key: string, name: string, type: CellType) => ({
      key,
      name,
      type,
      description: '',
      unit: columns[placeOf(key)]?.unit ?? '',
      format: {},
    })
    const shown = fields.filter(({ isHidden }) => !isHidden)
    const isGrouped = groups.length + measures.length > 0
    const found = isGrouped
      ? [
          ...Map.groupBy(kept, (row) =>
            JSON.stringify(groups.map((one) => binned(one, cellOf(row, one.field)))),
          ).entries(),
        ]
      : []
    if (isGrouped && groups.length === 0 && found.length === 0) found.push(['[]', []])
    const answer: Row[] = isGrouped
      ? found.map(([key, of]) => [
          ...(JSON.parse(key) as Cell[]),
          ...measures.map((measure) =>
            measured(
              measure,
              measure.field === null ? null : of.map((row) => cellOf(row, measure.field ?? '')),
              of.length,
            ),
          ),
        ])
      : kept.map((row) => shown.map(({ key }) => cellOf(row, key)))
    const typeOf = (key: string) => columns[placeOf(key)]?.type ?? 'text'
    const heads = isGrouped
      ? [
          ...groups.map(({ field, time }) => about(field, field, time && time !== 'hour' ? 'date' : typeOf(field))),
          ...measures.map(({ key, field, aggregate }) => ({
            ...about(
              aggregate === 'count' ? key : (field ?? key),
              key,
              aggregate === 'least' && field ? typeOf(field) : ('number' as const),
            ),
            key,
          })),
        ]
      : shown.map(({ key, name }) => about(key, name, typeOf(key)))
    const order = [
      ...sort.map(({ field, order: way }) => ({ at: heads.findIndex(({ key }) => key === field), way })),
      ...groups.map((_, at) => ({ at, way: 'asc' as const })),
    ]
    const sorted = answer.toSorted((one, other) => {
      for (const { at, way } of order) {
        const found = compare(one[at] ?? null, other[at] ?? null) * (way === 'asc' ? 1 : -1)
        if (found) return found
      }
      return 0
    })
    return {
      columns: heads,
      rows: sorted.slice(0, count).map((row) => [...row]),
      matching: answer.length,
      names: {},
      sources: [],
      answeredBy: 'database' as const,
      isCached: false,
      isPersonal: false,
      at: '2026-11-21T08:00:00.000Z',
    }
  }
}
