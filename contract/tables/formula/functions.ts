import type { FormulaType } from './syntax.ts'

/**
 * What an argument may be. amount: a number, a date or a time. moment: a date or a time. day: the same, of which the day
 * counts. same: of one type with all other such arguments. key: likewise, apart from those. shown: anything, as a text. constant: a text written
 * into the formula.
 */
export type Kind = FormulaType | 'any' | 'amount' | 'moment' | 'day' | 'same' | 'key' | 'shown' | 'constant'

/** Arguments of a function, `least` to `most` of them, and the type of its result; `same` is that of such arguments. */
export type Signature = {
  least: number
  most: number
  takes: (index: number, count: number) => Kind
  gives: FormulaType | 'same'
  /** Columns without a value are skipped instead of leaving the result without one. */
  isSkipping?: boolean
}

/** More arguments than any formula can contain. */
const MANY = 10_000

function fixed(gives: Signature['gives'], needed: readonly Kind[], optional: readonly Kind[] = []): Signature {
  const kinds = [...needed, ...optional]
  return { least: needed.length, most: kinds.length, takes: (index) => kinds[index] ?? 'any', gives }
}
const list = (gives: Signature['gives'], kind: Kind): Signature => ({ least: 1, most: MANY, takes: () => kind, gives })
const skipping = (gives: Signature['gives'], kind: Kind): Signature => ({ ...list(gives, kind), isSkipping: true })

const math = fixed('number', ['number'])
const rounding = fixed('number', ['number'], ['number'])
const part = fixed('number', ['moment'])
const casing = fixed('text', ['text'])
const cut = fixed('text', ['text'], ['number'])

const calculating: Record<string, Signature> = {
  ABS: math,
  SIGN: math,
  INT: math,
  ROUND: rounding,
  ROUNDUP: rounding,
  ROUNDDOWN: rounding,
  TRUNC: rounding,
  SQRT: math,
  EXP: math,
  LN: math,
  LOG: fixed('number', ['number'], ['number']),
  LOG10: math,
  POWER: fixed('number', ['number', 'number']),
  MOD: fixed('number', ['number', 'number']),
  PI: fixed('number', []),
}
const summing: Record<string, Signature> = {
  SUM: skipping('number', 'number'),
  AVERAGE: skipping('number', 'number'),
  MEDIAN: skipping('number', 'number'),
  STDEV: skipping('number', 'number'),
  MIN: skipping('same', 'same'),
  MAX: skipping('same', 'same'),
  COUNT: skipping('number', 'amount'),
  COUNTA: skipping('number', 'any'),
}
const deciding: Record<string, Signature> = {
  IF: { least: 2, most: 3, takes: (index) => (index ? 'same' : 'boolean'), gives: 'same' },
  IFS: { least: 2, most: MANY, takes: (index) => (index % 2 ? 'same' : 'boolean'), gives: 'same' },
  SWITCH: {
    least: 3,
    most: MANY,
    takes: (index, count) => (index === 0 || (index % 2 === 1 && index < count - 1) ? 'key' : 'same'),
    gives: 'same',
  },
  IFERROR: fixed('same', ['same', 'same']),
  ISBLANK: fixed('boolean', ['any']),
  AND: list('boolean', 'boolean'),
  OR: list('boolean', 'boolean'),
  NOT: fixed('boolean', ['boolean']),
}
const writing: Record<string, Signature> = {
  CONCAT: skipping('text', 'shown'),
  LEFT: cut,
  RIGHT: cut,
  MID: fixed('text', ['text', 'number', 'number']),
  LEN: fixed('number', ['text']),
  UPPER: casing,
  LOWER: casing,
  TRIM: casing,
  SUBSTITUTE: fixed('text', ['text', 'text', 'text'], ['number']),
  FIND: fixed('number', ['text', 'text'], ['number']),
  TEXT: fixed('text', ['amount', 'constant']),
  VALUE: fixed('number', ['text']),
}
const dating: Record<string, Signature> = {
  DATE: fixed('date', ['number', 'number', 'number']),
  DATEVALUE: fixed('date', ['text']),
  YEAR: part,
  MONTH: part,
  DAY: part,
  HOUR: part,
  MINUTE: part,
  SECOND: part,
  WEEKDAY: fixed('number', ['day'], ['number']),
  DAYS: fixed('number', ['day', 'day']),
  DATEDIF: fixed('number', ['day', 'day', 'constant']),
  EDATE: fixed('date', ['day', 'number']),
  EOMONTH: fixed('date', ['day', 'number']),
}

/** Functions by what they are for, for a list of them. */
export const functionGroups = { calculating, summing, deciding, writing, dating } as const
export type FunctionGroup = keyof typeof functionGroups

/** All functions, by their names in capitals. */
export const functions: Readonly<Record<string, Signature>> = Object.assign(
  Object.create(null),
  calculating,
  summing,
  deciding,
  writing,
  dating,
)

/** Functions that would give another value each time: a stored value can't follow them. */
export const CHANGING: ReadonlySet<string> = new Set(['TODAY', 'NOW', 'RAND', 'RANDBETWEEN'])

/** Units of DATEDIF: whole years, months and days, and days and months beyond the greater unit. */
export const DATEDIF_UNITS: readonly string[] = ['Y', 'M', 'D', 'MD', 'YM', 'YD']
