import type { AnswerPage, JoinReport } from '#contract/queries/answer.ts'
import { Failure } from '#server/failure.ts'
import type { Questions } from '#server/modules/tables/question-store.ts'
import { compile, inDatabase, type Leaves, relationOfSource } from './compile-store.ts'
import type { Part, sqlDatabase } from './database-store.ts'
import { database } from './dialects-store.ts'
import { type Content, needsEngine, type Resolved, statesOf } from './resolving.ts'

type Needs = {
  store: ReturnType<typeof sqlDatabase>
  questions: Pick<Questions, 'names'>
  now: () => Date
}
type Answered = Pick<AnswerPage, 'rows' | 'matching' | 'answeredBy'>

/** Ids of files and people whose names a page tells, of each at most so many (our choice). */
const NAMES_MAX = 5000

/** Answers what was resolved. */
export function answering({ store, questions, now }: Needs) {
  const leaves: Leaves = inDatabase(database)

  async function rowsOf(content: Content, part: Part): Promise<Answered> {
    if (needsEngine(content)) throw new Failure('queryFailed', { values: { reason: '' } })
    return { ...(await store.rows(compile(content, leaves), part)), answeredBy: 'database' }
  }

  /** Names of the files and people in a page. */
  async function namesIn(spaceId: string, { columns }: Content, rows: AnswerPage['rows']) {
    const ids = (type: 'file' | 'person') => {
      const places = columns.flatMap((column, at) => (column.type === type ? [at] : []))
      const all = rows.flatMap((row) => places.map((at) => row[at]))
      return [...new Set(all.filter((one): one is string => typeof one === 'string'))].slice(0, NAMES_MAX)
    }
    return questions.names(spaceId, { files: ids('file'), people: ids('person') })
  }

  async function page(spaceId: string, content: Content, part: Part): Promise<AnswerPage> {
    const answer = await rowsOf(content, part)
    const names = await namesIn(spaceId, content, answer.rows)
    return { ...answer, columns: content.columns, names, sources: statesOf(content), at: now().toISOString() }
  }

  /** How the rows of a join of a query fit; joins behind it are not looked at. */
  async function join(content: Content, at: number): Promise<JoinReport> {
    if (content.kind === 'sql' || needsEngine(content)) throw new Failure('queryFailed', { values: { reason: '' } })
    const { query } = content
    const join = query.joins[at]
    const source = content.sources[at + 1]
    if (!join || !source) throw new Failure('queryInvalid', { values: { reason: String(at) } })
    const before = relationBefore(content, at, leaves)
    const pairs = join.on.map(
      ({ right }, index) => [index, source.shape.findIndex(({ key }) => key === right)] as [number, number],
    )
    return store.join(before, relationOfSource(source, leaves), pairs)
  }

  const count = async (source: Resolved): Promise<number | null> => {
    if (source.kind === 'table') return source.source.table.row_count
    return null
  }
  return { page, join, count }
}

/** What stands before a join, with the left columns of its pairs as c1, c2, … */
function relationBefore(content: Extract<Content, { kind: 'query' }>, at: number, leaves: Leaves) {
  const { query, sources, types } = content
  const on = query.joins[at]?.on ?? []
  const fields = on.map(({ left }, index) => ({
    key: `k${index}`,
    name: `k${index}`,
    from: { kind: 'column' as const, ...left },
    isHidden: false,
  }))
  const cut = {
    ...query,
    joins: query.joins.slice(0, at),
    fields,
    filter: [],
    groups: [],
    measures: [],
    sort: [],
    limit: null,
  }
  const kept = sources.slice(0, at + 1)
  const columns = fields.map(({ key, name, from }) => {
    const column = kept[from.source]?.shape.find((one) => one.key === from.column)
    return {
      key,
      name,
      description: '',
      unit: '',
      type: column?.type ?? types.get(key) ?? ('text' as const),
      format: {},
    }
  })
  const known = new Map(columns.map(({ key, type }) => [key, type]))
  return compile({ ...content, query: cut, sources: kept, types: known, formulas: new Map(), columns }, leaves)
}
