import { QUERY_FORMULAS_SQL_MAX } from '#contract/core/limits.ts'
import type { AnswerColumn, QueryProblem, SourceColumn } from '#contract/queries/answer.ts'
import {
  type Aggregate,
  canJoin,
  type FieldCondition,
  type Group,
  isGrouped,
  type Measure,
  type Query,
} from '#contract/queries/query.ts'
import type { CellType } from '#contract/tables/columns.ts'
import type { Expression } from '#contract/tables/formula/syntax.ts'
import { columnsNamed, readFormula } from '#contract/tables/formula.ts'
import { fitsOperator } from '#server/modules/tables/index.ts'
import { database, engine } from './dialects-store.ts'
import { lengthOfFormula } from './relation-store.ts'

type Known = { type: CellType; column: Omit<SourceColumn, 'key'> | null }
type Shapes = readonly (readonly SourceColumn[] | null)[]
type Checked = {
  types: Map<string, CellType>
  formulas: Map<string, Expression>
  columns: AnswerColumn[]
  problems: QueryProblem[]
  /** Characters of its formulas and those of its sources in SQL. */
  formulaLength: number
}
/** The properties of all sources together. */
type Sources = { isOverFiles: boolean; formulaLength: number }

const NUMERIC: readonly Aggregate[] = ['sum', 'mean', 'median', 'percentile', 'deviation']
const ORDERED: readonly CellType[] = ['text', 'choice', 'number', 'date', 'datetime']

/** Finds problems of a query over sources with these columns; null for a source that can't be read. */
export function checkQuery(query: Query, shapes: Shapes, { isOverFiles, formulaLength: before }: Sources): Checked {
  const problems: QueryProblem[] = []
  const refuse = (reason: QueryProblem['reason'], name: string, field: string | null, source: number | null = null) => {
    // A column that is gone is told once, not again by what reads its field.
    if (reason === 'fieldGone' && problems.some((one) => one.reason === 'columnGone' && one.field === field)) return
    problems.push({ reason, source, field, name })
  }
  /** Null if the source is unreadable, which has been reported already. */
  const columnOf = (source: number, key: string) => {
    const shape = shapes[source]
    return shape === null ? null : shape?.find((one) => one.key === key)
  }
  checkJoins(query, columnOf, refuse)
  const known = knownFields(query, columnOf, refuse)
  const formulas = readFormulas(query, known, refuse)
  const formulaLength = lengthOf(query, formulas, { isOverFiles, before }, refuse)
  checkNames(query, refuse)
  const columns = isGrouped(query)
    ? [...groupColumns(query, known, refuse), ...measureColumns(query, known, refuse)]
    : query.fields.flatMap(({ key, name, isHidden }) => {
        const one = known.get(key)
        return isHidden || !one ? [] : [answerColumn(key, name, one)]
      })
  for (const { conditions } of query.filter)
    for (const condition of conditions) {
      const one = known.get(condition.field)
      if (!one) refuse('fieldGone', nameOf(query, condition.field), condition.field)
      else if (!fitsCondition(one.type, condition)) refuse('typeUnfit', nameOf(query, condition.field), condition.field)
    }
  for (const { field } of query.sort)
    if (!columns.some(({ key }) => key === field)) refuse('fieldGone', nameOf(query, field), field)
  const types = new Map([...known].map(([key, { type }]) => [key, type]))
  return { types, formulas, columns, problems, formulaLength }
}
type Refuse = (reason: QueryProblem['reason'], name: string, field: string | null, source?: number | null) => void
type ColumnOf = (source: number, key: string) => SourceColumn | null | undefined

const nameOf = ({ fields, measures }: Query, key: string) =>
  [...fields, ...measures].find((one) => one.key === key)?.name ?? key

const fitsCondition = (type: CellType, { operator, values }: FieldCondition) =>
  operator === 'isReader' ? type === 'person' && values.length === 0 : fitsOperator(type, operator, values)

function checkJoins({ joins }: Query, columnOf: ColumnOf, refuse: Refuse): void {
  for (const [index, { on }] of joins.entries())
    for (const pair of on) {
      const isBefore = pair.left.source <= index
      const left = isBefore ? columnOf(pair.left.source, pair.left.column) : undefined
      const right = columnOf(index + 1, pair.right)
      if (left === undefined) refuse('columnGone', pair.left.column, null, index + 1)
      else if (right === undefined) refuse('columnGone', pair.right, null, index + 1)
      else if (left && right && !canJoin(left.type, right.type))
        refuse('joinUnfit', `${left.name} = ${right.name}`, null, index + 1)
    }
}

/** The fields that are columns of sources, with their types. */
function knownFields({ fields }: Query, columnOf: ColumnOf, refuse: Refuse): Map<string, Known> {
  const known = new Map<string, Known>()
  for (const { key, name, from } of fields) {
    if (from.kind !== 'column') continue
    const column = columnOf(from.source, from.column)
    if (column) known.set(key, { type: column.type, column })
    else if (column === undefined) refuse('columnGone', name, key, from.source)
  }
  return known
}

/** Checks formulas in the order of their dependencies; circular ones get an error. */
function readFormulas({ fields }: Query, known: Map<string, Known>, refuse: Refuse): Map<string, Expression> {
  const formulas = new Map<string, Expression>()
  const all = fields.map(({ key, name, from }, index) => ({ id: index + 1, key, name, from, type: 'text' as CellType }))
  // Of fields with one name a formula reads the column.
  const named = all.toSorted((a, b) => Number(a.from.kind === 'column') - Number(b.from.kind === 'column'))
  const open = new Set(all.filter(({ from }) => from.kind === 'formula'))
  function read(field: (typeof all)[number]): void {
    if (field.from.kind !== 'formula' || !open.delete(field)) return
    const text = field.from.formula
    for (const id of columnsNamed(text, named)) read(all[id - 1] ?? field)
    const columns = named.flatMap((one) => {
      const type = known.get(one.key)?.type
      return type ? [{ ...one, type }] : []
    })
    const { formula } = readFormula(text, columns)
    if (!formula) return refuse('formulaInvalid', field.name, field.key)
    formulas.set(field.key, formula.root)
    known.set(field.key, { type: formula.root.type, column: null })
  }
  for (const field of all) read(field)
  return formulas
}

/** Formulas are written out wherever they are read: what they take together has a bound. */
function lengthOf(
  query: Query,
  formulas: Map<string, Expression>,
  { isOverFiles, before }: { isOverFiles: boolean; before: number },
  refuse: Refuse,
): number {
  let length = before
  for (const [key, root] of formulas) {
    length += lengthOfFormula(root, { query, formulas }, isOverFiles ? engine : database)
    if (length <= QUERY_FORMULAS_SQL_MAX) continue
    refuse('formulasTooLong', nameOf(query, key), key)
    break
  }
  return length
}

function checkNames(query: Query, refuse: Refuse): void {
  const { fields, measures } = query
  const shown = isGrouped(query) ? measures : fields
  const names = new Set<string>()
  for (const { key, name } of shown) {
    const plain = name.toLowerCase()
    if (names.has(plain)) refuse('nameTaken', name, key)
    names.add(plain)
  }
  const keys = new Set<string>()
  for (const { key, name } of [...fields, ...measures]) {
    if (keys.has(key)) refuse('keyTaken', name, key)
    keys.add(key)
  }
}

const answerColumn = (key: string, name: string, { type, column }: Known): AnswerColumn => ({
  key,
  name,
  description: column?.description ?? '',
  unit: column?.unit ?? '',
  type,
  format: column?.format ?? {},
})

/** The type of a group; undefined if its values can't be grouped like this. */
function groupType({ time, width }: Group, type: CellType): CellType | undefined {
  if (time)
    return type === 'date' && time !== 'hour'
      ? 'date'
      : type === 'datetime'
        ? time === 'hour'
          ? type
          : 'date'
        : undefined
  if (width) return type === 'number' ? type : undefined
  return type
}

function groupColumns(query: Query, known: ReadonlyMap<string, Known>, refuse: Refuse): AnswerColumn[] {
  const seen = new Set<string>()
  return query.groups.flatMap((group) => {
    const one = known.get(group.field)
    const name = nameOf(query, group.field)
    if (seen.has(group.field)) refuse('keyTaken', name, group.field)
    seen.add(group.field)
    if (!one) {
      refuse('fieldGone', name, group.field)
      return []
    }
    const type = groupType(group, one.type)
    if (!type) {
      refuse('typeUnfit', name, group.field)
      return []
    }
    return [answerColumn(group.field, name, { ...one, type })]
  })
}

/** The type of a measure; undefined when it can't be computed of such values. */
function measureType({ aggregate, by }: Measure, type: CellType | null, divisor?: CellType): CellType | undefined {
  if (aggregate === 'count') return 'number'
  if (aggregate === 'share') return type === null || type === 'number' ? 'number' : undefined
  if (type === null) return undefined
  if (aggregate === 'ratio') {
    const isFit = by === undefined ? type === 'boolean' : type === 'number' && divisor === 'number'
    return isFit ? 'number' : undefined
  }
  if (aggregate === 'distinct') return 'number'
  if (NUMERIC.includes(aggregate)) return type === 'number' ? type : undefined
  return ORDERED.includes(type) ? type : undefined
}

/** A ratio has the units of both; one of the same kind is a share of a hundred. */
const partColumn = (key: string, name: string, [unit, by]: [string, string], isPercent: boolean): AnswerColumn => ({
  ...answerColumn(key, name, { type: 'number', column: null }),
  unit: unit === by || isPercent ? '' : by ? `${unit || '1'}/${by}` : unit,
  format: isPercent ? { isPercent } : {},
})

function measureColumns(query: Query, known: ReadonlyMap<string, Known>, refuse: Refuse): AnswerColumn[] {
  return query.measures.flatMap((measure) => {
    const { key, name, field, aggregate, by } = measure
    const one = field === null ? null : known.get(field)
    const divisor = by === undefined ? null : known.get(by)
    if (one === undefined || divisor === undefined) {
      refuse('fieldGone', name, key)
      return []
    }
    const type = measureType(measure, one?.type ?? null, divisor?.type)
    if (!type) {
      refuse('typeUnfit', name, key)
      return []
    }
    const isCounted = aggregate === 'count' || aggregate === 'distinct'
    if (aggregate === 'share' || aggregate === 'ratio')
      return [partColumn(key, name, [one?.column?.unit ?? '', divisor?.column?.unit ?? ''], divisor === null)]
    return [answerColumn(key, name, { type, column: isCounted ? null : (one?.column ?? null) })]
  })
}
