import { type ErrorName, errors } from '#contract/core/errors.ts'
import { FOLDER_FILES_MAX, QUERY_DEPTH_MAX, QUERY_SOURCES_MAX } from '#contract/core/limits.ts'
import { sourcesOfView, type ViewDefinition } from '#contract/data-views.ts'
import type { QueryProblem, SourceColumn } from '#contract/queries/answer.ts'
import { idOf, keyOfSource, type Query, type SourceRef, sourcesOf } from '#contract/queries/query.ts'
import type { SqlQuery } from '#contract/queries/sql.ts'
import { Failure } from '#server/failure.ts'
import { withoutEnd } from '#server/query-engine/index.ts'
import type { Db } from '#server/storage/database.ts'
import type { DataViewStore, ViewRow } from './catalogue-store.ts'
import { checkQuery } from './checking.ts'
import {
  askedBy,
  type Content,
  isPersonal,
  type QueryContent,
  type Resolution,
  type Resolved,
  readingsOf,
  readsFiles,
  type SqlContent,
} from './content.ts'
import type { FrozenSource, NamedView, Reader, SpaceFiles } from './files.ts'
import { namesOfSources } from './source-names-store.ts'
import { type SqlShapes, sourceProblems } from './sql-shapes.ts'
import { type TableSource, tableSources } from './table-source-store.ts'

type Needs = { db: Db; views: DataViewStore; files: SpaceFiles; sqlShape: SqlShapes }
/** Problems of a view that are also reported for views that read it. */
const HANDED_ON: readonly QueryProblem['reason'][] = ['circular', 'sourceHidden', 'tooManySources']

/** Temporary refusals of a read, which may succeed the next time. */
const OF_THE_MOMENT: readonly ErrorName[] = ['callCancelled', 'busy']

/** A problem without the name of a source, which not everyone may see. */
const withoutSource = (one: QueryProblem): QueryProblem => (one.field === null ? { ...one, name: '' } : one)

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
export function resolving({ db, views, files, sqlShape }: Needs) {
  /** `known` are the views that were resolved already, by themselves and their readers. */
  type Where = {
    spaceId: string
    /** The person who asks, whoever the rows are read on behalf of. */
    askerId: string
    /** All of them must be admitted to whatever is read. */
    readers: readonly Reader[]
    isOnBehalf: boolean
    through: readonly string[]
    known: Map<string, Resolution>
    /** Replacements for sources of the space, by the keys of sources. */
    frozen?: ReadonlyMap<string, FrozenSource>
  }
  const problem = (reason: QueryProblem['reason'], source: number, name = ''): QueryProblem => ({
    reason,
    source,
    field: null,
    name,
  })

  async function viewSource(ref: SourceRef, row: ViewRow | undefined, index: number, where: Where) {
    if (!row) return problem('sourceGone', index)
    if (where.through.includes(row.id)) return problem('circular', index, row.name)
    if (where.through.length >= QUERY_DEPTH_MAX) return problem('tooManySources', index, row.name)
    const inner = await ofView(row, where)
    if (!inner.content) {
      const told = inner.problems.find(({ reason }) => HANDED_ON.includes(reason))
      return problem(told?.reason ?? 'sourceUnreadable', index, row.name)
    }
    return shown({ ref, name: row.name }, inner, inner.content)
  }

  type FileRef = Extract<SourceRef, { hash: string }>

  /** The shape of a file or a folder, or why it has none; `told` is called with its name. */
  async function dataOf(ref: FileRef, { spaceId, readers }: Where, told: (name: string) => void) {
    const [reader, ...others] = readers
    if (!reader) throw new Error('no reader')
    if (ref.kind === 'file') {
      const found = await files.find(spaceId, ref, reader)
      await Promise.all(others.map((other) => files.find(spaceId, ref, other)))
      told(found.name)
      return files.read(found, reader)
    }
    const { id, name } = await files.findFolder(spaceId, ref, reader)
    await Promise.all(others.map((other) => files.findFolder(spaceId, ref, other)))
    told(name)
    const inside = await files.inFolder(id, ref.isNested)
    if (inside.length === 0) return 'folderEmpty'
    return inside.length > FOLDER_FILES_MAX ? 'folderTooFull' : files.readFolder(inside, reader)
  }

  async function fileSource(ref: FileRef, index: number, where: Where) {
    let name = ''
    const told = (known: string) => {
      name = known
    }
    try {
      const data = await dataOf(ref, where, told)
      if (typeof data === 'string') return problem(data, index, name)
      return { kind: 'file' as const, ref, name, shape: data.columns, data }
    } catch (error) {
      // A temporary failure says nothing about the file.
      if (!(error instanceof Failure) || OF_THE_MOMENT.includes(error.refusal)) throw error
      const { status } = errors[error.refusal]
      if (status === 403) return problem('sourceHidden', index)
      return problem(status === 404 ? 'sourceGone' : 'sourceUnreadable', index, name)
    }
  }

  /**
   * Published rows are read on behalf of the creator, who is a member for as long as they own the view. Data that
   * others published in the views behind it is also read as far as the creator may see it.
   */
  function readersOf(row: ViewRow, { readers, isOnBehalf }: Where): readonly Reader[] {
    const isStranger = readers.some((reader) => reader.isStranger)
    const as = (id: string): Reader => ({ id, role: 'role_general', ...(isStranger && { isStranger }) })
    if (row.access === 'published') return [as(row.maker_id)]
    const isKnown = !isOnBehalf || readers.some(({ id }) => id === row.defined_by)
    return isKnown ? readers : [...readers, as(row.defined_by)]
  }

  async function ofView(row: ViewRow, where: Where): Promise<Resolution> {
    const readers = readersOf(row, where)
    const isOnBehalf = where.isOnBehalf || row.access === 'published'
    const key = [row.id, isOnBehalf, ...readers.flatMap(({ id, role }) => [id, role])].join(' ')
    const known = where.known.get(key)
    if (known) return known
    const inner = { ...where, readers, isOnBehalf, through: [...where.through, row.id] }
    const found = await resolve(row.definition, inner)
    const isTheirs = row.access === 'published' && where.readers.some(({ id }) => id !== row.maker_id)
    const resolution = isTheirs ? { ...found, problems: found.problems.map(withoutSource) } : found
    where.known.set(key, resolution)
    return resolution
  }

  /** A source as it was frozen; columns keep the keys of their table. */
  async function frozenSource(ref: SourceRef, index: number, where: Where) {
    const source = where.frozen?.get(keyOfSource(ref))
    const [reader] = where.readers
    if (!source || !reader) return problem('sourceGone', index)
    if (source.kind === 'view') return frozenView({ ...source, ref }, index, where)
    if (!source.files.length) return problem('folderEmpty', index, source.name)
    if (source.files.length > FOLDER_FILES_MAX) return problem('folderTooFull', index, source.name)
    const data = await files.readFrozen(source, reader)
    return { kind: 'file' as const, ref, name: source.name, shape: [...(source.columns ?? data.columns)], data }
  }

  async function frozenView({ ref, name, definition }: NamedView & { ref: SourceRef }, index: number, where: Where) {
    const id = idOf(ref)
    if (where.through.includes(id) || where.through.length >= QUERY_DEPTH_MAX) return problem('circular', index, name)
    const known = where.known.get(id) ?? (await resolve(definition, { ...where, through: [...where.through, id] }))
    where.known.set(id, known)
    return known.content ? shown({ ref, name }, known, known.content) : problem('sourceUnreadable', index, name)
  }

  /** A view as a source of others. */
  const shown = ({ ref, name }: { ref: SourceRef; name: string }, { columns }: Resolution, content: Content) => ({
    kind: 'view' as const,
    ref,
    name,
    shape: columns.map((column): SourceColumn => ({ ...column })),
    content,
  })

  /** The sources in their order; a problem in place of one that can't be read. */
  async function find(refs: readonly SourceRef[], where: Where): Promise<(Resolved | QueryProblem)[]> {
    if (where.frozen) {
      const found: (Resolved | QueryProblem)[] = []
      for (const [index, ref] of refs.entries()) found.push(await frozenSource(ref, index, where))
      return found
    }
    const ids = (kind: 'table' | 'view') => refs.flatMap((ref) => (ref.kind === kind ? [idOf(ref)] : []))
    const [tables, found] = await Promise.all([
      tableSources(db, where.spaceId, ids('table'), where.readers),
      views.some(where.spaceId, ids('view'), where.readers),
    ])
    const tableSource = (ref: SourceRef, index: number) => {
      const source = tables.get(idOf(ref))
      if (!source) return problem('sourceGone', index)
      const { name } = source.table
      return { kind: 'table' as const, ref, name, shape: source.columns.map(columnOfTable), source }
    }
    const sources: (Resolved | QueryProblem)[] = []
    // One after the other: what several views read is resolved once.
    for (const [index, ref] of refs.entries())
      if (ref.kind === 'table') sources.push(tableSource(ref, index))
      else if (ref.kind !== 'view') sources.push(await fileSource(ref, index, where))
      else {
        const row = found.find(({ id }) => id === ref.id)
        sources.push(await viewSource(ref, row, index, where))
      }
    return sources
  }

  /** The source with which there are too many. */
  function surplus(found: readonly (Resolved | QueryProblem)[]): QueryProblem[] {
    let count = 0
    for (const [index, one] of found.entries()) {
      if ('reason' in one) continue
      count += readingsOf(one)
      if (count > QUERY_SOURCES_MAX) return [problem('tooManySources', index, one.name)]
    }
    return []
  }

  async function resolveQuery(query: Query, where: Where): Promise<Resolution<QueryContent>> {
    const found = await find(sourcesOf(query), where)
    const { problems, sources } = apart(found)
    const shapes = found.map((one) => ('reason' in one ? null : one.shape))
    const formulaLength = sources.reduce((sum, one) => sum + (one.kind === 'view' ? one.content.formulaLength : 0), 0)
    const checked = checkQuery(query, shapes, { isOverFiles: sources.some(readsFiles), formulaLength })
    const all = [...problems, ...surplus(found), ...checked.problems]
    const { problems: _, ...rest } = checked
    const asked = { query: askedBy(query, where.askerId), isPersonal: isPersonal(query, sources) }
    return { content: all.length ? null : { ...asked, sources, ...rest }, columns: rest.columns, problems: all }
  }

  async function resolveSql(sql: SqlQuery, where: Where): Promise<Resolution<SqlContent>> {
    const found = await find(sourcesOfView({ sql }), where)
    const { problems, sources } = apart(found)
    const names = sql.sources.map(({ name }) => name)
    const all = [...problems, ...surplus(found), ...sourceProblems(names)]
    if (all.length) return { content: null, columns: [], problems: all }
    const whole = { text: withoutEnd(sql.text), names, sources }
    const shape = await sqlShape(whole, where.readers[0]?.id ?? '')
    if ('problem' in shape) return { content: null, columns: [], problems: [shape.problem] }
    const content = { ...whole, ...shape, formulaLength: 0 as const, isPersonal: isPersonal(null, sources) }
    return { content, columns: shape.columns, problems: [] }
  }

  const resolve = (definition: ViewDefinition, where: Where): Promise<Resolution> =>
    'query' in definition ? resolveQuery(definition.query, where) : resolveSql(definition.sql, where)
  type From = { spaceId: string; reader: Reader }
  const from = ({ spaceId, reader }: From, ...through: string[]): Where => ({
    spaceId,
    askerId: reader.id,
    readers: [reader],
    isOnBehalf: false,
    through,
    known: new Map(),
  })
  return {
    resolve: (definition: ViewDefinition, { viewId, ...where }: From & { viewId?: string }) =>
      resolve(definition, from(where, ...(viewId ? [viewId] : []))),
    resolveQuery: (query: Query, where: From) => resolveQuery(query, from(where)),
    resolveView: (row: ViewRow, where: From) => ofView(row, from(where)),
    find: (ref: SourceRef, where: From) => find([ref], from(where)),
    resolveFrozen: (query: Query, reader: Reader, frozen: ReadonlyMap<string, FrozenSource>) =>
      resolveQuery(query, { ...from({ spaceId: '', reader }), frozen }),
    named: (refs: readonly SourceRef[], { spaceId, reader }: From) =>
      namesOfSources(db, spaceId, refs.map(idOf), reader),
  }
}
export type Resolving = ReturnType<typeof resolving>

const apart = (found: readonly (Resolved | QueryProblem)[]) => ({
  problems: found.filter((one): one is QueryProblem => 'reason' in one),
  sources: found.filter((one): one is Resolved => !('reason' in one)),
})
