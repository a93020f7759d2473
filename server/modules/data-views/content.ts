import type { AnswerColumn, QueryProblem, SourceColumn, SourceState } from '#contract/queries/answer.ts'
import { keyOfSource, type Query, type SourceRef } from '#contract/queries/query.ts'
import type { CellType } from '#contract/tables/columns.ts'
import type { FileData } from './files.ts'
import type { AskedQuery, Formulas } from './relation-store.ts'
import type { TableSource } from './table-source-store.ts'

/** A source as one reader sees it. */
export type Resolved =
  | { kind: 'table'; ref: SourceRef; name: string; shape: SourceColumn[]; source: TableSource }
  | { kind: 'file'; ref: SourceRef; name: string; shape: SourceColumn[]; data: FileData }
  | { kind: 'view'; ref: SourceRef; name: string; shape: SourceColumn[]; content: Content }
/** The content of a query, with everything that it reads. */
export type QueryContent = {
  query: AskedQuery
  sources: Resolved[]
  types: ReadonlyMap<string, CellType>
  formulas: Formulas
  columns: AnswerColumn[]
  formulaLength: number
  /** Rows are chosen by the reader, here or in a view behind it. */
  isPersonal: boolean
}
/** The same of SQL; `names` are those of its sources. */
export type SqlContent = {
  text: string
  names: string[]
  sources: Resolved[]
  columns: AnswerColumn[]
  isSteady: boolean
  formulaLength: 0
  isPersonal: boolean
}
export type Content = QueryContent | SqlContent
/** Null when there are problems; `columns` are known as far as they can be. */
export type Resolution<C = Content> = { content: C | null; columns: AnswerColumn[]; problems: QueryProblem[] }

/** Number of tables and files that a source reads, counted as often as they are read. */
export const readingsOf = (source: Resolved): number =>
  source.kind === 'view' ? source.content.sources.reduce((sum, one) => sum + readingsOf(one), 0) : 1

/** Whether only the engine can answer, because files are read. */
export function readsFiles(source: Resolved): boolean {
  if (source.kind === 'view') return needsEngine(source.content)
  return source.kind === 'file'
}
export const needsEngine = (content: Content): boolean =>
  'text' in content || content.sources.some((one) => readsFiles(one))

/** Everything that is read in the end: tables and files, each once. */
export function leavesOf(content: Pick<Content, 'sources'>): Exclude<Resolved, { kind: 'view' }>[] {
  const all = content.sources.flatMap((one) => (one.kind === 'view' ? leavesOf(one.content) : [one]))
  return [...new Map(all.map((one) => [keyOfSource(one.ref), one])).values()]
}

/** Whether a formula is computed anywhere in it. */
export const hasFormulas = (content: Content): boolean =>
  ('formulas' in content && content.formulas.size > 0) ||
  content.sources.some((one) => one.kind === 'view' && hasFormulas(one.content))

/** Whether a formula or an aggregate makes the values of a column, here or where they come from. Of SQL nobody knows. */
export function isComputed(content: Content, key: string): boolean {
  if ('text' in content) return false
  const { fields, measures } = content.query
  const measure = measures.find((one) => one.key === key)
  // The least and the greatest are values that are there.
  if (measure && measure.aggregate !== 'least' && measure.aggregate !== 'greatest') return true
  const field = fields.find((one) => one.key === (measure ? measure.field : key))
  if (field?.from.kind !== 'column') return field !== undefined
  const { source: at, column } = field.from
  const source = content.sources[at]
  if (source?.kind === 'view') return isComputed(source.content, column)
  return source?.kind === 'table' && source.source.columns.some(({ id, formula }) => String(id) === column && !!formula)
}

export const statesOf = (content: Content): SourceState[] =>
  leavesOf(content).map((leaf) => {
    const { ref: source, name } = leaf
    if (leaf.kind === 'file') return { source, name, change: null, changedAt: leaf.data.changedAt }
    return { source, name, change: leaf.source.change, changedAt: leaf.source.changedAt }
  })

/** A query as a reader asks it: the person who reads is this one. */
export const askedBy = (query: Query, readerId: string): AskedQuery => ({
  ...query,
  filter: query.filter.map(({ match, conditions }) => ({
    match,
    conditions: conditions.map(({ operator, ...rest }) =>
      operator === 'isReader' ? { ...rest, operator: 'is', values: [readerId] } : { ...rest, operator },
    ),
  })),
})
const choosesByReader = ({ filter }: Pick<Query, 'filter'>) =>
  filter.some(({ conditions }) => conditions.some(({ operator }) => operator === 'isReader'))
/** Whether a query over these sources, or SQL, has other rows for other readers. */
export const isPersonal = (query: Pick<Query, 'filter'> | null, sources: readonly Resolved[]): boolean =>
  (query !== null && choosesByReader(query)) || sources.some((one) => one.kind === 'view' && one.content.isPersonal)
