import { type RawBuilder, sql } from 'kysely'
import type { CellType } from '#contract/tables/columns.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { bound, cell, type Physical, rowsOf } from './physical-store.ts'

const isText = (type: CellType) => type === 'text' || type === 'choice'

/** Whether a cell is empty; an empty text and an empty list of terms are. */
export function isEmptyCell(type: CellType, value: RawBuilder<unknown>): RawBuilder<unknown> {
  if (isText(type)) return sql`(coalesce(${value}, '') = '')`
  return type === 'choices' ? sql`(coalesce(cardinality(${value}), 0) = 0)` : sql`(${value} is null)`
}

/** The value of a cell; null when people see nothing in it. */
export function shownOf({ type, physical }: Physical): RawBuilder<unknown> {
  const value = cell(physical)
  if (type === 'text' || type === 'choice') return sql`nullif(${value}, '')`
  return type === 'choices' ? sql`case when cardinality(${value}) > 0 then ${value} end` : value
}

/** The allowed terms of a choice; null: any text. */
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

/**
 * Whether a cell of a row `t` breaks a rule; `among` are the rows in which a value must be unique, by default all. With
 * `isUnread`, a value whose pattern can't be checked in time breaks it.
 */
export function isBroken(
  tableId: string,
  column: ColumnRow,
  among: RawBuilder<unknown> | null = null,
  isUnread = false,
): RawBuilder<unknown> {
  const present = cell(column.physical)
  const broken =
    isUnread && column.rules.pattern ? sql`not ${isEmptyCell(column.type, present)}` : breaksRules(column, present)
  if (!column.rules.isUnique) return broken
  const value = shownOf(column)
  const other = cell(column.physical, 'o')
  const asked = among
    ? sql`${other} = any(array(select ${value} from ${rowsOf(tableId)} t ${among}))`
    : sql`${other} is not null`
  return sql`(${broken} or ${value} in (
    select ${other} from ${rowsOf(tableId)} o where ${asked} group by ${other} having count(*) > 1))`
}
