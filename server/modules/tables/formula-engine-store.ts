import type { FormulaType } from '#contract/tables/formula/syntax.ts'
import { dateFormat, numberFormat } from '#contract/tables/formula/text-format.ts'
import { type Call, constantOf, type FormulaTarget, quotedText, type Rule, typeOf } from './formula-target.ts'

/** Digits of a result, as many as a double always has. */
const DIGITS = 15
/** Characters of a text, as cells have them. */
const TEXT_MAX = 100_000

/** Values that an expression reads more than once are computed once, under names of their own. */
function once(values: Readonly<Record<string, string>>, expression: string): string {
  const fields = Object.entries(values).map(([name, value]) => `'${name}': ${value}`)
  return `list_transform([{${fields.join(', ')}}], lambda v: ${expression})[1]`
}
const double = (value: string) => `(${value})::double`
const given = (test: string, value: string) => `case when ${test} then ${value} end`

/** A number without the digits of a double after the 15th, as spreadsheets compute; null beyond their range. */
const digitsOf = (value: string) =>
  once(
    { a: double(value) },
    `case when v.a = 0 then 0::double when abs(v.a) between 1e-7 and 1e15
      then round(v.a, ${DIGITS - 1} - floor(log10(abs(v.a)))::int)
      when abs(v.a) < 1e308 then format('{:.${DIGITS - 1}e}', v.a)::double end`,
  )
const bounded = (value: string) => once({ a: value }, given('abs(v.a) < 1e308', 'v.a'))

/** A number as people write it: no exponent, and no zeros at the end. */
const plain = (value: string) => {
  const trimmed = `case when contains(v.t, '.') then rtrim(rtrim(v.t, '0'), '.') else v.t end`
  const text = `case when contains(v.a::varchar, 'e') then format('{:.{}f}', v.a::double,
    greatest(0, ${DIGITS - 1} - floor(log10(abs(v.a::double)))::int)) else v.a::varchar end`
  return once({ t: once({ a: value }, text) }, trimmed)
}

/** Rounds to decimals, or to digits before the point: half away from zero, away from zero, or towards zero. */
function roundedTo(value: string, digits: string, way: 'round' | 'up' | 'down'): string {
  const cut = { round: 'floor(abs(v.k) + 0.5)', up: 'ceil(abs(v.k))', down: 'floor(abs(v.k))' }[way]
  const moved = once({ a: 'v.a', p: 'v.p', k: digitsOf('v.a * pow(10, v.p)') }, `sign(v.a) * ${cut} / pow(10, v.p)`)
  const places = `trunc(greatest(-310, least(310, ${double(digits)})))`
  const isWhole = `v.a = 0 or v.p > ${DIGITS - 1} - floor(log10(abs(v.a)))`
  return once({ a: digitsOf(value), p: places }, `case when ${isWhole} then v.a else ${digitsOf(moved)} end`)
}

const clock = (value: string) => `(${value})::timestamp`
const part =
  (unit: string): Rule['value'] =>
  ([a = '']) =>
    `extract(${unit} from ${clock(a)})::double`

/** Below, equal to or above 0, without regard to case; numbers within texts by their value. */
const comparedTexts = (a: string, b: string) => {
  const ordered = (name: string) =>
    `regexp_replace(regexp_replace(${name}, '(\\d+)', '00000000000000000000\\1', 'g'), '\\d*(\\d{20})', '\\1', 'g') collate zh`
  return once(
    { a: `lower(${a})`, b: `lower(${b})` },
    `case when v.a = v.b then 0 when ${ordered('v.a')} < ${ordered('v.b')} then -1 when v.b is not null then 1 end`,
  )
}
const compared = (sign: string): Rule => ({
  value: ([a = '', b = ''], call) => {
    if (typeOf(call) === 'text') return `(${comparedTexts(a, b)} ${sign} 0)`
    return typeOf(call) === 'number' ? `(${digitsOf(a)} ${sign} ${digitsOf(b)})` : `(${a} ${sign} ${b})`
  },
})

const DAY_US = '86400000000'
const isDay = (value: string) => given(`${value} between date '0001-01-01' and date '9999-12-31'`, value)
const asDay = (value: string) => once({ d: `(${value})::date` }, isDay('v.d'))

function daysAdded(value: string, days: string, type: FormulaType): string {
  const inRange = `v.n between date '0001-01-01' - v.a::date - 1 and date '9999-12-31' - v.a::date + 1`
  if (type === 'date')
    return once({ a: value, n: digitsOf(days) }, given(`${inRange} and v.n = trunc(v.n)`, asDay('v.a + v.n::int')))
  const moved = once(
    { t: `v.a + to_microseconds(round(v.n * ${DAY_US})::bigint)` },
    given('year(v.t) between 1 and 9999', 'v.t'),
  )
  return once({ a: value, n: double(days) }, given(inRange, moved))
}
function sum([a = '', b = '']: string[], call: Call): string {
  if (typeOf(call, 0) !== 'number') return daysAdded(a, b, typeOf(call))
  return typeOf(call, 1) === 'number' ? `(${double(a)} + ${double(b)})` : daysAdded(b, a, typeOf(call, 1))
}
function difference([a = '', b = '']: string[], call: Call): string {
  if (typeOf(call) === 'number') return `(${double(a)} - ${double(b)})`
  if (typeOf(call, 1) === 'number') return daysAdded(a, `-(${b})`, typeOf(call))
  return typeOf(call) === 'date' ? `(${a} - ${b})::double` : `((epoch_us(${a}) - epoch_us(${b})) / ${DAY_US})`
}
const quotient = (a: string, b: string) => once({ a: double(a), b: double(b) }, given('v.b <> 0', bounded('v.a / v.b')))

/** A pattern of the database for times as one of the engine. */
const TIMES: Readonly<Record<string, string>> = {
  YYYY: '%Y',
  YY: '%y',
  MM: '%m',
  FMMM: '%-m',
  DD: '%d',
  FMDD: '%-d',
  HH24: '%H',
  FMHH24: '%-H',
  MI: '%M',
  FMMI: '%-M',
  SS: '%S',
  FMSS: '%-S',
}
const timePattern = (pattern: string) =>
  pattern.replace(
    /"([^"]*)"|FM[A-Z]+(?:24)?|YYYY|YY|HH24|MM|MI|DD|SS/g,
    (piece, text?: string) => text ?? TIMES[piece] ?? '',
  )
const timeText = (value: string, pattern: string) => `strftime(${clock(value)}, ${quotedText(timePattern(pattern))})`

/** A number in a format of TEXT. */
function numberText(value: string, format: string): string {
  const how = numberFormat(format)
  if (!how) throw new Error(`no format of TEXT: ${format}`)
  const { before, least, most, isGrouped, isPercent } = how
  const shown = once(
    { r: roundedTo(isPercent ? `${double(value)} * 100` : value, String(most), 'round') },
    `{'r': v.r, 'w': split_part(format('{:.${most}f}', abs(v.r)), '.', 1), 'd': split_part(format('{:.${most}f}', abs(v.r)), '.', 2)}`,
  )
  const whole = `case when v.s.w = '0' and ${before} = 0 then '' else lpad(v.s.w, greatest(${before}, length(v.s.w))::int, '0') end`
  const grouped = `reverse(rtrim(regexp_replace(reverse(${whole}), '(\\d{3})', '\\1,', 'g'), ','))`
  const decimals = `left(v.s.d, ${least}) || rtrim(substr(v.s.d, ${least + 1}), '0')`
  const text = once(
    { r: 'v.s.r', w: isGrouped ? grouped : whole, d: decimals },
    `case when v.r < 0 then '-' else '' end || v.w || case when v.d = '' then '' else '.' || v.d end${isPercent ? " || '%'" : ''}`,
  )
  return once({ s: shown }, text)
}

function asText([a = '']: string[], call: Call): string {
  const type = typeOf(call)
  const [of] = call.args
  // A cell keeps all its digits; what was computed has those of a double.
  if (type === 'number') return plain(of?.kind === 'column' ? a : digitsOf(a))
  if (type === 'boolean') return `upper((${a})::varchar)`
  return timeText(a, type === 'date' ? 'YYYY-MM-DD' : 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
}

const joined = (values: readonly string[]) =>
  once({ t: `(${values.join(' || ')})` }, given(`length(v.t) <= ${TEXT_MAX}`, 'v.t'))

function substituted([a = '', search = '', other = '', nth]: string[]): string {
  const texts = { a, s: search, o: other }
  if (nth !== undefined) {
    const place = 'list_sum(list_transform(v.l[1:v.n], lambda part: length(part))) + (v.n - 1) * length(v.s)'
    const replaced = once(
      { a: 'v.a', s: 'v.s', o: 'v.o', p: `(${place})::bigint` },
      joined(['left(v.a, v.p)', 'v.o', 'substr(v.a, v.p + length(v.s) + 1)']),
    )
    const found = once(
      { a: 'v.a', s: 'v.s', o: 'v.o', n: 'v.n', l: `case when v.s = '' then [v.a] else string_split(v.a, v.s) end` },
      `case when v.n >= len(v.l) then v.a else ${replaced} end`,
    )
    return once({ ...texts, n: `trunc(${double(nth)})::bigint` }, given('v.n >= 1', found))
  }
  const grown = `length(v.a) + (length(v.a) - length(replace(v.a, v.s, ''))) / length(v.s) * (length(v.o) - length(v.s))`
  return once(texts, `case when v.s = '' then v.a when ${grown} <= ${TEXT_MAX} then replace(v.a, v.s, v.o) end`)
}
const found = ([search = '', a = '', first = '1']: string[]) =>
  once(
    { s: search, a, n: `trunc(${double(first)})` },
    given(
      'v.n >= 1 and v.n <= length(v.a) + 1',
      once({ p: 'strpos(substr(v.a, v.n::bigint), v.s)', n: 'v.n' }, given('v.p > 0', 'v.p + v.n - 1')),
    ),
  )
const cut =
  (name: 'left' | 'right'): Rule['value'] =>
  ([a = '', count = '1']) =>
    once({ a, n: double(count) }, given('v.n >= 0', `${name}(v.a, least(trunc(v.n), 200000)::bigint)`))

const NUMBER = `'^[-+]?(\\d+|\\d{1,3}(,\\d{3})+)?(\\.\\d*)?([eE][-+]?\\d{1,3})?%?$'`
const numberIn = (a: string) => {
  const isNumber = `length(v.t) <= 400 and regexp_matches(v.t, ${NUMBER}) and regexp_matches(v.t, '^[-+]?[.]?\\d')`
  const number = `try_cast(rtrim(replace(v.t, ',', ''), '%') as double) / case when right(v.t, 1) = '%' then 100 else 1 end`
  return once({ t: `trim(${a}, ' ' || chr(9) || chr(13) || chr(10))` }, given(isNumber, digitsOf(number)))
}

const dateOf = (years: string, months: string, days: string) => {
  const first = 'make_date((v.m // 12)::int, (v.m % 12 + 1)::int, 1)'
  const day = `${first} + (v.d - 1)::int`
  const known = once(
    { m: `(trunc(v.y) * 12 + trunc(v.m) - 1)::bigint`, d: 'trunc(v.d)' },
    given('v.m between 0 and 200000 and abs(v.d) < 4000000', asDay(day)),
  )
  return once(
    { y: double(years), m: double(months), d: double(days) },
    given('abs(v.y) <= 20000 and abs(v.m) <= 200000', known),
  )
}
const DATE = `'^\\s*(\\d{4})([-/.])(\\d{1,2})([-/.])(\\d{1,2})\\s*$'`
const dateIn = (a: string) =>
  once(
    { x: `regexp_extract(${a}, ${DATE}, ['y', 's', 'm', 'z', 'd'])` },
    given(`v.x.s = v.x.z and v.x.s <> ''`, asDay(`try_cast(v.x.y || '-' || v.x.m || '-' || v.x.d as date)`)),
  )
const monthsAdded = (a: string, months: string, isEnd: boolean) => {
  const moved = '(v.a + to_months(v.n::int))::date'
  const inRange = 'year(v.a) * 12 + month(v.a) - 1 + v.n between 12 and 119999'
  return once({ a, n: `trunc(${double(months)})` }, given(inRange, isEnd ? `last_day(${moved})` : moved))
}
const MONTHS = `(year(v.b) - year(v.a)) * 12 + month(v.b) - month(v.a) - (day(v.b) < day(v.a))::int`
function apart([a = '', b = '']: string[], call: Call): string {
  const after = (months: string) => `v.b - (v.a + to_months((${months})::int))::date`
  const value = {
    D: 'v.b - v.a',
    M: 'v.m',
    Y: 'v.m // 12',
    YM: 'v.m % 12',
    MD: after('v.m'),
    YD: after('v.m // 12 * 12'),
  }[constantOf(call).toUpperCase()]
  const counted = once({ a: 'v.a', b: 'v.b', m: `(${MONTHS})` }, `(${value})::double`)
  return once({ a, b }, given('v.b >= v.a', counted))
}
const weekday = ([a = '', kind = '1']: string[]) =>
  once(
    { a, k: `trunc(${double(kind)})` },
    'case v.k when 1 then dayofweek(v.a) + 1 when 2 then isodow(v.a) when 3 then isodow(v.a) - 1 end',
  )

const power: Rule = {
  value: ([a = '', b = '']) =>
    once(
      { a: double(a), b: double(b) },
      given('(v.a <> 0 or v.b > 0) and (v.a >= 0 or v.b = trunc(v.b))', bounded('pow(v.a, v.b)')),
    ),
}
const logarithm = (a: string, base: string) =>
  once({ a: double(a), b: double(base) }, given('v.a > 0 and v.b > 0 and v.b <> 1', 'ln(v.a) / ln(v.b)'))
const rounded = (way: 'round' | 'up' | 'down'): Rule => ({
  value: ([a = '', digits = '0']) => roundedTo(a, digits, way),
})
const simple = (write: (...args: string[]) => string): Rule => ({ value: (args) => write(...args) })

/** Operators, functions and conversions that need all their arguments. */
const rules: Readonly<Record<string, Rule>> = {
  '+': { value: sum },
  '-': { value: difference },
  '*': simple((a = '', b = '') => bounded(`${double(a)} * ${double(b)}`)),
  '/': simple((a = '', b = '') => quotient(a, b)),
  '^': power,
  '&': { value: joined },
  '%': simple((a = '') => `(${double(a)} / 100)`),
  '-1': simple((a = '') => `(- ${double(a)})`),
  '+1': simple((a = '') => a),
  '=': compared('='),
  '<>': compared('<>'),
  '<': compared('<'),
  '>': compared('>'),
  '<=': compared('<='),
  '>=': compared('>='),
  ABS: simple((a = '') => `abs(${double(a)})`),
  SIGN: simple((a = '') => `sign(${digitsOf(a)})::double`),
  INT: simple((a = '') => `floor(${digitsOf(a)})`),
  ROUND: rounded('round'),
  ROUNDUP: rounded('up'),
  ROUNDDOWN: rounded('down'),
  TRUNC: rounded('down'),
  SQRT: simple((a = '') => once({ a: double(a) }, given('v.a >= 0', 'sqrt(v.a)'))),
  EXP: simple((a = '') => bounded(`exp(${double(a)})`)),
  LN: simple((a = '') => once({ a: double(a) }, given('v.a > 0', 'ln(v.a)'))),
  LOG: simple((a = '', base = '10') => logarithm(a, base)),
  LOG10: simple((a = '') => logarithm(a, '10')),
  POWER: power,
  MOD: simple((a = '', b = '') =>
    once({ a: double(a), b: double(b) }, given('v.b <> 0', digitsOf(`v.a - v.b * floor(${digitsOf('v.a / v.b')})`))),
  ),
  PI: simple(() => 'pi()'),
  NOT: simple((a = '') => `(not ${a})`),
  LEFT: { value: cut('left') },
  RIGHT: { value: cut('right') },
  MID: simple((a = '', first = '', count = '') =>
    once(
      { a, f: double(first), n: double(count) },
      given(
        'v.f >= 1 and v.n >= 0',
        'substr(v.a, least(trunc(v.f), 200000)::bigint, least(trunc(v.n), 200000)::bigint)',
      ),
    ),
  ),
  LEN: simple((a = '') => `length(${a})::double`),
  UPPER: simple((a = '') => `upper(${a})`),
  LOWER: simple((a = '') => `lower(${a})`),
  TRIM: simple((a = '') => `trim(regexp_replace(${a}, ' {2,}', ' ', 'g'), ' ')`),
  SUBSTITUTE: { value: substituted },
  FIND: { value: found },
  TEXT: {
    value: ([a = ''], call) => {
      const format = constantOf(call)
      return typeOf(call) === 'number' ? numberText(a, format) : timeText(a, dateFormat(format) ?? '')
    },
  },
  VALUE: simple((a = '') => numberIn(a)),
  DATE: simple((years = '', months = '', days = '') => dateOf(years, months, days)),
  DATEVALUE: simple((a = '') => dateIn(a)),
  YEAR: { value: part('year') },
  MONTH: { value: part('month') },
  DAY: { value: part('day') },
  HOUR: { value: part('hour') },
  MINUTE: { value: part('minute') },
  SECOND: { value: part('second') },
  WEEKDAY: { value: weekday },
  DAYS: simple((a = '', b = '') => `(${a} - ${b})::double`),
  DATEDIF: { value: apart },
  EDATE: simple((a = '', months = '') => monthsAdded(a, months, false)),
  EOMONTH: simple((a = '', months = '') => monthsAdded(a, months, true)),
  toText: { value: asText },
  toDatetime: simple((a = '') => clock(a)),
  toDate: simple((a = '') => `(${a})::date`),
}

const list = (values: readonly string[], type: string) =>
  `[${values.map((value) => `(${value})::${type}`).join(', ')}]::${type}[]`
/** An aggregate of cells that may be empty, and of values that are needed. */
const ofAll =
  (name: string, least = 1): FormulaTarget['aggregates']['least'] =>
  (cells, needed, type) =>
    once(
      { g: list(cells, types[type]), n: list(needed, types[type]) },
      given(
        `list_count(v.n) = len(v.n) and list_count(v.g) + len(v.n) >= ${least}`,
        `list_aggregate(list_concat(v.g, v.n), '${name}')`,
      ),
    )
const types = { text: 'varchar', number: 'double', date: 'date', datetime: 'timestamp', boolean: 'boolean' } as const

/** The engine that reads files: doubles of 15 digits; nothing of it is a function of ours that people’s SQL could call. */
export const engineTarget: FormulaTarget = {
  types,
  rules,
  aggregates: {
    least: ofAll('min'),
    greatest: ofAll('max'),
    median: ofAll('median'),
    deviation: ofAll('stddev_samp', 2),
    sum: (cells, needed) =>
      `(${[...cells.map((value) => `coalesce(${double(value)}, 0)`), ...needed.map(double)].join(' + ')})`,
    count: (values) => `(${values.map((value) => `(${value} is not null)::int`).join(' + ')})::double`,
    mean: (total, count) => quotient(total, count),
    join: joined,
  },
  // DuckDB takes 1,000 expressions within each other, and a call is some of them.
  levels: 250,
  number: (digits) => double(quotedText(digits)),
  terms: (cell) => `array_to_string(${cell}, ', ')`,
  result: (value, of) => (of.kind === 'column' ? value : digitsOf(value)),
}
