import { type RawBuilder, sql } from 'kysely'
import type { AnswerColumn, SourceColumn } from '#contract/queries/answer.ts'
import { type AnswerFilter, type FieldSort, isGrouped, type Join, type Query } from '#contract/queries/query.ts'
import type { CellType } from '#contract/tables/columns.ts'
import type { Expression } from '#contract/tables/formula/syntax.ts'
import { Failure } from '#server/failure.ts'
import { comparison, FormulaTooLarge, formulaSql } from '#server/modules/tables/index.ts'
import { grouped } from './aggregate-store.ts'
import type { Dialect } from './dialects-store.ts'

/** A column to sort by: its name in a relation, and whether it is a text. */
export type Ordering = { name: string; type: CellType; order: 'asc' | 'desc' }
/**
 * Rows as a select statement: the nth column is called `c<n>`, from 1. `ties` are further columns that tell rows apart in
 * the order of their sources.
 */
export type Relation = {
  select: RawBuilder<unknown>
  columns: readonly { key: string; type: CellType; name: string }[]
  order: readonly Ordering[]
  ties: readonly string[]
}
/** A formula field that was read, by key. */
export type Formulas = ReadonlyMap<string, Expression>
/** A query as one person asks it: conditions on the reader name this person. */
export type AskedQuery = Omit<Query, 'filter'> & { filter: AnswerFilter }
export type Compiled = {
  query: AskedQuery
  sources: readonly Relation[]
  /** The columns of each source by their key. */
  shapes: readonly (readonly SourceColumn[])[]
  /** Fields with their types, in the order of the query. */
  types: ReadonlyMap<string, CellType>
  formulas: Formulas
  columns: readonly AnswerColumn[]
}

/** Fields of a query with the formulas among them. */
type WithFormulas = { query: Pick<Query, 'fields'>; formulas: Formulas }

const at = (alias: string, index: number) => sql.raw(`${alias}.c${index + 1}`)
const named = (value: RawBuilder<unknown>, name: string) => sql`${value} as ${sql.raw(name)}`
const list = (parts: readonly RawBuilder<unknown>[]) => sql.join([...parts])

const joinWords: Record<Join['type'], string> = { left: 'left join', right: 'right join', inner: 'join' }

/** The sources of a query joined, each under its alias s0, s1, … */
function joined({ query, sources, shapes }: Compiled) {
  const column = (source: number, key: string) => {
    const index = shapes[source]?.findIndex((one) => one.key === key) ?? -1
    if (index < 0) throw new Error(`no column ${key} in source ${source}`)
    return at(`s${source}`, index)
  }
  const from = (index: number) => sql`(${sources[index]?.select ?? sql``}) as ${sql.raw(`s${index}`)}`
  const joins = query.joins.map(({ type, on }, index) => {
    const pairs = on.map(({ left, right }) => sql`${column(left.source, left.column)} = ${column(index + 1, right)}`)
    return sql` ${sql.raw(joinWords[type])} ${from(index + 1)} on ${sql.join(pairs, sql` and `)}`
  })
  return { from: sql`${from(0)}${sql.join(joins, sql``)}`, column }
}

/** The condition of a filter over columns of an alias; null: every row. */
export function conditionOf(
  filter: AnswerFilter,
  find: (key: string) => { name: string; type: CellType; value: RawBuilder<unknown> } | undefined,
  { binding }: Dialect,
): RawBuilder<unknown> | null {
  const groups = filter.map(({ match, conditions }) => {
    const parts = conditions.map((condition) => {
      const column = find(condition.field)
      if (!column) throw new Failure('queryInvalid', { values: { reason: condition.field } })
      return comparison(column, condition, binding)
    })
    return sql`(${sql.join(parts, match === 'all' ? sql` and ` : sql` or `)})`
  })
  return groups.length ? sql.join(groups, sql` and `) : null
}
const where = (condition: RawBuilder<unknown> | null) => (condition ? sql` where ${condition}` : sql``)

/** All fields of a query as columns c1, c2, …, and the ties of its sources as r1, r2, … */
function fieldsOf(compiled: Compiled, dialect: Dialect) {
  const { query, sources, formulas } = compiled
  const { from, column } = joined(compiled)
  const plain = query.fields.flatMap(({ from: origin }, index) =>
    origin.kind === 'column' ? [named(column(origin.source, origin.column), `c${index + 1}`)] : [],
  )
  const tied = sources.flatMap(({ ties }, source) => ties.map((tie) => sql.raw(`s${source}.${tie}`)))
  const ties = tied.map((_, index) => `r${index + 1}`)
  const read = sql`select ${list([...plain, ...tied.map((value, index) => named(value, ties[index] ?? ''))])} from ${from}`
  const computed = query.fields.flatMap(({ key }, index) => {
    const root = formulas.get(key)
    if (!root) return []
    return [named(sql.raw(valueOfFormula(root, compiled, dialect)), `c${index + 1}`)]
  })
  return { select: computed.length ? sql`select p.*, ${list(computed)} from (${read}) as p` : read, ties }
}

/** A formula field in SQL. Throws queryTooLarge: what the database computes may be too long for the engine. */
function valueOfFormula(root: Expression, of: WithFormulas, { formulas }: Dialect): string {
  try {
    return formulaSql(root, (id) => sourceOfField(of, id), 'p.', formulas).value
  } catch (error) {
    if (error instanceof FormulaTooLarge) throw new Failure('queryTooLarge', { cause: error })
    throw error
  }
}

/** Characters of a formula field in SQL; without end when it is too long by itself. */
export function lengthOfFormula(root: Expression, of: WithFormulas, dialect: Dialect): number {
  try {
    return valueOfFormula(root, of, dialect).length
  } catch (error) {
    if (error instanceof Failure) return Number.POSITIVE_INFINITY
    throw error
  }
}

/** The column that a formula reads for the number of a field, which counts from 1. */
function sourceOfField({ query, formulas }: WithFormulas, id: number) {
  const root = formulas.get(query.fields[id - 1]?.key ?? '')
  return root ? { root } : { physical: id }
}

/** Compiles a query over its sources to one statement. */
export function relationOf(compiled: Compiled, dialect: Dialect): Relation {
  const { query, types, columns } = compiled
  const { select: fields, ties } = fieldsOf(compiled, dialect)
  const field = (key: string) => {
    const index = query.fields.findIndex((one) => one.key === key)
    const type = types.get(key)
    return index < 0 || !type ? undefined : { name: query.fields[index]?.name ?? '', type, value: at('q', index) }
  }
  const condition = conditionOf(query.filter, field, dialect)
  const isPutTogether = isGrouped(query)
  const shown = query.fields.flatMap(({ isHidden }, index) => (isHidden ? [] : [at('q', index)]))
  const order = [...orderingOf(query.sort, columns), ...(isPutTogether ? groupOrder(query, columns) : [])]
  const rows = isPutTogether
    ? grouped(query, { rows: sql`(${fields}) as q${where(condition)}`, field }, dialect)
    : sql`select ${list([
        ...shown.map((value, index) => named(value, `c${index + 1}`)),
        ...ties.map((tie) => sql.raw(`q.${tie}`)),
      ])} from (${fields}) as q${where(condition)}`
  const left = isPutTogether ? [] : ties
  const relation = { select: rows, columns, order, ties: left }
  if (query.limit === null) return relation
  return {
    ...relation,
    select: sql`select * from (${rows}) as l${orderBy('l', relation, dialect)} limit ${sql.lit(query.limit)}`,
  }
}

/** Groups are sorted by their values. */
const groupOrder = ({ groups }: AskedQuery, columns: readonly AnswerColumn[]): Ordering[] =>
  groups.map((_, index) => ({ name: `c${index + 1}`, type: columns[index]?.type ?? 'text', order: 'asc' }))

/** The columns of a sort by their keys. Throws queryInvalid. */
export const orderingOf = (sort: FieldSort, columns: readonly { key: string; type: CellType }[]): Ordering[] =>
  sort.map(({ field, order }) => {
    const index = columns.findIndex(({ key }) => key === field)
    const column = columns[index]
    if (!column) throw new Failure('queryInvalid', { values: { reason: field } })
    return { name: `c${index + 1}`, type: column.type, order }
  })

/** The order of a relation: its own, and that of its sources for equal rows; empty cells are last. */
export function orderBy(
  alias: string,
  { order, ties }: Pick<Relation, 'order' | 'ties'>,
  { ordered }: Dialect,
): RawBuilder<unknown> {
  const parts = order.map(({ name, type, order: direction }) => {
    const value = sql.raw(`${alias}.${name}`)
    const isText = type === 'text' || type === 'choice'
    return sql`${isText ? ordered(value) : value} ${sql.raw(direction)} nulls last`
  })
  const all = [...parts, ...ties.map((tie) => sql`${sql.raw(`${alias}.${tie}`)} nulls last`)]
  return all.length ? sql` order by ${list(all)}` : sql``
}
