import { type RawBuilder, sql } from 'kysely'
import type { CellType } from '#contract/tables/columns.ts'
import { BLANKS, legible } from './conversion-store.ts'
import type { ChangeOf } from './doing.ts'
import { bound, cell, type Physical, rowsOf } from './physical-store.ts'
import type { Which } from './rewrite-store.ts'
import { shownOf } from './rule-store.ts'

type Transform = ChangeOf<'transform'>['how']
type Replace = Extract<Transform, { what: 'replace' }>

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
function replaced(value: RawBuilder<unknown>, { search, text, isPattern, isCaseSensitive, isWhole }: Replace) {
  if (!isPattern && isCaseSensitive && !isWhole) return sql`replace(${value}, ${search}, ${text})`
  const pattern = isPattern ? search : escaped(search)
  const whole = isWhole ? `^(?:${pattern})$` : pattern
  // A backslash refers to a group only in the replacement of a pattern.
  const by = isPattern ? text : text.replaceAll('\\', '\\\\')
  return sql`regexp_replace(${value}, ${whole}, ${by}, ${isCaseSensitive ? 'g' : 'gi'})`
}

/** A text as a transformation makes it; a choice that nothing is left of is empty. */
export function transformed({ type, physical }: Physical, how: Transform): RawBuilder<unknown> {
  const value = cell(physical)
  const filled = (text: RawBuilder<unknown>) => sql`case when ${value} <> '' then ${text} else ${value} end`
  const forms: Record<Transform['what'], () => RawBuilder<unknown>> = {
    upper: () => sql`upper(${value})`,
    lower: () => sql`lower(${value})`,
    trim: () => sql`btrim(${value}, ${BLANKS})`,
    prefix: () => filled(sql`${'text' in how ? how.text : ''} || ${value}`),
    suffix: () => filled(sql`${value} || ${'text' in how ? how.text : ''}`),
    replace: () => (how.what === 'replace' ? replaced(value, how) : value),
  }
  const made = forms[how.what]()
  return type === 'choice' ? sql`nullif(${made}, '')` : made
}

export const emptyOf = ({ type }: Physical) => bound(type, null)

/** Texts as one; empty ones leave nothing. In parts, for a list takes at most 100 arguments. */
export function joined(texts: readonly RawBuilder<unknown>[], separator: string): RawBuilder<unknown> {
  const lists: RawBuilder<unknown>[] = []
  for (let at = 0; at < texts.length; at += 90)
    lists.push(sql`array[${sql.join(texts.slice(at, at + 90).map((text) => sql`nullif(${text}, '')`))}]`)
  return sql`nullif(array_to_string(${sql.join(lists, sql` || `)}, ${separator}::text), '')`
}
/** The texts of several columns as one. */
export const mergedOf = (columns: readonly Physical[], separator: string, spaceId: string): RawBuilder<unknown> =>
  joined(
    columns.map(({ type, physical }) => legible(type, cell(physical), spaceId)),
    separator,
  )

/** The parts of a text between separators; the last one is all that is left. */
export function partsOf(
  { type, physical }: Physical,
  { separator, names }: Pick<ChangeOf<'split'>, 'separator' | 'names'>,
  spaceId: string,
): RawBuilder<unknown>[] {
  const parts = sql`string_to_array(${legible(type, cell(physical), spaceId)}, ${separator}::text)`
  return names.map((_, at) =>
    at < names.length - 1
      ? sql`nullif((${parts})[${sql.lit(at + 1)}], '')`
      : sql`nullif(array_to_string((${parts})[${sql.lit(at + 1)}:], ${separator}::text), '')`,
  )
}

type Fill = ChangeOf<'fill'>['how']
const name = (letter: string, at: number) => sql.raw(`${letter}${at}`)
const named = (value: RawBuilder<unknown>, letter: string, at: number) => sql`${value} as ${name(letter, at)}`

/**
 * The new values of empty cells, and the join needed for them: `f` has for each row the next value above (`a0`, in row
 * `an0` of the order) and below (`b0`, `bn0`) of each column, of the rows with the same value of the column `by`.
 */
export function filledIn(
  tableId: string,
  columns: readonly Physical[],
  {
    how,
    where,
    order,
    by,
  }: { how: Fill; where: RawBuilder<unknown> | null; order: RawBuilder<unknown>; by: Physical | null },
): { values: RawBuilder<unknown>[]; which: Which } {
  const orElse = (column: Physical, value: RawBuilder<unknown>) =>
    sql`case when ${shownOf(column)} is null then coalesce(${value}, ${cell(column.physical)}) else ${cell(column.physical)} end`
  if (how.what === 'value')
    return { values: columns.map((column) => orElse(column, bound(column.type, how.value))), which: { where } }
  const isLinear = how.what === 'linear'
  const group = by ? cell(by.physical) : sql`true`
  const groups = columns.flatMap((column, at) => [
    named(shownOf(column), 'f', at),
    named(
      sql`count(${shownOf(column)}) over (partition by ${group} order by ${order} rows unbounded preceding)`,
      'g',
      at,
    ),
    ...(isLinear
      ? [
          named(
            sql`count(${shownOf(column)}) over (partition by ${group} order by ${order} rows between current row and unbounded following)`,
            'h',
            at,
          ),
        ]
      : []),
  ])
  const first = (what: string, at: number, letter: string, direction: string) =>
    sql`first_value(s.${sql.raw(what)}) over (partition by s.k, s.${name(letter, at)} order by s.n ${sql.raw(direction)})`
  const neighbours = columns.flatMap((_, at) => [
    named(first(`f${at}`, at, 'g', 'asc'), 'a', at),
    ...(isLinear
      ? [
          named(first('n', at, 'g', 'asc'), 'an', at),
          named(first(`f${at}`, at, 'h', 'desc'), 'b', at),
          named(first('n', at, 'h', 'desc'), 'bn', at),
        ]
      : []),
  ])
  const from = sql`left join (select s.id, s.n, ${sql.join(neighbours)} from (
      select t.id, ${group} as k, row_number() over (partition by ${group} order by ${order}) as n, ${sql.join(groups)} from ${rowsOf(tableId)} t
      ${where ? sql`where ${where}` : sql``}) as s) as f on f.id = t.id`
  const values = columns.map((column, at) =>
    orElse(column, isLinear ? between(column.type, at) : sql`f.${name('a', at)}`),
  )
  return { values, which: { from } }
}

/** Interpolates a cell between its neighbours; null if there is none on one side. */
function between(type: CellType, at: number): RawBuilder<unknown> {
  const [a, b, from, to] = ['a', 'b', 'an', 'bn'].map((letter) => sql`f.${name(letter, at)}`)
  const way = sql`(${b} - ${a}) * (f.n - ${from}) / nullif(${to} - ${from}, 0)`
  if (type === 'number') return sql`trim_scale(${a} + ${way})`
  if (type === 'date')
    return sql`(${a} + round((${b} - ${a})::numeric * (f.n - ${from}) / nullif(${to} - ${from}, 0))::int)`
  return sql`date_trunc('milliseconds', ${a} + (${b} - ${a}) * ((f.n - ${from})::double precision / nullif(${to} - ${from}, 0)))`
}
