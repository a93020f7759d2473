import { type RawBuilder, sql } from 'kysely'
import { falseWords, trueWords } from '#contract/cells.ts'
import { CHOICES_MAX, COLUMN_NAME_MAX, TABLE_TEXT_MAX } from '#contract/core/limits.ts'
import type { CellType } from '#contract/tables/columns.ts'
import { asText, typeName } from './physical-store.ts'

/** `offset` is the UTC offset, in minutes, of times without a zone and of the days of times. */
type Where = { spaceId: string; offset: number }

/** Characters trimmed from texts. */
export const BLANKS = sql.lit(' \t\n\r\u00a0\u3000')
/** The form of most numbers: the database parses these itself, in a fraction of the time. */
const PLAIN_NUMBER = sql.lit('^-?[0-9]{1,200}([.][0-9]{1,200})?$')
/** Between several choices in one text. */
const BETWEEN_CHOICES = sql.lit('[,;，；、\\n]')
const listed = (words: readonly string[]) => sql.join(words.map((word) => sql.lit(word)))

const zoned = (moment: RawBuilder<unknown>, offset: RawBuilder<unknown>) =>
  sql`((${moment} - make_interval(mins => ${offset})) at time zone 'UTC')`

/** A trimmed text `x` converted to a type as `parseCell` does; null if it does not fit. */
function parsed(to: CellType, { offset }: Where): RawBuilder<unknown> {
  switch (to) {
    case 'number':
      return sql`case when x ~ ${PLAIN_NUMBER} then x::numeric else text_number(x) end`
    case 'date':
      return sql`text_date(x)`
    case 'datetime':
      return sql`text_moment(x, ${sql.lit(offset)})`
    case 'boolean':
      return sql`case when lower(x) in (${listed(trueWords)}) then true when lower(x) in (${listed(falseWords)}) then false end`
    case 'choice':
      return sql`nullif(x, '')`
    case 'choices':
      return sql`(select array_agg(c order by n) from (
          select distinct on (c) c, n from (select btrim(part, ${BLANKS}) as c, n
            from regexp_split_to_table(x, ${BETWEEN_CHOICES}) with ordinality as p (part, n)) as s where c <> '' order by c, n) as u
        having max(length(c)) <= ${sql.lit(COLUMN_NAME_MAX)} and count(*) <= ${sql.lit(CHOICES_MAX)})`
    case 'text':
    case 'file':
    case 'person':
      return sql`null::${typeName(to)}`
  }
}

/** The value of an expression as people read it: a file and a person by their names. */
export function legible(type: CellType, value: RawBuilder<unknown>, spaceId: string): RawBuilder<unknown> {
  const space = sql`${sql.lit(spaceId)}::uuid`
  if (type === 'file')
    return sql`coalesce((select n.name from node n where n.id = ${value} and n.space_id = ${space} and n.trash_id is null), ${value}::text)`
  if (type === 'person')
    return sql`coalesce((select p.name from person p join member m on m.person_id = p.id and m.space_id = ${space}
      where p.id = ${value}), ${value}::text)`
  return asText(type, value)
}

const short = (text: RawBuilder<unknown>) =>
  sql`(select case when length(x) <= ${sql.lit(TABLE_TEXT_MAX)} then x end from (select ${text} as x offset 0) as s)`

/** Conversions that are not those of the text of a value. */
function direct(from: CellType, to: CellType, value: RawBuilder<unknown>, { offset, spaceId }: Where) {
  const east = sql`make_interval(mins => ${sql.lit(offset)})`
  const forms: Partial<Record<CellType, Partial<Record<CellType, RawBuilder<unknown>>>>> = {
    choice: { choices: sql`case when ${value} is not null then array[${value}] end` },
    choices: {
      choice: sql`case when cardinality(${value}) = 1 then ${value}[1] end`,
      text: short(sql`nullif(array_to_string(${value}, ', '), '')`),
    },
    date: { datetime: zoned(sql`${value}::timestamp`, sql.lit(offset)) },
    datetime: { date: sql`((${value} at time zone 'UTC') + ${east})::date` },
    boolean: { number: sql`${value}::int::numeric` },
    number: { boolean: sql`case ${value} when 1 then true when 0 then false end` },
    file: { text: legible('file', value, spaceId) },
    person: { text: legible('person', value, spaceId) },
  }
  return forms[from]?.[to]
}
/** Types that nothing but themselves becomes, and that become nothing but a text. */
const ALONE: readonly CellType[] = ['file', 'person']

/** The value of an expression as a value of another type; null when it does not convert. Never raises an error. */
export function converted(from: CellType, to: CellType, value: RawBuilder<unknown>, where: Where): RawBuilder<unknown> {
  if (from === to) return value
  const form = direct(from, to, value, where)
  if (form) return form
  if (ALONE.includes(from) || ALONE.includes(to)) return sql`null::${typeName(to)}`
  if (to === 'text') return short(asText(from, value))
  return sql`(select ${parsed(to, where)} from (select btrim(${asText(from, value)}, ${BLANKS}) as x offset 0) as s)`
}
