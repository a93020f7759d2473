import { type RawBuilder, sql } from 'kysely'
import type { AnsweredBy } from '#contract/queries/answer.ts'
import type { Cell, CellType } from '#contract/tables/columns.ts'
import {
  type Binding,
  bound,
  boundMany,
  databaseTarget,
  engineTarget,
  type FormulaTarget,
} from '#server/modules/tables/index.ts'

/** The differences between the SQL of the database and that of the engine. */
export type Dialect = {
  name: AnsweredBy
  binding: Binding
  formulas: FormulaTarget
  /** The sort key of a text: numbers in it by their value. */
  ordered: (value: RawBuilder<unknown>) => RawBuilder<unknown>
  /** A text as the least and the greatest are found: by code points. */
  plain: (value: RawBuilder<unknown>) => RawBuilder<unknown>
  /** A time without its zone, in UTC, and back. */
  clock: (value: RawBuilder<unknown>) => RawBuilder<unknown>
  moment: (value: RawBuilder<unknown>) => RawBuilder<unknown>
  /** A double as a decimal of 15 digits. */
  rounded: (value: RawBuilder<unknown>) => RawBuilder<unknown>
  /** The greatest multiple of a width that is not above a number. */
  floored: (value: RawBuilder<unknown>, width: string) => RawBuilder<unknown>
}

export const database: Dialect = {
  name: 'database',
  binding: { one: bound, many: boundMany },
  formulas: databaseTarget,
  ordered: (value) => sql`${value} collate natural_order`,
  plain: (value) => sql`${value} collate "C"`,
  clock: (value) => sql`(${value} at time zone 'UTC')`,
  moment: (value) => sql`(${value} at time zone 'UTC')`,
  rounded: (value) => sql`(${value})::numeric`,
  floored: (value, width) => sql`floor(${value} / ${width}::numeric) * ${width}::numeric`,
}

/** Digits of a decimal of the engine. */
const DIGITS_MAX = 38

/** A decimal with as many digits as it has, so that it is compared exactly; one with more digits as a double. */
function decimal(text: string): RawBuilder<unknown> {
  const [, whole = '', part = ''] = /^[-+]?0*(\d*)\.?(\d*)$/.exec(text) ?? []
  const digits = whole.length + part.length
  if (/e/i.test(text) || digits > DIGITS_MAX) return sql`${text}::double`
  return sql`${text}::decimal(${sql.lit(Math.max(1, digits))}, ${sql.lit(part.length)})`
}

const engineTypes: Record<CellType, string> = {
  text: 'text',
  number: 'double',
  date: 'date',
  datetime: 'timestamp',
  boolean: 'boolean',
  choice: 'text',
  choices: 'text[]',
  file: 'text',
  person: 'text',
}
const inEngine = (type: CellType, value: Cell): RawBuilder<unknown> => {
  if (Array.isArray(value)) return arrayOf('text', value)
  return type === 'number' && typeof value === 'string' ? decimal(value) : sql`${value}::${sql.raw(engineTypes[type])}`
}
const arrayOf = (type: CellType, values: readonly Cell[]): RawBuilder<unknown> =>
  sql`array[${sql.join(values.map((value) => inEngine(type, value)))}]`

export const engine: Dialect = {
  name: 'engine',
  binding: { one: inEngine, many: arrayOf },
  formulas: engineTarget,
  // Each number within the text is written with 20 digits.
  ordered: (value) => sql`regexp_replace(regexp_replace(${value}, '(\\d+)', '00000000000000000000\\1', 'g'),
    '\\d*(\\d{20})', '\\1', 'g') collate zh`,
  plain: (value) => value,
  clock: (value) => value,
  moment: (value) => value,
  rounded: (value) => value,
  floored: (value, width) => {
    const by = decimal(width)
    return sql`(${value} - ((${value} % ${by}) + ${by}) % ${by})`
  },
}
