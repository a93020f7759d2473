import type { FormulaType } from '#contract/tables/formula/syntax.ts'
import { dateFormat, numberFormat } from '#contract/tables/formula/text-format.ts'
import { type Call, constantOf, type FormulaTarget, quotedText, type Rule, reason, typeOf } from './formula-target.ts'

const UTC = "at time zone 'UTC'"
const outOfRange = reason('outOfRange')
const divided = ([, by = '']: string[]) => `case when ${by} = 0 then 'division' else 'outOfRange' end`
const called =
  (name: string, ...more: string[]) =>
  (args: string[]) =>
    `${name}(${[...args, ...more].join(', ')})`

/** A date or a time without its zone, in UTC. */
const clock = (value: string, type: FormulaType) => (type === 'date' ? `(${value})::timestamp` : `(${value} ${UTC})`)
const part =
  (unit: string): Rule['value'] =>
  ([a = ''], call) =>
    `trunc(extract(${unit} from ${clock(a, typeOf(call))}))`

const compared = (sign: string): Rule => ({
  value: ([a, b], call) =>
    typeOf(call) === 'text' ? `(formula_compare(${a}, ${b}) ${sign} 0)` : `(${a} ${sign} ${b})`,
})

function sum([a = '', b = '']: string[], call: Call): string {
  if (typeOf(call, 0) === 'number' && typeOf(call, 1) === 'number') return `(${a} + ${b})`
  return typeOf(call) === 'number' ? `formula_add_days(${b}, ${a})` : `formula_add_days(${a}, ${b})`
}
function difference([a = '', b = '']: string[], call: Call): string {
  if (typeOf(call, 1) === 'number')
    return typeOf(call) === 'number' ? `(${a} - ${b})` : `formula_add_days(${a}, -(${b}))`
  return typeOf(call) === 'date' ? `(${a} - ${b})::numeric` : `formula_days_between(${a}, ${b})`
}
const ofDays = (_args: string[], call: Call) => (call.type === 'number' ? null : quotedText('outOfRange'))

function text([a = '']: string[], call: Call): string {
  const format = constantOf(call)
  if (typeOf(call) !== 'number')
    return `formula_text(${clock(a, typeOf(call))}, ${quotedText(dateFormat(format) ?? '')})`
  const how = numberFormat(format)
  if (!how) throw new Error(`no format of TEXT: ${format}`)
  const { before, least, most, isGrouped, isPercent } = how
  const number = isPercent ? `(${a} * 100)` : a
  return `formula_text(${number}, ${before}, ${least}, ${most}, ${isGrouped})${isPercent ? " || '%'" : ''}`
}

function asText([a = '']: string[], call: Call): string {
  const type = typeOf(call)
  if (type === 'number') return `formula_number(${a})::text`
  if (type === 'boolean') return `formula_upper((${a})::text)`
  const pattern = type === 'date' ? 'YYYY-MM-DD' : 'YYYY-MM-DD"T"HH24:MI:SS"Z"'
  return `formula_text(${clock(a, type)}, ${quotedText(pattern)})`
}

/** A call of a function whose last argument has a default. */
const withDefault = (name: string, count: number, more: string): Rule['value'] => {
  return (args) => `${name}(${(args.length < count ? [...args, more] : args).join(', ')})`
}
const rounded = (way: string): Rule => ({
  value: ([a, digits = "numeric '0'"]) => `formula_round(${a}, ${digits}, '${way}')`,
  own: outOfRange,
})
const power: Rule = { value: called('formula_power'), own: outOfRange }
const join: Rule = { value: called('formula_join'), own: reason('tooLong') }

/** Operators, functions and conversions that need all their arguments. */
const rules: Readonly<Record<string, Rule>> = {
  '+': { value: sum, own: ofDays },
  '-': { value: difference, own: ofDays },
  '*': { value: called('formula_multiply'), own: outOfRange },
  '/': { value: called('formula_divide'), own: divided },
  '^': power,
  '&': join,
  '%': { value: ([a]) => `(${a} * 0.01)` },
  '-1': { value: ([a]) => `(- ${a})` },
  '+1': { value: ([a = '']) => a },
  '=': compared('='),
  '<>': compared('<>'),
  '<': compared('<'),
  '>': compared('>'),
  '<=': compared('<='),
  '>=': compared('>='),
  ABS: { value: called('abs') },
  SIGN: { value: called('sign') },
  INT: { value: called('floor') },
  ROUND: rounded('round'),
  ROUNDUP: rounded('up'),
  ROUNDDOWN: rounded('down'),
  TRUNC: rounded('down'),
  SQRT: { value: called('formula_sqrt'), own: outOfRange },
  EXP: { value: called('formula_exp'), own: outOfRange },
  LN: { value: called('formula_ln'), own: outOfRange },
  LOG: { value: withDefault('formula_log', 2, "numeric '10'"), own: outOfRange },
  LOG10: { value: called('formula_log', "numeric '10'"), own: outOfRange },
  POWER: power,
  MOD: { value: called('formula_modulo'), own: divided },
  PI: { value: () => "numeric '3.1415926535897932384626433832795028841972'" },
  NOT: { value: ([a]) => `(not ${a})` },
  LEFT: { value: withDefault('formula_left', 2, "numeric '1'"), own: outOfRange },
  RIGHT: { value: withDefault('formula_right', 2, "numeric '1'"), own: outOfRange },
  MID: { value: called('formula_mid'), own: outOfRange },
  LEN: { value: ([a]) => `length(${a})::numeric` },
  UPPER: { value: called('formula_upper') },
  LOWER: { value: called('formula_lower') },
  TRIM: { value: called('formula_trim') },
  SUBSTITUTE: {
    value: called('formula_substitute'),
    own: ([, , , nth]) => (nth ? `case when ${nth} < 1 then 'outOfRange' else 'tooLong' end` : quotedText('tooLong')),
  },
  FIND: { value: withDefault('formula_find', 3, "numeric '1'"), own: reason('notFound') },
  TEXT: { value: text, own: outOfRange },
  VALUE: { value: called('formula_value'), own: reason('notNumber') },
  DATE: { value: called('formula_date'), own: outOfRange },
  DATEVALUE: { value: called('formula_date'), own: reason('notDate') },
  YEAR: { value: part('year') },
  MONTH: { value: part('month') },
  DAY: { value: part('day') },
  HOUR: { value: part('hour') },
  MINUTE: { value: part('minute') },
  SECOND: { value: part('second') },
  WEEKDAY: { value: withDefault('formula_weekday', 2, "numeric '1'"), own: outOfRange },
  DAYS: { value: ([a, b]) => `(${a} - ${b})::numeric` },
  DATEDIF: {
    value: ([a, b], call) => `formula_date_difference(${a}, ${b}, ${quotedText(constantOf(call).toUpperCase())})`,
    own: outOfRange,
  },
  EDATE: { value: called('formula_add_months', 'false'), own: outOfRange },
  EOMONTH: { value: called('formula_add_months', 'true'), own: outOfRange },
  toText: { value: asText, own: (_args, call) => (typeOf(call) === 'number' ? quotedText('outOfRange') : null) },
  toDatetime: { value: ([a]) => `((${a})::timestamp ${UTC})` },
  toDate: { value: ([a]) => `(${a} ${UTC})::date` },
}

const types = { text: 'text', number: 'numeric', date: 'date', datetime: 'timestamptz', boolean: 'boolean' } as const
const arrays = (cells: readonly string[], needed: readonly string[], type: FormulaType) =>
  [cells, needed].map((values) => `array[${values.join(', ')}]::${types[type]}[]`).join(', ')
const extreme =
  (name: 'least' | 'greatest'): FormulaTarget['aggregates']['least'] =>
  (cells, needed, type) =>
    needed.length ? `formula_${name}(${arrays(cells, needed, type)})` : `${name}(${cells.join(', ')})`

/** The database: exact decimals. */
export const databaseTarget: FormulaTarget = {
  types,
  rules,
  aggregates: {
    sum: (cells, needed) => `(${[...cells.map((value) => `coalesce(${value}, 0)`), ...needed].join(' + ')})`,
    least: extreme('least'),
    greatest: extreme('greatest'),
    median: (...of) => `formula_median(${arrays(...of)})`,
    deviation: (...of) => `formula_deviation(${arrays(...of)})`,
    count: (values) => `num_nonnulls(${values.join(', ')})::numeric`,
    mean: (sum, count) => `formula_divide(${sum}, ${count})`,
    join: (values) => `formula_join(${values.join(', ')})`,
  },
  // PostgreSQL recurses by one level for each.
  levels: 1000,
  number: (digits) => `numeric ${quotedText(digits)}`,
  terms: (cell) => `formula_terms(${cell})`,
  result: (value) => `formula_number(${value})`,
}
