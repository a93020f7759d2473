import type { ChartAnswer, ChartRow } from '../charts/answer.ts'
import type { ChartQuery } from '../charts/definition.ts'
import type { ChartColumn } from '../charts/plan.ts'
import { type FieldCondition, type FieldKey, sourcesOf, type TimeBin } from '../queries/query.ts'
import type { Cell } from '../tables/columns.ts'
import { fitsType } from '../tables/values.ts'
import type { Comparison, SourceColumnRef } from './board.ts'

/** The common value of the rows behind a mark in one field. */
export type PickedGroup = { column: ChartColumn; field: FieldKey; comparisons: Comparison[] }

/** The moment or day at which the next bin begins. */
export function nextBin(begin: string, bin: TimeBin): string {
  const at = new Date(begin)
  const step: Record<TimeBin, () => void> = {
    year: () => at.setUTCFullYear(at.getUTCFullYear() + 1),
    quarter: () => at.setUTCMonth(at.getUTCMonth() + 3),
    month: () => at.setUTCMonth(at.getUTCMonth() + 1),
    week: () => at.setUTCDate(at.getUTCDate() + 7),
    day: () => at.setUTCDate(at.getUTCDate() + 1),
    hour: () => at.setUTCHours(at.getUTCHours() + 1),
  }
  step[bin]()
  const iso = at.toISOString()
  return begin.length === 10 ? iso.slice(0, 10) : iso
}

/** Whether a bin of moments or days ends within the calendar that cells can hold. */
const isTime = (text: string) => fitsType('date', text) || fitsType('datetime', text)
/** Digits of a decimal after its point. */
const digitsOf = (text: string) => text.split('.')[1]?.length ?? 0
/** The sum of two decimals with all their digits. */
const sumOf = (one: string, other: string) =>
  (Number(one) + Number(other)).toFixed(Math.min(20, Math.max(digitsOf(one), digitsOf(other))))

const from = (begin: string, end: string | null): Comparison[] => [
  { operator: 'greaterOrEqual', values: [begin] },
  ...(end === null ? [] : [{ operator: 'less' as const, values: [end] }]),
]

/** Which values of a field a cell of a group represents. */
function comparisonsOf({ binding: { time, width }, type }: ChartColumn, cell: Cell): Comparison[] {
  if (cell === null || cell === '' || (Array.isArray(cell) && cell.length === 0))
    return [{ operator: 'empty', values: [] }]
  // Files hold numbers that no cell can, such as NaN: nothing is compared with them.
  if (!fitsType(type, cell)) return []
  if (time && time !== 'auto' && typeof cell === 'string') {
    const end = nextBin(cell, time as TimeBin)
    return from(cell, isTime(end) ? end : null)
  }
  if (width && width !== 'auto' && typeof cell === 'string') return from(cell, sumOf(cell, width))
  const isTerm = type === 'choice' || type === 'choices'
  return [{ operator: isTerm ? 'oneOf' : 'is', values: Array.isArray(cell) ? cell : [cell] }]
}

/** The values of a field that are not drawn; empty cells may be drawn as a value of their own. */
function besides(drawn: readonly Cell[]): Comparison[] {
  const values = [...new Set(drawn)].filter((cell) => cell !== null && cell !== '')
  const full: Comparison[] = values.length ? [{ operator: 'noneOf', values }] : []
  return values.length < new Set(drawn).size ? [...full, { operator: 'notEmpty', values: [] }] : full
}

/** The conditions of the source rows behind a row of a chart; “others” are all rows that are not drawn separately. */
export function pickedGroups(answer: Pick<ChartAnswer, 'columns' | 'rows'>, row: ChartRow): PickedGroup[] {
  return answer.columns.flatMap((column, at): PickedGroup[] => {
    const { field } = column.binding
    if (column.role === 'measure' || column.statistic !== 'value' || field === null) return []
    const comparisons = row.rest[at]
      ? besides(answer.rows.filter((one) => !one.rest[at]).map(({ cells }) => cells[at] ?? null))
      : comparisonsOf(column, row.cells[at] ?? null)
    return comparisons.length ? [{ column, field, comparisons }] : []
  })
}

/** The rows behind a mark, as a query of its chart. */
export function rowsBehind(query: ChartQuery, parts: readonly PickedGroup[]): ChartQuery {
  const conditions = parts.flatMap(({ field, comparisons }) =>
    comparisons.map((one): FieldCondition => ({ field, ...one })),
  )
  if (!conditions.length) return query
  return { ...query, filter: [...query.filter, { match: 'all', conditions }] }
}

/** The column of a source that a field reads; null for a formula. */
export function columnOfField(query: ChartQuery, field: FieldKey): SourceColumnRef | null {
  const from = query.fields.find(({ key }) => key === field)?.from
  const source = from?.kind === 'column' ? sourcesOf(query)[from.source] : undefined
  return source && from?.kind === 'column' ? { source, column: from.column } : null
}
