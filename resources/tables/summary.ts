import type { Column } from '#contract/tables/columns.ts'
import type { GridRow } from './grid-row.ts'

type Size = { rows: number; columns: number; filled: number }
/** What a selection holds: sum and mean of numbers of one unit; numbers of several units have none. */
export type Summary = Size & ({ kind: 'numbers'; sum: string; mean: string } | { kind: 'units' | 'other' })

const PLACES = 12
const short = (value: number) => String(Number(value.toPrecision(PLACES)))

export function summaryOf(rows: readonly GridRow[], columns: readonly Column[]): Summary {
  const values = columns.map(({ id }) => rows.map(({ cells }) => cells.get(id) ?? null))
  const filled = values.flat().filter((value) => value !== null && value !== '')
  const size = { rows: rows.length, columns: columns.length, filled: filled.length }
  const areNumbers = columns.every(({ type }) => type === 'number')
  if (!areNumbers || filled.length === 0) return { ...size, kind: 'other' }
  if (new Set(columns.map(({ unit }) => unit)).size > 1) return { ...size, kind: 'units' }
  const sum = filled.reduce<number>((all, value) => all + Number(value), 0)
  return { ...size, kind: 'numbers', sum: short(sum), mean: short(sum / filled.length) }
}
