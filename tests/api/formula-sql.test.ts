import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CellType } from '#contract/tables/columns.ts'
import type { Expression } from '#contract/tables/formula/syntax.ts'
import { readFormula } from '#contract/tables/formula.ts'
import { engineTarget } from '#server/modules/tables/formula-engine-store.ts'
import { FormulaTooLarge, formulaSql, sqlTypes } from '#server/modules/tables/formula-sql-store.ts'
import type { Db } from '#server/storage/database.ts'
import { createTestDatabase } from '../support/database.ts'
import { formulaSamples, fraction, isAbout } from '../support/formula-reference.ts'
import { testEngine } from '../support/query-engine.ts'
import { drawing } from '../support/random.ts'

let database: Awaited<ReturnType<typeof createTestDatabase>>
let db: Db
/** Columns of the table that formulas are tried on: their type, their values in its row, null for an empty cell. */
const COLUMNS: readonly [name: string, type: CellType, value: string | null][] = [
  ['n', 'number', '12.5'],
  ['zero', 'number', '0'],
  ['none', 'number', null],
  ['minus', 'number', '-3'],
  ['huge', 'number', '9e307'],
  ['t', 'text', "O'Brien \\ 样品"],
  ['empty', 'text', null],
  ['d', 'date', '2024-01-31'],
  ['later', 'date', '2026-11-21'],
  ['when', 'datetime', '2026-11-21T22:30:15Z'],
  ['yes', 'boolean', 'true'],
  ['list', 'choices', '{a,b}'],
  ['noDay', 'date', null],
]
const columns = COLUMNS.map(([name, type], index) => ({ id: index + 1, name, type }))
const SQL_TYPES: Partial<Record<CellType, string>> = { ...sqlTypes, choices: 'text[]' }

const compiled = (text: string) => {
  const { formula, problems } = readFormula(text, columns)
  if (!formula) throw new Error(`${text}: ${JSON.stringify(problems)}`)
  return { ...formulaSql(formula.root, (id) => ({ physical: id })), type: formula.root.type }
}
/** What a formula gives in the row of the table: its value as a text, or the reason why there is none. */
async function computed(text: string): Promise<string | null> {
  const { value, error, type } = compiled(text)
  const shown =
    type === 'datetime' ? `to_char((${value}) at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS')` : `(${value})::text`
  const { rows } = await sql<{ value: string | null; error: string | null }>`
    select ${sql.raw(shown)} as value, ${sql.raw(error)} as error from tried`.execute(db)
  const row = rows[0]
  if (row?.value !== null) expect([text, row?.error]).toEqual([text, null])
  return row?.value ?? (row?.error === null ? null : `#${row?.error}`)
}

beforeAll(async () => {
  database = await createTestDatabase()
  db = database.db
  const defined = COLUMNS.map(([, type], index) => `c${index + 1} ${SQL_TYPES[type]}`)
  await sql`create table tried (${sql.raw(defined.join(', '))})`.execute(db)
  const values = COLUMNS.map(([, type, value]) => sql`${value}::text::${sql.raw(SQL_TYPES[type] ?? 'text')}`)
  await sql`insert into tried values (${sql.join(values)})`.execute(db)
})
afterAll(() => database.drop())

/** Formulas with what they give; a reason begins with #. */
const GIVEN: readonly [string, string | null][] = [
  ['1 + 2 * 3', '7'],
  ['(1 + 2) * 3', '9'],
  ['-2 ^ 2', '4'],
  ['2 ^ 3 ^ 2', '64'],
  ['2 ^ -1', '0.5'],
  ['10 - 3 - 2', '5'],
  ['50%', '0.5'],
  ['200 * 5%', '10'],
  ['0.1 + 0.2', '0.3'],
  ['1 / 3 * 3', '1'],
  ['1 / 8', '0.125'],
  ['[n] + 1', '13.5'],
  ['[n] + [none]', '#missing:3'],
  ['[n] / [zero]', '#division'],
  ['1 / 0', '#division'],
  ['[huge] * 10', '#outOfRange'],
  ['[huge] + [huge]', '#outOfRange'],
  ['IFERROR([n] / [zero], -1)', '-1'],
  ['IFERROR([none], [zero] / [zero])', '#division'],
  ['"a" & "b"', 'ab'],
  ['"a""b" & 1.50 & TRUE', 'a"b1.5TRUE'],
  ['[t] & "!"', "O'Brien \\ 样品!"],
  ['[t] & [empty]', '#missing:7'],
  ['[list]', 'a, b'],
  ['1 < 2', 'true'],
  ['1 <> 1', 'false'],
  ['"abc" = "ABC"', 'true'],
  ['"a2" < "a10"', 'true'],
  ['[d] < [later]', 'true'],
  ['[when] > [later]', 'true'],
  ['[later] - [d]', '1025'],
  ['[when] - [later]', '0.937673611111111111111111111111'],
  ['[d] + 1', '2024-02-01'],
  ['1 + [d]', '2024-02-01'],
  ['[d] - 31', '2023-12-31'],
  ['[d] + 0.5', '#outOfRange'],
  ['[d] + 9999999', '#outOfRange'],
  ['[d] - 3999999', '#outOfRange'],
  ['[when] - 3999999.5', '#outOfRange'],
  ['DATE(2026, 8, -3999999)', '#outOfRange'],
  ['EDATE([d], -119999)', '#outOfRange'],
  ['EOMONTH([d], 119999)', '#outOfRange'],
  ['[when] + 8 / 24', '2026-11-22 06:30:15'],
  ['[when] - 0.5', '2026-11-21 10:30:15'],
  ['NOT([yes])', 'false'],
  ['AND([yes], 1 = 2)', 'false'],
  ['AND([none] > 1, 1 = 2)', 'false'],
  ['AND([none] > 1, 1 = 1)', '#missing:3'],
  ['OR(ISBLANK([none]), [none] > 1)', 'true'],
  ['OR(1 = 2, FALSE)', 'false'],
  ['IF([n] > 10, "high", "low")', 'high'],
  ['IF([none] > 10, "high", "low")', '#missing:3'],
  ['IF([n] > 100, 1)', null],
  ['IF([n] > 10, [n] / [zero], 1)', '#division'],
  ['IFS([n] > 20, "a", [n] > 10, "b", TRUE, "c")', 'b'],
  ['IFS([n] > 20, "a")', '#noMatch'],
  ['SWITCH([n], 1, "one", 12.5, "this", "other")', 'this'],
  ['SWITCH([n], 1, "one", "other")', 'other'],
  ['SWITCH([n], 1, "one")', '#noMatch'],
  ['SWITCH([none], 1, "one", "other")', '#missing:3'],
  ['ISBLANK([empty])', 'true'],
  ['ISBLANK([t])', 'false'],
  ['ROUND(2.5, 0)', '3'],
  ['ROUND(-2.5)', '-3'],
  ['ROUND(1234.567, -2)', '1200'],
  ['ROUND(1234.567, 2)', '1234.57'],
  ['ROUNDUP(1.21, 1)', '1.3'],
  ['ROUNDUP(-1.21, 1)', '-1.3'],
  ['ROUNDUP(1.2, 1)', '1.2'],
  ['ROUNDUP(1201, -2)', '1300'],
  ['ROUNDDOWN(-1.29, 1)', '-1.2'],
  ['TRUNC(8.9)', '8'],
  ['INT(-1.5)', '-2'],
  ['ABS([minus])', '3'],
  ['SIGN([minus])', '-1'],
  ['SQRT(2)', '1.41421356237309504880168872421'],
  ['SQRT([minus])', '#outOfRange'],
  ['EXP(0)', '1'],
  ['ROUND(EXP(1), 10)', '2.7182818285'],
  ['EXP(1000)', '#outOfRange'],
  ['EXP(-1000)', '0'],
  ['LN(1)', '0'],
  ['LN([zero])', '#outOfRange'],
  ['LOG(1000)', '3'],
  ['ROUND(LOG(8, 2), 20)', '3'],
  ['LOG(8, 1)', '#outOfRange'],
  ['LOG10(0.01)', '-2'],
  ['POWER(2, 10)', '1024'],
  ['POWER(-8, 1 / 3)', '#outOfRange'],
  ['POWER(-2, 3)', '-8'],
  ['POWER(10, 400)', '#outOfRange'],
  ['POWER(0, 0)', '#outOfRange'],
  ['POWER(0, -1)', '#outOfRange'],
  ['POWER(99, 99999999)', '#outOfRange'],
  ['6.62607015 * 10 ^ -34 * 2', '0.00000000000000000000000000000000132521403'],
  ['MOD(7, 3)', '1'],
  ['MOD(-7, 3)', '2'],
  ['MOD(7, -3)', '-2'],
  ['MOD(6, 3)', '0'],
  ['MOD(1, 0)', '#division'],
  ['ROUND(PI(), 5)', '3.14159'],
  ['SUM([n], [none], [minus])', '9.5'],
  ['SUM([none])', '0'],
  ['SUM([n], 1 / [zero])', '#division'],
  ['AVERAGE([n], [none], -0.5)', '6'],
  ['AVERAGE([none])', '#tooFew'],
  ['MEDIAN([n], [none], 1, 3)', '3'],
  ['MEDIAN(1, 2)', '1.5'],
  ['MEDIAN([none])', '#tooFew'],
  ['STDEV(2, 4, 4, 4, 5, 5, 7, 9)', '2.138089935299395077476427847038'],
  ['STDEV([n], [none])', '#tooFew'],
  ['MIN([n], [none], [minus])', '-3'],
  ['MAX([n], 20, [none])', '20'],
  ['MAX([n], [none] + 1)', '#missing:3'],
  ['MIN([none])', '#tooFew'],
  ['MAX([d], [later], [noDay])', '2026-11-21'],
  ['MIN([d], [when])', '2024-01-31 00:00:00'],
  ['COUNT([n], [none], [d])', '2'],
  ['COUNTA([n], [empty], [t], 1 / [zero])', '2'],
  ['CONCAT([t], [empty], 1, [none])', "O'Brien \\ 样品1"],
  ['LEFT([t], 3)', "O'B"],
  ['LEFT("abc")', 'a'],
  ['LEFT("abc", -1)', '#outOfRange'],
  ['RIGHT([t], 2)', '样品'],
  ['RIGHT("abc", 10)', 'abc'],
  ['MID("abcdef", 2, 3)', 'bcd'],
  ['MID("abc", 0, 1)', '#outOfRange'],
  ['LEN([t])', '12'],
  ['UPPER("é ß 样")', 'É ß 样'],
  ['LOWER("ABC")', 'abc'],
  ['TRIM("  a   b ")', 'a b'],
  ['SUBSTITUTE("a-b-c", "-", "+")', 'a+b+c'],
  ['SUBSTITUTE("a-b-c", "-", "+", 2)', 'a-b+c'],
  ['SUBSTITUTE("a-b-c", "-", "+", 3)', 'a-b-c'],
  ['SUBSTITUTE("a", "a", "b", 0)', '#outOfRange'],
  ['FIND("b", "abcb")', '2'],
  ['FIND("b", "abcb", 3)', '4'],
  ['FIND("B", "abc")', '#notFound'],
  ['TEXT(1234.5, "#,##0.00")', '1,234.50'],
  ['TEXT(-0.001, "0.00")', '0.00'],
  ['TEXT(7, "000")', '007'],
  ['TEXT(0.256, "0.0%")', '25.6%'],
  ['TEXT(1.5, "0.0##")', '1.5'],
  ['TEXT(1234567, "#,##0")', '1,234,567'],
  ['TEXT([d], "yyyy/m/d")', '2024/1/31'],
  ['TEXT([when], "yyyy-mm-dd hh:mm:ss")', '2026-11-21 22:30:15'],
  ['VALUE(" 1,234.50 ")', '1234.5'],
  ['VALUE("12%")', '0.12'],
  ['VALUE("1e3")', '1000'],
  ['VALUE("1e999")', '#notNumber'],
  ['VALUE("NaN")', '#notNumber'],
  ['VALUE("")', '#notNumber'],
  ['VALUE([t])', '#notNumber'],
  ['DATE(2024, 2, 29)', '2024-02-29'],
  ['DATE(2024, 14, 1)', '2025-02-01'],
  ['DATE(2024, 1, 0)', '2023-12-31'],
  ['DATE(0, 1, 1)', '#outOfRange'],
  ['DATE(99999, 1, 1)', '#outOfRange'],
  ['DATEVALUE("2024-02-29")', '2024-02-29'],
  ['DATEVALUE("2023-02-29")', '#notDate'],
  ['DATEVALUE([t])', '#notDate'],
  ['YEAR([d])', '2024'],
  ['MONTH([when])', '11'],
  ['DAY([d])', '31'],
  ['HOUR([when])', '22'],
  ['MINUTE([when])', '30'],
  ['SECOND([when])', '15'],
  ['HOUR([d])', '0'],
  ['DAY([when] + 8 / 24)', '22'],
  ['WEEKDAY([later])', '7'],
  ['WEEKDAY([later], 2)', '6'],
  ['WEEKDAY([later], 3)', '5'],
  ['WEEKDAY([later], 9)', '#outOfRange'],
  ['DAYS([later], [d])', '1025'],
  ['DAYS([when], [later])', '0'],
  ['DATEDIF([d], [later], "Y")', '2'],
  ['DATEDIF([d], [later], "M")', '33'],
  ['DATEDIF([d], [later], "D")', '1025'],
  ['DATEDIF([d], [later], "YM")', '9'],
  ['DATEDIF([d], [later], "md")', '21'],
  ['DATEDIF([d], [later], "YD")', '294'],
  ['DATEDIF([later], [d], "D")', '#outOfRange'],
  ['EDATE([d], 1)', '2024-02-29'],
  ['EDATE([when], -1)', '2026-10-21'],
  ['EOMONTH([later], 0)', '2026-11-30'],
  ['"now: " & [when]', 'now: 2026-11-21T22:30:15Z'],
  ['"on " & [d]', 'on 2024-01-31'],
  [
    'SUBSTITUTE(SUBSTITUTE(SUBSTITUTE("aaaaaaaaaa", "a", "bbbbbbbbbbbbbbbbbbbb"), "b", "cccccccccccccccccccc"), "c", "dddddddddddddddddddddddddddddd")',
    '#tooLong',
  ],
]

test.each(GIVEN)('%s', async (text, expected) => {
  expect(await computed(text)).toBe(expected)
})

describe('over files', () => {
  const { rows } = testEngine({ end: afterAll })
  const types: Partial<Record<CellType, string>> = { ...engineTarget.types, choices: 'varchar[]' }
  const cells = COLUMNS.map(([, type, value], index) => {
    const text = value === null ? 'null' : `'${value.replaceAll("'", "''").replace(/^\{(.*)\}$/, '[$1]')}'`
    return `${text}::${types[type]} as c${index + 1}`
  })
  /** What formulas give over the same row of a file. */
  async function overFile(texts: readonly string[]) {
    const values = texts.map((text) => {
      const { formula } = readFormula(text, columns)
      if (!formula) throw new Error(text)
      const { value } = formulaSql(formula.root, (id) => ({ physical: id }), '', engineTarget)
      return formula.root.type === 'datetime' ? `strftime(${value}, '%Y-%m-%d %H:%M:%S')` : `(${value})`
    })
    const [row = []] = await rows(`select ${values.join(', ')} from (select ${cells.join(', ')})`)
    return row.map((cell) => (cell === null ? null : String(cell)))
  }
  /** Numbers by the digits that a double has. */
  const near = (text: string | null) =>
    text === null || text.startsWith('#') ? null : /^-?[\d.]+$/.test(text) ? Number(text).toPrecision(12) : text

  test('formulas give what they give over tables, to the digits of a double', async () => {
    const found = await overFile(GIVEN.map(([text]) => text))
    // Of ß the engine knows a capital.
    const expected = GIVEN.map(([text, value]) => [text, near(value)?.replace('ß', 'ẞ') ?? null])
    expect(GIVEN.map(([text], at) => [text, near(found[at] ?? null)])).toEqual(expected)
  })

  test('what is no fraction of the machine is told as people write it', async () => {
    expect(await overFile(['0.1 + 0.2', '"" & (0.1 + 0.2)', '0.1 + 0.2 = 0.3', 'INT((0.1 + 0.7) * 10)'])).toEqual([
      '0.3',
      '0.3',
      'true',
      '8',
    ])
    expect(await overFile(['ROUND(2.675, 2)', 'ROUND(-1.005, 2)', 'TEXT(1.005, "0.00")'])).toEqual([
      '2.68',
      '-1.01',
      '1.01',
    ])
  })

  test('they give what exact fractions give, at random', async () => {
    const sample = formulaSamples(drawing(20_261_128), {
      n: fraction(25n, 2n),
      zero: fraction(0n),
      none: null,
      minus: fraction(-3n),
    })
    const samples = Array.from({ length: 60 }, () => sample(4))
    const given = await overFile(samples.map(({ text }) => text))
    const wrong = samples.flatMap(({ text, value }, at) => {
      const found = given[at] ?? null
      const isRight =
        value === null ? found === null : found !== null && isNearby(found, Number(value.n) / Number(value.d))
      return isRight ? [] : [{ text, found, value }]
    })
    expect(wrong).toEqual([])
  })
})
const isNearby = (found: string, value: number) =>
  Math.abs(Number(found) - value) <= 1e-9 * Math.max(1, Math.abs(value))

/** An expression that reads another column wherever it read one. */
const withColumn = (expression: Expression, id: number): Expression => {
  if (expression.kind === 'column') return { ...expression, id }
  if (expression.kind !== 'call') return expression
  return { ...expression, args: expression.args.map((arg) => withColumn(arg, id)) }
}

describe('a formula in SQL', () => {
  test.each([
    "'; drop table tried; --",
    "\\'; select pg_sleep(9); --",
    "E'\\x41' || chr(65)",
    '$$ end $$',
    '"); drop schema public cascade; --',
    '\u202e\u200b🧪 样品',
    '%s %I {1} [n] :a ?',
    '\n\r\t',
  ])('holds the text %j as it is', async (hostile) => {
    const literal = `"${hostile.replaceAll('"', '""')}"`
    expect(await computed(`${literal} & ""`)).toBe(hostile)
    expect(await computed(`IF(${literal} = "a", 1, LEN(${literal}))`)).toBe(String([...hostile].length))
  })

  test('that would be too long with all that it reads is refused before it is written', () => {
    const { formula } = readFormula('IF([n] > 1, [n] * [n], [n] / [n])', columns)
    if (!formula) throw new Error('no formula')
    const root = (id: number) => (id > 40 ? { physical: 1 } : { root: withColumn(formula.root, id + 1) })
    expect(() => formulaSql(formula.root, root)).toThrow(FormulaTooLarge)
  })

  test('gives what exact fractions give, for formulas at random', async () => {
    const random = drawing(20_261_122)
    const cells = { n: fraction(25n, 2n), zero: fraction(0n), none: null, minus: fraction(-3n) }
    const sample = formulaSamples(random, cells)
    const samples = Array.from({ length: 300 }, () => sample(4))
    const given = await Promise.all(samples.map(({ text }) => computed(text)))
    const wrong = samples.flatMap(({ text, value }, index) => {
      const found = given[index] ?? null
      return isAbout(found?.startsWith('#') ? null : found, value) ? [] : [{ text, found, value }]
    })
    expect(wrong).toEqual([])
    expect(given.filter((value) => value?.startsWith('#')).length).toBeGreaterThan(20)
    expect(new Set(given).size).toBeGreaterThan(100)
  })

  test('can define a column that the database computes', async () => {
    const added = GIVEN.map(([text], index) => {
      const { value, type } = compiled(text)
      return `add g${index} ${sqlTypes[type]} generated always as (${value}) stored`
    })
    await sql`create table generated (like tried)`.execute(db)
    await sql`alter table generated ${sql.raw(added.join(', '))}`.execute(db)
    await sql`insert into generated select * from tried`.execute(db)
    const { rows } = await sql<Record<string, unknown>>`select * from generated`.execute(db)
    const empty = GIVEN.flatMap(([text], index) => (rows[0]?.[`g${index}`] === null ? [text] : []))
    expect(empty).toEqual(GIVEN.flatMap(([text, expected]) => (expected === null || expected[0] === '#' ? [text] : [])))
  })
})
