import { errors } from '#contract/core/errors.ts'
import type { ViewDefinition } from '#contract/data-views.ts'
import type { AnswerColumn, QueryProblem, SourceColumn, SourceState } from '#contract/queries/answer.ts'
import type { Query, SourceRef } from '#contract/queries/query.ts'
import type { CellType } from '#contract/tables/columns.ts'
import { Failure } from '#server/failure.ts'
import type { SignedIn } from '#server/http/context.ts'
import type { Db } from '#server/storage/database.ts'
import type { DataViewStore, ViewRow } from './catalogue-store.ts'
import { checkQuery } from './checking.ts'
import type { FileData, SpaceFiles } from './files.ts'
import type { Formulas } from './relation-store.ts'
import { namesOfSources } from './source-names-store.ts'
import { type TableSource, tableSources } from './table-source-store.ts'

/** A source as one reader sees it. */
export type Resolved =
  | { kind: 'table'; ref: SourceRef; name: string; shape: SourceColumn[]; source: TableSource }
  | { kind: 'file'; ref: SourceRef; name: string; shape: SourceColumn[]; data: FileData }
  | { kind: 'view'; ref: SourceRef; name: string; shape: SourceColumn[]; content: Content }
/** What a definition stands for, with everything that it reads. */
export type Content = {
  query: Query
  sources: Resolved[]
  types: ReadonlyMap<string, CellType>
  formulas: Formulas
  columns: AnswerColumn[]
}
/** Null when there are problems; `columns` are known as far as they can be. */
export type Resolution = { content: Content | null; columns: AnswerColumn[]; problems: QueryProblem[] }

type Reader = Pick<SignedIn, 'id' | 'role'>
type Needs = { db: Db; views: DataViewStore; files: SpaceFiles }
/** Views that one reads through others (our choice). */
const DEPTH_MAX = 20

export const sourcesOf = ({ query }: ViewDefinition): SourceRef[] => [
  query.base,
  ...query.joins.map(({ source }) => source),
]
export const idOf = (ref: SourceRef): string => ('id' in ref ? ref.id : ref.hash)

const columnOfTable = ({
  id,
  name,
  description,
  unit,
  type,
  format,
}: TableSource['columns'][number]): SourceColumn => ({
  key: String(id),
  name,
  description,
  unit,
  type,
  format,
})

/** Finds what definitions read, each source under the rights of its reader at this moment. */
export function resolving({ db, views, files }: Needs) {
  type Where = { spaceId: string; reader: Reader; through: readonly string[] }
  const problem = (reason: QueryProblem['reason'], source: number, name = ''): QueryProblem => ({
    reason,
    source,
    field: null,
    name,
  })

  async function viewSource(ref: SourceRef, row: ViewRow | undefined, index: number, where: Where) {
    if (!row) return problem('sourceGone', index)
    if (where.through.includes(row.id) || where.through.length >= DEPTH_MAX) return problem('circular', index, row.name)
    const inner = await ofView(row, where)
    if (!inner.content) {
      const told = inner.problems.find(({ reason }) => reason === 'circular' || reason === 'sourceHidden')
      return problem(told?.reason ?? 'sourceUnreadable', index, row.name)
    }
    const shape = inner.columns.map((column): SourceColumn => ({ ...column }))
    return { kind: 'view' as const, ref, name: row.name, shape, content: inner.content }
  }

  async function fileSource(ref: Extract<SourceRef, { hash: string }>, index: number, { spaceId, reader }: Where) {
    try {
      const data = await files.find(spaceId, ref, reader)
      return { kind: 'file' as const, ref, name: data.name, shape: data.columns, data }
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      const { status } = errors[error.refusal]
      if (status === 403) return problem('sourceHidden', index)
      return problem(status === 404 ? 'sourceGone' : 'sourceUnreadable', index)
    }
  }

  /** Published rows are read on behalf of the maker, who is a member for as long as the view is theirs. */
  async function ofView(row: ViewRow, where: Where): Promise<Resolution> {
    const reader = row.access === 'published' ? { id: row.maker_id, role: 'role_general' as const } : where.reader
    return resolve(row.definition, { ...where, reader, through: [...where.through, row.id] })
  }

  /** The sources in their order; a problem stands for one that can't be read. */
  async function find(refs: readonly SourceRef[], where: Where): Promise<(Resolved | QueryProblem)[]> {
    const ids = (kind: 'table' | 'view') => refs.flatMap((ref) => (ref.kind === kind ? [idOf(ref)] : []))
    const [tables, found] = await Promise.all([
      tableSources(db, where.spaceId, ids('table'), where.reader),
      views.some(where.spaceId, ids('view'), where.reader),
    ])
    return Promise.all(
      refs.map(async (ref, index) => {
        if (ref.kind === 'view')
          return viewSource(
            ref,
            found.find(({ id }) => id === ref.id),
            index,
            where,
          )
        if (ref.kind !== 'table') return fileSource(ref, index, where)
        const source = tables.get(ref.id)
        if (!source) return problem('sourceGone', index)
        const { name } = source.table
        return { kind: 'table' as const, ref, name, shape: source.columns.map(columnOfTable), source }
      }),
    )
  }

  async function resolve(definition: ViewDefinition, where: Where): Promise<Resolution> {
    const found = await find(sourcesOf(definition), where)
    const problems = found.filter((one): one is QueryProblem => 'reason' in one)
    const sources = found.filter((one): one is Resolved => !('reason' in one))
    const shapes = found.map((one) => ('reason' in one ? null : one.shape))
    const isOverFiles = sources.some(readsFiles)
    const checked = checkQuery(definition.query, shapes, isOverFiles)
    const all = [...problems, ...checked.problems]
    const { types, formulas, columns } = checked
    const content = { query: definition.query, sources, types, formulas, columns }
    return { content: all.length ? null : content, columns, problems: all }
  }
  return {
    resolve: (definition: ViewDefinition, where: Omit<Where, 'through'> & { viewId?: string }) =>
      resolve(definition, { ...where, through: where.viewId ? [where.viewId] : [] }),
    resolveView: (row: ViewRow, where: Omit<Where, 'through'>) => ofView(row, { ...where, through: [] }),
    find: (ref: SourceRef, where: Omit<Where, 'through'>) => find([ref], { ...where, through: [] }),
    named: (refs: readonly SourceRef[], { spaceId, reader }: Omit<Where, 'through'>) =>
      namesOfSources(db, spaceId, refs, reader),
  }
}
export type Resolving = ReturnType<typeof resolving>

/** Whether only the engine can answer: files stand behind it. */
export function readsFiles(source: Resolved): boolean {
  if (source.kind === 'view') return needsEngine(source.content)
  return source.kind === 'file'
}
export const needsEngine = (content: Content): boolean => content.sources.some((one) => readsFiles(one))

/** Everything that is read in the end: tables and files, each once. */
export function leavesOf(content: Content): Exclude<Resolved, { kind: 'view' }>[] {
  const all = content.sources.flatMap((one) => (one.kind === 'view' ? leavesOf(one.content) : [one]))
  return [...new Map(all.map((one) => [`${one.ref.kind}:${idOf(one.ref)}`, one])).values()]
}

/** Whether a formula is computed anywhere in it. */
export const hasFormulas = (content: Content): boolean =>
  content.formulas.size > 0 || content.sources.some((one) => one.kind === 'view' && hasFormulas(one.content))

export const statesOf = (content: Content): SourceState[] =>
  leavesOf(content).map((leaf) => {
    const { ref: source, name } = leaf
    if (leaf.kind === 'file') return { source, name, change: null, changedAt: leaf.data.changedAt }
    return { source, name, change: leaf.source.change, changedAt: leaf.source.changedAt }
  })
