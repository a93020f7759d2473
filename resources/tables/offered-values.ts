import type { Cell, Column } from '#contract/tables/columns.ts'
import type { RowGroups } from '#contract/tables/looks.ts'
import type { Question } from '#contract/tables/question.ts'
import { type DataTable, tables } from '#contract/tables.ts'
import { call } from '#providers/call.ts'
import { readFilterValue } from './filter-value.ts'
import type { AnyOperator, FilterBy } from './operators.ts'

/** Values of a column with how many rows have each, those that are not listed, and names of files and people. */
export type OfferedValues = { values: { value: Cell; count: number }[]; more: number; names: RowGroups['names'] }
/** What values of a column are asked for: of the rows that meet the other conditions, those that contain a text. */
export type ValuesWish<Each extends AnyOperator> = {
  column: Column
  others: FilterBy<Each>
  q: string
  signal: AbortSignal
}
/** Where the values of a column are asked for; `key` is the place of the answers in the cache. */
export type ValueSource<Each extends AnyOperator> = {
  key: readonly unknown[]
  read: (wish: ValuesWish<Each>) => Promise<OfferedValues>
}

/** The values of the columns of a table in the rows that hold `q`. */
export function valuesOfTable(
  { spaceId, id, change }: DataTable,
  q: Question['q'],
): ValueSource<Question['filter'][number]['conditions'][number]['operator']> {
  const zone = new Intl.DateTimeFormat().resolvedOptions().timeZone
  return {
    key: ['tables', spaceId, 'values', id, change, q],
    async read({ column, others, q: sought, signal }) {
      const question = { filter: others, sort: [], q }
      const asked = { spaceId, id, question, groupBy: column.id, listing: { q: sought, zone } }
      const { groups, more = 0, names } = await call(tables.groups, asked, { quiet: true, signal })
      const isDay = column.type === 'datetime'
      const values = groups.map(({ value, count }) => ({
        value: isDay && typeof value === 'string' ? (readFilterValue(column, value) ?? null) : value,
        count,
      }))
      return { values, more, names }
    },
  }
}
