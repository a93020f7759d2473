import type { AnswerColumn } from '#contract/queries/answer.ts'
import type { FieldSort } from '#contract/queries/query.ts'
import type { Cell, Column } from '#contract/tables/columns.ts'
import type { AnyOperator, FilterBy } from '../operators.ts'

/** A column of an answer as tables show one; its number is its place, from 1. */
export const asColumn = ({ name, description, unit, type, format }: AnswerColumn, at: number): Column => ({
  id: at + 1,
  name,
  description,
  unit,
  type,
  format,
  options: [],
  vocabularyId: null,
  formula: null,
  rules: {},
})

type FilterByKey<Each extends AnyOperator> = {
  match: 'all' | 'any'
  conditions: { field: string; operator: Each; values: Cell[] }[]
}[]
/** A filter by places of columns as one by their keys, and back; conditions on columns that are gone are left out. */
export const byKey = <Each extends AnyOperator>(
  filter: FilterBy<Each>,
  columns: readonly Pick<AnswerColumn, 'key'>[],
): FilterByKey<Each> =>
  filter.flatMap(({ match, conditions }) => {
    const kept = conditions.flatMap(({ column, operator, values }) => {
      const field = columns[column - 1]?.key
      return field === undefined ? [] : [{ field, operator, values }]
    })
    return kept.length ? [{ match, conditions: kept }] : []
  })
export const byPlace = <Each extends AnyOperator>(
  filter: FilterByKey<Each>,
  columns: readonly Pick<AnswerColumn, 'key'>[],
): FilterBy<Each> =>
  filter.flatMap(({ match, conditions }) => {
    const kept = conditions.flatMap(({ field, ...rest }) => {
      const at = columns.findIndex(({ key }) => key === field)
      return at < 0 ? [] : [{ column: at + 1, ...rest }]
    })
    return kept.length ? [{ match, conditions: kept }] : []
  })

/** A sort whose first column is this one; without `order` the column goes out of it. */
export const sortedBy = (sort: FieldSort, field: string, order: 'asc' | 'desc' | null): FieldSort => {
  const rest = sort.filter((one) => one.field !== field)
  return order ? [{ field, order }, ...rest] : rest
}
