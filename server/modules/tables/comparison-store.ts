import { type RawBuilder, sql } from 'kysely'
import type { Cell, CellType } from '#contract/tables/columns.ts'
import type { Operator } from '#contract/tables/question.ts'
import { fitsType, instantsOfDay } from '#contract/tables/values.ts'
import { Failure } from '#server/failure.ts'
import { literal } from '#server/storage/like.ts'
import { bound, boundMany } from './physical-store.ts'

/** The compared expression and its type; `name` is used in the error if a value does not fit. */
export type Compared = { name: string; type: CellType; value: RawBuilder<unknown> }
/** How values of the wire become parameters of a type, one or an array of them. */
export type Binding = {
  one: (type: CellType, value: Cell) => RawBuilder<unknown>
  many: (type: CellType, values: readonly Cell[]) => RawBuilder<unknown>
}
const inDatabase: Binding = { one: bound, many: boundMany }

/** Operators of each type, with how many values they take; null: any number. */
const TEXT: Partial<Record<Operator, number | null>> = {
  is: 1,
  isNot: 1,
  contains: 1,
  notContains: 1,
  startsWith: 1,
  endsWith: 1,
  oneOf: null,
  noneOf: null,
  empty: 0,
  notEmpty: 0,
}
const ORDERED: Partial<Record<Operator, number | null>> = {
  is: 1,
  isNot: 1,
  less: 1,
  lessOrEqual: 1,
  greater: 1,
  greaterOrEqual: 1,
  between: 2,
  notBetween: 2,
  oneOf: null,
  noneOf: null,
  empty: 0,
  notEmpty: 0,
}
const EQUAL: Partial<Record<Operator, number | null>> = {
  is: 1,
  isNot: 1,
  oneOf: null,
  noneOf: null,
  empty: 0,
  notEmpty: 0,
}
const operatorsOf: Record<CellType, Partial<Record<Operator, number | null>>> = {
  text: { ...TEXT, ...ORDERED },
  choice: TEXT,
  choices: { contains: 1, notContains: 1, oneOf: null, noneOf: null, empty: 0, notEmpty: 0 },
  number: ORDERED,
  date: ORDERED,
  datetime: ORDERED,
  boolean: EQUAL,
  file: EQUAL,
  person: EQUAL,
}

const takesMany = (takes: number | null | undefined, { length }: readonly Cell[]) =>
  takes === null ? length > 0 : takes === length
const elementOf = (type: CellType): CellType => (type === 'choices' ? 'choice' : type)

/** Comparisons with a list, in which null is an empty cell. */
const isOfList = (operator: Operator) => operator === 'oneOf' || operator === 'noneOf'

/** Whether values of a type can be compared with a value like this; moments also with days. */
function isComparable(type: CellType, operator: Operator, value: Cell): boolean {
  if (value === null) return isOfList(operator)
  return fitsType(elementOf(type), value) || (type === 'datetime' && instantsOfDay(String(value)) !== null)
}

/** Whether values of a type can be compared like this. */
export const fitsOperator = (type: CellType, operator: Operator, values: readonly Cell[]): boolean =>
  takesMany(operatorsOf[type][operator], values) && values.every((value) => isComparable(type, operator, value))

/** A value of a condition, which must fit the column. Throws tableCellInvalid. */
function checked({ name, type }: Compared, operator: Operator, value: Cell): Cell {
  if (!isComparable(type, operator, value))
    throw new Failure('tableCellInvalid', { values: { column: name, value: String(value ?? '') } })
  return value
}

const like = (before: string, after: string) => (value: RawBuilder<unknown>, text: Cell) =>
  sql`${value} ilike ${`${before}${literal(String(text))}${after}`} escape '\\'`
const not = (condition: RawBuilder<unknown>) => sql`(${condition}) is not true`

type Forms = Partial<Record<Operator, () => RawBuilder<unknown>>>

/** The conditions of moments that are compared with days, each of which is all of its moments, or with other moments. */
function withDays(value: RawBuilder<unknown>, given: readonly Cell[], bound: Binding['one']): Forms {
  const moment = (at: Cell) => bound('datetime', at)
  const spans = given.map((one) => instantsOfDay(String(one)) ?? { from: one })
  type Span = (typeof spans)[number] | undefined
  const since = (one: Span) => sql`${value} >= ${moment(one?.from ?? null)}`
  const until = (one: Span) => {
    if (!one || !('to' in one)) return sql`${value} <= ${moment(one?.from ?? null)}`
    return one.to === null ? sql`${value} is not null` : sql`${value} < ${moment(one.to)}`
  }
  const within = (one: Span, other: Span) => sql`(${since(one)} and ${until(other)})`
  const [first, second] = spans
  const among = () =>
    sql`(${sql.join(
      spans.map((one) => within(one, one)),
      sql` or `,
    )})`
  return {
    is: among,
    isNot: () => not(among()),
    oneOf: among,
    noneOf: () => not(among()),
    less: () => sql`${value} < ${moment(first?.from ?? null)}`,
    lessOrEqual: () => until(first),
    greater: () => sql`(${since(first)} and not (${until(first)}))`,
    greaterOrEqual: () => since(first),
    between: () => within(first, second),
    notBetween: () => not(within(first, second)),
  }
}

/** The SQL condition of a comparison; empty cells match only negative comparisons, and a list that names them. */
export function comparison(
  column: Compared,
  { operator, values: given }: { operator: Operator; values: readonly Cell[] },
  { one: bound, many: boundMany }: Binding = inDatabase,
): RawBuilder<unknown> {
  const { type, value } = column
  if (!takesMany(operatorsOf[type][operator], given))
    throw new Failure('tableCellInvalid', { values: { column: column.name, value: operator } })
  const values = given.map((one) => checked(column, operator, one)).filter((one) => one !== null)
  const [first = null, second = null] = values
  const isText = type === 'text' || type === 'choice'
  const equals = () => (isText ? sql`lower(${value}) = lower(${first}::text)` : sql`${value} = ${bound(type, first)}`)
  const among = () => {
    if (type === 'choices') return sql`${value} && ${boundMany('text', values)}`
    const texts = values.map((one) => (typeof one === 'string' ? one.toLowerCase() : one))
    return isText
      ? sql`lower(${value}) = any(${boundMany('text', texts)})`
      : sql`${value} = any(${boundMany(type, values)})`
  }
  const contains = () => (type === 'choices' ? sql`${first}::text = any(${value})` : like('%', '%')(value, first))
  const isEmpty = () =>
    isText
      ? sql`coalesce(${value}, '') = ''`
      : type === 'choices'
        ? sql`coalesce(array_length(${value}, 1), 0) = 0`
        : sql`${value} is null`
  const within = () => sql`${value} between ${bound(type, first)} and ${bound(type, second)}`
  const forms: Record<Operator, () => RawBuilder<unknown>> = {
    is: equals,
    isNot: () => not(equals()),
    less: () => sql`${value} < ${bound(type, first)}`,
    lessOrEqual: () => sql`${value} <= ${bound(type, first)}`,
    greater: () => sql`${value} > ${bound(type, first)}`,
    greaterOrEqual: () => sql`${value} >= ${bound(type, first)}`,
    between: within,
    notBetween: () => not(within()),
    contains,
    notContains: () => not(contains()),
    startsWith: () => like('', '%')(value, first),
    endsWith: () => like('%', '')(value, first),
    oneOf: among,
    noneOf: () => not(among()),
    empty: isEmpty,
    notEmpty: () => sql`not (${isEmpty()})`,
  }
  const isOfDays = type === 'datetime' && values.some((one) => instantsOfDay(String(one)))
  const form = () => (isOfDays && withDays(value, values, bound)[operator]?.()) || forms[operator]()
  if (values.length === given.length) return form()
  if (operator === 'oneOf') return values.length ? sql`(${form()} or ${isEmpty()})` : isEmpty()
  return values.length ? sql`(${form()} and not (${isEmpty()}))` : forms.notEmpty()
}
