import { freeName } from '#contract/core/free-name.ts'
import type { SourceColumn, SourceShape } from '#contract/queries/answer.ts'
import {
  type ColumnRef,
  canJoin,
  type Field,
  type Join,
  type JoinType,
  type Measure,
  type Query,
} from '#contract/queries/query.ts'

/** A key that is not used in a query; keys are never reused while it is edited. */
export function newKey({ fields, measures }: Pick<Query, 'fields' | 'measures'>, letter: 'f' | 'm'): string {
  const numbers = [...fields, ...measures].map(({ key }) => Number(key.slice(1)) || 0)
  return `${letter}${Math.max(0, ...numbers) + 1}`
}

/** Adds columns of a source as fields. */
export function withColumns(query: Query, source: number, columns: readonly SourceColumn[]): Query {
  const fields = [...query.fields]
  for (const column of columns) {
    const key = newKey({ fields, measures: query.measures }, 'f')
    const name = freeName(
      column.name,
      fields.map((field) => field.name),
    )
    fields.push({ key, name, from: { kind: 'column', source, column: column.key }, isHidden: false })
  }
  return { ...query, fields }
}

/** A query over one source with all its columns. */
export const queryOver = ({ source, columns }: SourceShape): Query =>
  withColumns(
    { base: source, joins: [], fields: [], filter: [], groups: [], measures: [], sort: [], limit: null },
    0,
    columns,
  )

const plain = (name: string) => name.toLowerCase().replaceAll(/[\s_-]/g, '')
/** Keys of columns of files are their names. */
const isNamed = ({ kind }: Query['base']) => kind === 'file' || kind === 'folder'
/** Before the key of a column that another source has not: no column is meant by it any more. */
const LOST = 'lost:'

/** The number that `freeName` puts behind a name. */
const NUMBERED = / \d+$/

/**
 * A query one of whose sources can't be read any more (0: the base, others: joins), over another one in its place. Its
 * columns take the place of those with the same name, and of a pair also that with the name of the left side; what none
 * has is kept and says so when the query is checked. `shapes`: the sources as far as they can be read.
 */
export function withSource(
  query: Query,
  at: number,
  { source, columns }: SourceShape,
  shapes: readonly (SourceShape | null)[],
): Query {
  const byName = new Map(columns.map(({ name, key }) => [plain(name), key]))
  const isFile = isNamed(query.joins[at - 1]?.source ?? query.base)
  const found = new Map<string, string>()
  for (const { name, from } of query.fields) {
    if (from.kind !== 'column' || from.source !== at) continue
    const names = [name, ...(isFile ? [from.column] : []), name.replace(NUMBERED, '')]
    const key = names.map((one) => byName.get(plain(one))).find((one) => one !== undefined)
    if (key !== undefined) found.set(from.column, key)
  }
  const keyFor = (column: string) => found.get(column) ?? `${LOST}${column}`.slice(0, 200)
  const columnOf = (ref: ColumnRef) => (ref.source === at ? { ...ref, column: keyFor(ref.column) } : ref)
  const nameOf = ({ source: of, column }: ColumnRef) =>
    shapes[of]?.columns.find(({ key }) => key === column)?.name ?? ''
  return {
    ...query,
    base: at === 0 ? source : query.base,
    joins: query.joins.map((join, index) => ({
      ...join,
      source: index + 1 === at ? source : join.source,
      on: join.on.map(({ left, right }) => {
        const alike = found.get(right) ?? byName.get(plain(nameOf(left)))
        return { left: columnOf(left), right: index + 1 === at ? (alike ?? keyFor(right)) : right }
      }),
    })),
    fields: query.fields.map((field) =>
      field.from.kind === 'column' ? { ...field, from: { ...field.from, ...columnOf(field.from) } } : field,
    ),
  }
}

const isColumn = (ref: ColumnRef, { source, column }: ColumnRef) => ref.source === source && ref.column === column

/** A query in which another column of a source takes the place of one that the source lost: whatever read it goes on. */
export function withColumn(query: Query, lost: ColumnRef, column: string): Query {
  const columnOf = <Each extends ColumnRef>(ref: Each): Each => (isColumn(ref, lost) ? { ...ref, column } : ref)
  return {
    ...query,
    joins: query.joins.map((join, index) => ({
      ...join,
      on: join.on.map(({ left, right }) => ({
        left: columnOf(left),
        right: columnOf({ source: index + 1, column: right }).column,
      })),
    })),
    fields: query.fields.map((field) =>
      field.from.kind === 'column' ? { ...field, from: columnOf(field.from) } : field,
    ),
  }
}

/** The columns of a source that may take the place of a lost one: of its name, then those not read yet, then others. */
export function columnsFor(query: Query, { name, from }: Field, { columns }: SourceShape): SourceColumn[] {
  if (from.kind !== 'column') return []
  const { source, column: lost } = from
  const names = [plain(name), plain(lost), plain(name.replace(NUMBERED, ''))]
  const isRead = ({ key }: SourceColumn) =>
    query.fields.some((field) => field.from.kind === 'column' && isColumn(field.from, { source, column: key }))
  const rank = (column: SourceColumn) => (names.includes(plain(column.name)) ? 0 : isRead(column) ? 2 : 1)
  return columns.toSorted((a, b) => rank(a) - rank(b))
}

/**
 * The likeliest pair of a join: columns of one name that can be equal, else the first ones that can; of sources that have
 * none, the first columns, for people to choose others. Null without columns.
 */
export function proposedPair(before: readonly SourceShape[], joined: SourceShape): Join['on'][number] | null {
  const pairOf = (fits: (left: SourceColumn, right: SourceColumn) => boolean): Join['on'][number] | null => {
    for (const right of joined.columns)
      for (const [source, { columns }] of before.entries()) {
        const left = columns.find((one) => fits(one, right))
        if (left) return { left: { source, column: left.key }, right: right.key }
      }
    return null
  }
  const likely =
    pairOf((left, right) => plain(left.name) === plain(right.name) && canJoin(left.type, right.type)) ??
    pairOf((left, right) => canJoin(left.type, right.type))
  if (likely) return likely
  const [right] = joined.columns
  const [left] = before[0]?.columns ?? []
  return left && right ? { left: { source: 0, column: left.key }, right: right.key } : null
}

/**
 * A query with one more join, by the likeliest pair, and the columns of its source. That of the pair is left out: it
 * says what the other side says. Null without columns.
 */
export function withJoin(query: Query, joined: SourceShape, before: readonly SourceShape[]): Query | null {
  const pair = proposedPair(before, joined)
  if (!pair) return null
  const joins = [...query.joins, { source: joined.source, type: 'left' as const, on: [pair] }]
  const columns = joined.columns.filter(({ key }) => key !== pair.right)
  return withColumns({ ...query, joins }, joins.length, columns)
}

/**
 * A query with another type of a join. A right join has rows without a left side: fields that read a column of its pairs
 * there read it on the right, and on the left again in other joins.
 */
export function withType(query: Query, at: number, type: JoinType): Query {
  const join = query.joins[at]
  if (!join) return query
  const isRead = (ref: ColumnRef) => query.fields.some(({ from }) => from.kind === 'column' && isColumn(from, ref))
  const moves = join.on
    .map(({ left, right }) => ({ left, right: { source: at + 1, column: right } }))
    .map(({ left, right }) => (type === 'right' ? { from: left, to: right } : { from: right, to: left }))
    .filter(({ to }) => !isRead(to))
  const columnOf = <Each extends ColumnRef>(ref: Each): Each => ({
    ...ref,
    ...moves.find(({ from }) => isColumn(ref, from))?.to,
  })
  return {
    ...query,
    joins: query.joins.with(at, { ...join, type }),
    fields: query.fields.map((field) =>
      field.from.kind === 'column' ? { ...field, from: columnOf(field.from) } : field,
    ),
  }
}

/** Removes fields, and everything that reads them. */
export function withoutFields(query: Query, gone: (field: Field) => boolean): Query {
  const left = query.fields.filter((field) => !gone(field))
  const keys = new Set(left.map(({ key }) => key))
  const measures = query.measures.filter(({ field }) => field === null || keys.has(field))
  const shown = new Set([...keys, ...measures.map(({ key }) => key)])
  return {
    ...query,
    fields: left,
    measures,
    groups: query.groups.filter(({ field }) => keys.has(field)),
    sort: query.sort.filter(({ field }) => shown.has(field)),
    filter: query.filter
      .map(({ match, conditions }) => ({ match, conditions: conditions.filter(({ field }) => keys.has(field)) }))
      .filter(({ conditions }) => conditions.length > 0),
  }
}

/** Removes a join, with its fields and the later joins that depend on it. */
export function withoutJoin(query: Query, at: number): Query {
  const hanging = (join: Join, index: number) => index > at && join.on.some(({ left }) => left.source === at + 1)
  const next = query.joins.findIndex(hanging)
  if (next >= 0) return withoutJoin(withoutJoin(query, next), at)
  const moved = (source: number) => (source > at + 1 ? source - 1 : source)
  const cut = withoutFields(query, ({ from }) => from.kind === 'column' && from.source === at + 1)
  return {
    ...cut,
    joins: cut.joins
      .filter((_, index) => index !== at)
      .map((join) => ({
        ...join,
        on: join.on.map((pair) => ({ ...pair, left: { ...pair.left, source: moved(pair.left.source) } })),
      })),
    fields: cut.fields.map((field) =>
      field.from.kind === 'column' ? { ...field, from: { ...field.from, source: moved(field.from.source) } } : field,
    ),
  }
}

/** A measure that counts rows, or the default one of a field: numbers are averaged, others counted. */
export function newMeasure(query: Query, name: string): Measure {
  const names = [...query.fields, ...query.measures].map((one) => one.name)
  return { key: newKey(query, 'm'), name: freeName(name, names), aggregate: 'count', field: null }
}
