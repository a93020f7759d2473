import type { Cell } from '#contract/tables/columns.ts'
import { MISSING_WORDS } from '#server/table-files/proposal.ts'
import { DECIMAL_DIGITS, quotedName, quotedText } from './source-sql.ts'
import {
  type Asking,
  type EngineSource,
  type EngineType,
  OURS,
  type Query,
  type QueryAnswer,
  type SourceColumn,
} from './wire.ts'

/** Rows by which types are ruled out before all are read. */
const FIRST_ROWS = 20_000
/** Whole numbers with this many digits are treated as identifiers. */
const CODE_DIGITS = 16
const NAME = 's'

const NUMBER = String.raw`[-+]?((0|[1-9]\d*)(\.\d*)?|\.\d+)([eE][-+]?\d{1,3})?`
const DAY = String.raw`\d{4}-\d{2}-\d{2}`
const MOMENT = String.raw`${DAY}[T ]\d{2}:\d{2}(:\d{2}(\.\d{1,6})?)?(Z|[-+]\d{2}(:?\d{2})?)?`
const matches = (v: string, pattern: string) => `regexp_full_match(${v}, ${quotedText(pattern)})`

/** Types that texts may turn out to be, narrowest first, with the condition on a value. */
const candidates = {
  boolean: (v: string) => `lower(${v}) in ('true', 'false')`,
  number: (v: string) => matches(v, NUMBER),
  date: (v: string) => `${matches(v, DAY)} and try_cast(${v} as date) is not null`,
  datetime: (v: string) => `${matches(v, MOMENT)} and try_cast(${v} as timestamp) is not null`,
}
type Candidate = keyof typeof candidates
const CANDIDATES = Object.keys(candidates) as Candidate[]

/** Statistics of the values of a column: their number, how many match each type, and the sizes of numbers. */
type Measured = {
  filled: number
  fits: Partial<Record<Candidate, number>>
  digits: number
  decimals: number
  exponents: number
  missing: string[]
}

const WORDS = [...MISSING_WORDS].map(quotedText).join(', ')
const WORD_BYTES = Math.max(...[...MISSING_WORDS].map((word) => Buffer.byteLength(word)))
/** The names of a column in `valuesSql`: its trimmed texts, and those of them that are values. */
const textName = (at: number) => quotedName(`${OURS}text${at}`)
const valueName = (at: number) => quotedName(`${OURS}value${at}`)

/** Columns of texts without spaces around them, and without words for a missing value; each is computed once. */
function valuesSql(names: readonly string[], from: string): string {
  const texts = names.map((name, at) => `trim(${quotedName(name)}) as ${textName(at)}`)
  // Most texts are longer than these words, and need not be compared with each. A condition with `in` would become a join,
  // during which the database does not tell how far it is.
  const values = names.map(
    (_, at) => `case when ${textName(at)} = '' or (strlen(${textName(at)}) <= ${WORD_BYTES}
      and list_contains([${WORDS}], ${textName(at)})) then null else ${textName(at)} end as ${valueName(at)}`,
  )
  return `select *, ${values.join(', ')} from (select ${texts.join(', ')} from ${from})`
}

/** An aggregate of a column of `valuesSql`, as JSON. */
function measureSql(at: number, wanted: readonly Candidate[]): string {
  const [text, v] = [textName(at), valueName(at)]
  const fits = wanted.map((type) => `'${type}': count_if(coalesce(${candidates[type](v)}, false))`)
  const whole = `ltrim(${v}, '+-')`
  const point = `strpos(${whole}, '.')`
  const sizes = wanted.includes('number')
    ? `'digits': max(case when ${point} > 0 then ${point} - 1 else strlen(${whole}) end),
      'decimals': max(case when ${point} > 0 then strlen(${whole}) - ${point} else 0 end),
      'exponents': count_if(coalesce(contains(lower(${v}), 'e'), false))`
    : `'digits': 0, 'decimals': 0, 'exponents': 0`
  return `to_json({'filled': count(${v}), 'fits': {'any': 0${fits.map((fit) => `, ${fit}`).join('')}}, ${sizes},
    'missing': list(distinct ${text}) filter (${v} is null and ${text} <> '')})`
}

const isWhole = ({ fits, filled }: Measured, type: Candidate) => filled > 0 && fits[type] === filled

function columnOf(name: string, type: EngineType, { digits, decimals, exponents, missing }: Measured): SourceColumn {
  const words = missing?.length ? { missing: missing.toSorted() } : {}
  if (type !== 'number') return { name, type, ...words }
  if (exponents) return { name, type, ...words }
  const isCode = decimals === 0 && digits >= CODE_DIGITS
  if (isCode || digits + decimals > DECIMAL_DIGITS) return { name, type: 'text' }
  return { name, type, digits, decimals, ...words }
}

/**
 * Describes the columns of files by all of their rows, with the number of rows. Texts become numbers, days, times or
 * booleans only if every value is one, apart from words for a missing value; nothing is rounded: numbers are decimals
 * wide enough for each, doubles only if there are exponents. Leading zeros make a text.
 */
export function describing(run: (query: Query & { rowsMax: number }) => Promise<QueryAnswer>) {
  type Described = { columns: SourceColumn[]; rows: number }

  async function ask(sql: string, source: EngineSource, asking: Asking): Promise<QueryAnswer> {
    return run({ ...asking, sql, sources: [{ ...source, name: NAME }], rowsMax: 1 })
  }

  async function measured(source: EngineSource, wanted: Map<string, Candidate[]>, asking: Asking, from: string) {
    const parts = [...wanted.values()].map((types, at) => measureSql(at, types))
    const values = wanted.size ? `(${valuesSql([...wanted.keys()], from)})` : from
    const { rows } = await ask(`select ${['count(*)', ...parts].join(', ')} from ${values}`, source, asking)
    const [count, ...cells]: Cell[] = rows[0] ?? []
    const found = new Map([...wanted.keys()].map((name, at) => [name, JSON.parse(String(cells[at])) as Measured]))
    return { rows: Number(count), found }
  }

  return async function describe(source: EngineSource, asking: Asking): Promise<Described> {
    const { onProgress: _, ...quiet } = asking
    const { columns: stated } = await ask(`select * from ${NAME} limit 0`, source, quiet)
    if (source.format === 'parquet') {
      const { rows } = await ask(`select count(*) from ${NAME}`, source, asking)
      return { columns: stated, rows: Number(rows[0]?.[0]) }
    }
    const texts: SourceColumn[] = stated.map(({ name, type }) =>
      type === 'choices' ? { name, type } : { name, type: 'text' },
    )
    const plain = { ...source, columns: texts }
    // JSON says itself which values are texts.
    const isOpen = (name: string) => {
      const type = stated.find((one) => one.name === name)?.type
      return type !== 'choices' && (source.format !== 'jsonl' || type !== 'text')
    }
    const open = texts.filter(({ name }) => isOpen(name)).map(({ name }) => name)
    const first = await measured(
      plain,
      new Map(open.map((name) => [name, CANDIDATES])),
      quiet,
      `(from ${NAME} limit ${FIRST_ROWS})`,
    )
    const likely = new Map(open.map((name) => [name, CANDIDATES.filter((type) => mayBe(first.found.get(name), type))]))
    const { rows, found } = await measured(plain, likely, asking, NAME)
    const columns = texts.map(({ name, type }) => {
      const all = found.get(name)
      const whole = all && likely.get(name)?.find((one) => isWhole(all, one))
      if (all && whole) return columnOf(name, whole, all)
      return { name, type, ...(all?.filled === 0 && { isEmpty: true, missing: all.missing ?? [] }) }
    })
    return { columns, rows }
  }
}

/** Whether a column may still be of a type after some rows. */
const mayBe = (measured: Measured | undefined, type: Candidate) =>
  measured !== undefined && measured.fits[type] === measured.filled
