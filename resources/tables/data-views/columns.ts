import type { AnswerColumn } from '#contract/queries/answer.ts'
import type { FieldFilter, FieldSort } from '#contract/queries/query.ts'
import type { Column } from '#contract/tables/columns.ts'
import type { Filter } from '#contract/tables/question.ts'

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

/** A filter by places of columns as one by their keys, and back; conditions on columns that are gone are left out. */
export const byKey = (filter: Filter, columns: readonly Pick<AnswerColumn, 'key'>[]): FieldFilter =>
  filter.flatMap(({ match, conditions }) => {
    const kept = conditions.flatMap(({ column, operator, values }) => {
      const field = columns[column - 1]?.key
      // Columns of answers have no rules.
      return field === undefined || operator === 'broken' ? [] : [{ field, operator, values }]
    })
    return kept.length ? [{ match, conditions: kept }] : []
  })
export const byPlace = (filter: FieldFilter, columns: readonly Pick<AnswerColumn, 'key'>[]): Filter =>
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
