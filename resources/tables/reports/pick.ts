import type { ChartAnswer } from '#contract/charts/answer.ts'
import type { ChartDefinition, ChartQuery } from '#contract/charts/definition.ts'
import type { Board } from '#contract/reports/board.ts'
import { columnOfField, type PickedGroup, pickedGroups, rowsBehind } from '#contract/reports/picked.ts'
import type { Cell } from '#contract/tables/columns.ts'
import type { Pin } from './address.ts'
import { columnsWith } from './narrowing.ts'

/** A clicked mark: the query of its rows, and the values that can filter other cards. */
export type Picked = { label: string; query: ChartQuery; pins: Omit<Pin, 'card'>[] }

const wordOf = (cell: Cell): string => (Array.isArray(cell) ? cell.join(', ') : String(cell ?? ''))

/** The label of a part of a mark: its value, or the bounds of its bin. */
function labelOf({ column, comparisons }: PickedGroup, names: Record<string, string>): string {
  const said = comparisons.map(({ operator, values }) => {
    const [value = null] = values
    const word = typeof value === 'string' ? (names[value] ?? value) : wordOf(value)
    if (operator === 'greaterOrEqual') return `≥ ${word}`
    if (operator === 'less') return `< ${word}`
    if (operator === 'noneOf') return `≠ ${values.map(wordOf).join(', ')}`
    return operator === 'empty' ? '∅' : word
  })
  return `${column.name} ${said.join(' ')}`.slice(0, 200)
}

/** The mark behind a row of an answer; null if it stands for all rows. */
export function pickedAt(
  { query }: ChartDefinition,
  answer: ChartAnswer,
  { index, filters }: { index: number; filters: Board['filters'] },
): Picked | null {
  const row = answer.rows[index]
  const parts = row ? pickedGroups(answer, row) : []
  if (!parts.length) return null
  const pins = parts.flatMap((part) => {
    const column = columnOfField(query, part.field)
    if (!column) return []
    const { comparisons } = part
    const label = labelOf(part, answer.names)
    return [{ label, name: part.column.name, columns: columnsWith(column, filters), comparisons }]
  })
  return { label: parts.map((part) => labelOf(part, answer.names)).join(' · '), query: rowsBehind(query, parts), pins }
}
