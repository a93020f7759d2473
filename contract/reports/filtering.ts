import type { ChartQuery } from '../charts/definition.ts'
import { freeName } from '../core/free-name.ts'
import { type Field, type FieldCondition, idOf, sourcesOf } from '../queries/query.ts'
import type { Comparison, SourceColumnRef } from './board.ts'

/**
 * Comparisons of one value that must all hold, wherever one of the columns is read; charts that do not show the column
 * call it `name`.
 */
export type Narrowing = {
  columns: readonly SourceColumnRef[]
  comparisons: readonly Comparison[]
  name?: string | undefined
}

/** Characters of a name that leave room for a number behind it. */
const NAME_CHARACTERS = 180

/** A field of a query that reads this column; null when the query does not read its source. */
function fieldOf(query: ChartQuery, { columns, name = '' }: Narrowing): { field: Field; isNew: boolean } | null {
  const sources = sourcesOf(query).map(idOf)
  for (const { source, column } of columns) {
    const at = sources.indexOf(idOf(source))
    if (at < 0) continue
    const isIt = ({ from }: Field) => from.kind === 'column' && from.source === at && from.column === column
    const known = query.fields.find(isIt)
    if (known) return { field: known, isNew: false }
    const keys = new Set(query.fields.map(({ key }) => key))
    let number = 1
    while (keys.has(`w${number}`)) number += 1
    const said = freeName(
      name.slice(0, NAME_CHARACTERS) || '1',
      query.fields.map((field) => field.name),
    )
    const from = { kind: 'column' as const, source: at, column }
    return { field: { key: `w${number}`, name: said, from, isHidden: true }, isNew: true }
  }
  return null
}

/** A query with further conditions, and for each whether it concerns the query. */
export function narrowed(
  query: ChartQuery,
  narrowings: readonly Narrowing[],
): { query: ChartQuery; isApplied: boolean[] } {
  let result = query
  const isApplied = narrowings.map((narrowing) => {
    const { comparisons } = narrowing
    const found = fieldOf(result, narrowing)
    if (!found || !comparisons.length) return false
    const conditions = comparisons.map((one): FieldCondition => ({ field: found.field.key, ...one }))
    result = {
      ...result,
      fields: found.isNew ? [...result.fields, found.field] : result.fields,
      filter: [...result.filter, { match: 'all', conditions }],
    }
    return true
  })
  return { query: result, isApplied }
}
