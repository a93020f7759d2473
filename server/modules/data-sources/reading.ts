import type { SourceCondition, SourceReading } from '#contract/source-imports.ts'
import { Failure } from '#server/failure.ts'
import type { Dialect, KnownColumn, SourceSession } from './drivers/session.ts'

/** The columns that an import reads, by their names, and from where. */
export type Asked = Pick<SourceReading, 'schema' | 'table' | 'headings' | 'conditions' | 'watermark'> & {
  /** The greatest value that has been imported; null if none. */
  reached: string | null
  /** Rows with that value are read again, because further ones with the same value may have been added since. */
  isReachedIncluded: boolean
}

/** Maximum length of a cell's text: one that is too long for a table must be recognizable. */
type Bounds = { characters: number; most?: number }

const tableOf = ({ name }: Dialect, { schema, table }: Pick<Asked, 'schema' | 'table'>) =>
  `${name(schema)}.${name(table)}`
const textsOf = (dialect: Dialect, columns: readonly KnownColumn[], characters: number) =>
  columns.map((column) => dialect.text(column, dialect.name(column.name), characters)).join(', ')

const comparisons = { eq: '=', ne: '<>', lt: '<', le: '<=', gt: '>', ge: '>=' } as const
const isComparison = (operator: string): operator is keyof typeof comparisons => operator in comparisons
const wrong = () => new Failure('dataSourceConditionWrong')

/** A text as part of a pattern of LIKE, with `!` before what means something there. */
const plain = (text: string) => text.replace(/[!%_]/g, (sign) => `!${sign}`)

function conditionOf(dialect: Dialect, column: KnownColumn, { operator, value }: SourceCondition): string {
  const name = dialect.name(column.name)
  if (operator === 'empty') return `${name} is null`
  if (operator === 'notEmpty') return `${name} is not null`
  if (isComparison(operator)) {
    const comparable = dialect.comparable(column, value)
    if (comparable === null) throw wrong()
    return `${name} ${comparisons[operator]} ${comparable}`
  }
  const pattern = operator === 'starts' ? `${plain(value)}%` : `%${plain(value)}%`
  return `${dialect.searched(name)} like ${dialect.literal(pattern)} escape '!'`
}

/** The named columns of a table. Throws dataSourceTableGone, dataSourceColumnGone. */
function columnsOf(known: readonly KnownColumn[], names: readonly string[]): KnownColumn[] {
  if (!known.length) throw new Failure('dataSourceTableGone')
  return names.map((name) => {
    const column = known.find((one) => one.name === name)
    if (!column) throw new Failure('dataSourceColumnGone', { values: { column: name } })
    return column
  })
}

/** The first rows of a table, their texts cut. */
export function sampleQuery(
  dialect: Dialect,
  at: Pick<Asked, 'schema' | 'table'>,
  columns: readonly KnownColumn[],
  { characters, most }: Required<Bounds>,
): string {
  return `select ${textsOf(dialect, columns, characters)} from ${tableOf(dialect, at)} limit ${most}`
}

/**
 * The query of an import, and the greatest value of its watermark at this moment of the database; null without a
 * watermark, and for a table without values. Throws dataSourceTableGone, dataSourceColumnGone, dataSourceConditionWrong.
 */
export async function importQuery(session: SourceSession, asked: Asked, { characters }: Bounds) {
  const { dialect } = session
  const known = await session.columns(asked)
  const columns = columnsOf(known, asked.headings)
  const where = asked.conditions.map((condition) => {
    const [column] = columnsOf(known, [condition.column])
    if (!column) throw wrong()
    return conditionOf(dialect, column, condition)
  })
  let upTo: string | null = null
  if (asked.watermark) {
    const [column] = columnsOf(known, [asked.watermark])
    if (!column?.isOrdered) throw wrong()
    const name = dialect.name(column.name)
    const filter = where.length ? ` where ${where.join(' and ')}` : ''
    const [row] = await session.all(
      `select ${dialect.text(column, `max(${name})`, characters)} from ${tableOf(dialect, asked)}${filter}`,
    )
    upTo = row?.[0] ?? null
    const [from, to] = [asked.reached, upTo].map((value) => (value === null ? null : dialect.comparable(column, value)))
    if (from) where.push(`${name} ${asked.isReachedIncluded ? '>=' : '>'} ${from}`)
    // Rows without a value are read once, in the first run.
    if (to) where.push(from ? `${name} <= ${to}` : `(${name} <= ${to} or ${name} is null)`)
  }
  const filter = where.length ? ` where ${where.join(' and ')}` : ''
  return { query: `select ${textsOf(dialect, columns, characters)} from ${tableOf(dialect, asked)}${filter}`, upTo }
}
