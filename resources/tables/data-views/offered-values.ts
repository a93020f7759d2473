import { freeName } from '#contract/core/free-name.ts'
import { TABLE_VALUES_LISTED } from '#contract/core/limits.ts'
import { dataViews } from '#contract/data-views.ts'
import type { AnswerColumn } from '#contract/queries/answer.ts'
import type { FieldFilter, Query, QueryOperator } from '#contract/queries/query.ts'
import type { Cell, Column } from '#contract/tables/columns.ts'
import { call } from '#providers/call.ts'
import type { OfferedValues, ValueSource } from '../offered-values.ts'
import { byKey } from './columns.ts'

type Counted = OfferedValues['values']
const isText = ({ type }: Pick<Column, 'type'>) => type === 'text' || type === 'choice'

/** Values as a filter compares them: each term of a cell, texts regardless of case, all empty ones as one. */
function merged(column: Column, found: Counted): Counted {
  const values = new Map<string, Counted[number]>()
  for (const { value, count } of found)
    for (const one of Array.isArray(value) && value.length ? value : [value]) {
      const cell = one === '' || Array.isArray(one) ? null : one
      const key = JSON.stringify(isText(column) && typeof cell === 'string' ? cell.toLowerCase() : cell)
      values.set(key, { value: values.get(key)?.value ?? cell, count: (values.get(key)?.count ?? 0) + count })
    }
  return [...values.values()].sort((a, b) => Number(b.value === null) - Number(a.value === null) || b.count - a.count)
}

const holds = (value: Cell, q: string) =>
  String(value ?? '')
    .toLowerCase()
    .includes(q.toLowerCase())

/** The values of the fields of a query, whose columns are those of the filter. */
export function valuesOfQuery(
  spaceId: string,
  { base, joins, fields }: Pick<Query, 'base' | 'joins' | 'fields'>,
  columns: readonly Pick<AnswerColumn, 'key'>[],
): ValueSource<QueryOperator> {
  return {
    key: ['dataViews', spaceId, 'values', base, joins, fields],
    async read({ column, others, q, signal }): Promise<OfferedValues> {
      const field = columns[column.id - 1]?.key
      if (field === undefined) return { values: [], more: 0, names: {} }
      // Only texts can be searched for a part of them.
      const sought: FieldFilter =
        q && isText(column) ? [{ match: 'all', conditions: [{ field, operator: 'contains', values: [q] }] }] : []
      const query: Query = {
        base,
        joins,
        fields,
        filter: [...byKey(others, columns), ...sought],
        groups: [{ field }],
        measures: [
          {
            key: 'listedcount',
            name: freeName(
              'n',
              fields.map((field) => field.name),
            ),
            aggregate: 'count',
            field: null,
          },
        ],
        sort: [{ field: 'listedcount', order: 'desc' }],
        limit: null,
      }
      const part = { count: TABLE_VALUES_LISTED, isCounted: true }
      const { rows, matching, names } = await call(
        dataViews.answer,
        { spaceId, definition: { query }, ...part },
        { quiet: true, signal },
      )
      const found = merged(
        column,
        rows.map(([value = null, count]) => ({ value, count: Number(count) })),
      )
      const isNamed = column.type === 'file' || column.type === 'person'
      const text = (value: Cell) => (isNamed ? (names[String(value)] ?? '') : value)
      const values = sought.length ? found : found.filter(({ value }) => holds(text(value), q))
      return { values, more: Math.max(0, (matching ?? rows.length) - rows.length), names }
    },
  }
}
