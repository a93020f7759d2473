import type { SourceTable } from '#contract/data-sources.ts'
import { Failure } from '#server/failure.ts'
import { type RawRow, rawRow } from '#server/table-files/convert-bytes.ts'
import type { Filter, KnownColumn, Selection, SourceSession, TableName, TakeRow, TextRow } from './session.ts'

/** How a kind of SQL database writes what a query is made of. */
export type Dialect = {
  name(identifier: string): string
  literal(text: string): string
  /** A value as a text for `parseCell`, with a maximum length. */
  text(column: Pick<KnownColumn, 'shape' | 'bits' | 'type'>, expression: string, characters: number): string
  /** A value to compare a column with; null if it does not match its type. */
  comparable(column: KnownColumn, value: string): string | null
  /** Any value as a text, to be searched. */
  searched(column: KnownColumn, expression: string): string
  /** The characters of a pattern of LIKE that do not stand for themselves, besides `!`. */
  wildcards: RegExp
  /** A query of columns, for its first rows only. */
  first(query: string, most: number): string
}

/** A connection that answers queries of texts. */
export type SqlConnection = Omit<SourceSession, 'sample' | 'greatest' | 'rows' | 'rawRows'> & {
  /** The rows of a query, whole. `characters`: maximum length of a text. */
  all(query: string, characters: number): Promise<TextRow[]>
} & (
    | {
        /** The rows of a query, some at a time. */
        rows(query: string, characters: number): AsyncIterable<TextRow[]>
      }
    | {
        /** The rows of a query as they come, each in `row` (`rawRows` of a session). */
        raw(query: string, row: RawRow, take: TakeRow): AsyncGenerator<void>
      }
  )

/** A table of a row with its schema, its name, its kind and how many rows it has, if that is known. */
export const sourceTable = ([schema, name, kind, rows]: TextRow): SourceTable => ({
  schema: schema ?? '',
  name: name ?? '',
  kind: kind === 'view' ? 'view' : 'table',
  rows: rows ? Number(rows) : null,
})

/** What people write for a number, a day and a moment to compare with. */
export const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d{1,3})?$/
export const DAY = /^\d{4}-\d\d-\d\d$/
const MOMENT = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?Z?)?$/
/** The day and the time of a moment, with seconds; null if a text is none. */
export function momentOf(text: string): { day: string; time: string } | null {
  const [, day, minutes = '00:00', seconds = ':00'] = MOMENT.exec(text) ?? []
  return day === undefined ? null : { day, time: `${minutes}${seconds}` }
}

const comparisons = { eq: '=', ne: '<>', lt: '<', le: '<=', gt: '>', ge: '>=' } as const
const isComparison = (operator: string): operator is keyof typeof comparisons => operator in comparisons

function conditionOf(dialect: Dialect, { column, operator, value }: Filter): string {
  const name = dialect.name(column.name)
  if (operator === 'empty') return `${name} is null`
  if (operator === 'notEmpty') return `${name} is not null`
  if (isComparison(operator) || operator === 'leOrEmpty') {
    const comparable = dialect.comparable(column, value)
    if (comparable === null) throw new Failure('dataSourceConditionWrong')
    if (operator === 'leOrEmpty') return `(${name} <= ${comparable} or ${name} is null)`
    return `${name} ${comparisons[operator]} ${comparable}`
  }
  const plain = value.replaceAll('!', '!!').replace(dialect.wildcards, (sign) => `!${sign}`)
  const pattern = operator === 'starts' ? `${plain}%` : `%${plain}%`
  return `${dialect.searched(column, name)} like ${dialect.literal(pattern)} escape '!'`
}

const fromOf = (dialect: Dialect, { at, filters }: { at: TableName; filters: readonly Filter[] }) => {
  const conditions = filters.map((filter) => conditionOf(dialect, filter))
  const where = conditions.length ? ` where ${conditions.join(' and ')}` : ''
  return `from ${dialect.name(at.schema)}.${dialect.name(at.table)}${where}`
}

/** A query of the texts of a selection. Throws dataSourceConditionWrong. */
export function selectQuery(dialect: Dialect, { columns, characters, ...from }: Selection): string {
  const texts = columns.map((column) => dialect.text(column, dialect.name(column.name), characters))
  return `select ${texts.join(', ')} ${fromOf(dialect, from)}`
}

/** A session whose selections are SQL. */
export function sqlSession(dialect: Dialect, connection: SqlConnection): SourceSession {
  const { all } = connection
  const base = {
    ...connection,
    sample: async (selection: Selection, most: number) =>
      all(dialect.first(selectQuery(dialect, selection), most), selection.characters),
    async greatest({ characters, ...from }: Omit<Selection, 'columns'>, column: KnownColumn) {
      const text = dialect.text(column, `max(${dialect.name(column.name)})`, characters)
      const [row] = await all(`select ${text} ${fromOf(dialect, from)}`, characters)
      return row?.[0] ?? null
    },
  }
  if ('rows' in connection)
    return {
      ...base,
      rows: (selection) => connection.rows(selectQuery(dialect, selection), selection.characters),
    }
  return {
    ...base,
    rawRows: (selection, take) =>
      connection.raw(selectQuery(dialect, selection), rawRow(selection.columns.length), take),
  }
}
