import { type RawBuilder, sql } from 'kysely'
import type { CellType } from '#contract/tables/columns.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { bound } from './physical-store.ts'

const isText = (type: CellType) => type === 'text' || type === 'choice'

/** Whether a cell is empty; an empty text and an empty list of terms are. */
export function isEmptyCell(type: CellType, value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (isText(type)) return sql`(coalesce(${value}, '') = '')`
  return type === 'choices' ? sql`(coalesce(cardinality(${value}), 0) = 0)` : sql`(${value} is null)`
}

/** The terms that values of a choice come from; null: any text. */
function termsOf({ vocabulary_id, options }: ColumnRow): RawBuilder<unknown> | null {
  if (vocabulary_id)
    return sql`array(select jsonb_array_elements_text(terms) from vocabulary where id = ${vocabulary_id}::uuid)`
  return options.length ? sql`${[...options]}::text[]` : null
}

function choiceRule(column: ColumnRow, value: RawBuilder<unknown>): RawBuilder<unknown>[] {
  const terms = termsOf(column)
  if (!terms) return []
  if (column.type === 'choice') return [sql`${value} <> all(${terms})`]
  return column.type === 'choices' ? [sql`not ${value} <@ ${terms}`] : []
}

/** A pattern as the whole of a text has to match it. */
export const wholly = (pattern: string) => `^(?:${pattern})$`

/**
 * Whether a value breaks the rules of its column, as far as the value alone can tell: rules about other rows (unique)
 * are left to the caller.
 */
export function breaksRules(column: ColumnRow, value: RawBuilder<unknown>): RawBuilder<unknown> {
  const { type, rules } = column
  const isEmpty = isEmptyCell(type, value)
  const parts = choiceRule(column, value)
  if (rules.least !== undefined) parts.push(sql`${value} < ${bound(type, rules.least)}`)
  if (rules.greatest !== undefined) parts.push(sql`${value} > ${bound(type, rules.greatest)}`)
  if (isText(type)) {
    if (rules.lengthMin !== undefined) parts.push(sql`char_length(${value}) < ${rules.lengthMin}`)
    if (rules.lengthMax !== undefined) parts.push(sql`char_length(${value}) > ${rules.lengthMax}`)
    if (rules.pattern) parts.push(sql`${value} !~ ${wholly(rules.pattern)}`)
  }
  const broken = parts.length ? sql`(not ${isEmpty} and (${sql.join(parts, sql` or `)}))` : sql`false`
  return rules.isRequired ? sql`(${isEmpty} or ${broken})` : broken
}
