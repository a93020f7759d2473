import { TABLE_TEXT_MAX } from '#contract/core/limits.ts'
import type { AnswerPage, JoinReport } from '#contract/queries/answer.ts'
import { type AnswerFilter, isGrouped, type Look } from '#contract/queries/query.ts'
import type { Cell, CellType } from '#contract/tables/columns.ts'
import { fairQueue } from '#server/concurrency/fair-queue.ts'
import { Failure } from '#server/failure.ts'
import { COPY_ROWS, type Questions } from '#server/modules/tables/index.ts'
import { answerCache } from './answer-cache.ts'
import { compile, inDatabase, type Leaves, relationOfSource } from './compile-store.ts'
import {
  type Content,
  hasFormulas,
  leavesOf,
  needsEngine,
  type QueryContent,
  type Resolved,
  statesOf,
} from './content.ts'
import type { AllRows, Part, sqlDatabase } from './database-store.ts'
import { database } from './dialects-store.ts'
import type { Answering, EngineQueries } from './engine-store.ts'
import { signalHere } from './files.ts'

type Needs = {
  store: ReturnType<typeof sqlDatabase>
  engine: EngineQueries
  questions: Pick<Questions, 'names' | 'isMember'>
  now: () => Date
}
type Answered = Pick<AnswerPage, 'rows' | 'matching' | 'answeredBy' | 'isCached'>
type Computed = Omit<Answered, 'isCached'>
/** `isBoard`: the conditions are those of a board, and not made up by the person. */
type Asked = { spaceId: string; personId: string; isBoard?: boolean }

/** A cell as far as one is shown: SQL may make longer texts than a cell keeps. */
const shownCell = (cell: Cell): Cell =>
  typeof cell === 'string' && cell.length > TABLE_TEXT_MAX
    ? `${cell.slice(0, TABLE_TEXT_MAX - 1).toWellFormed()}…`
    : cell

/** Maximum number of file and person ids whose names a page includes, for each kind (our choice). */
const NAMES_MAX = 5000
/** Queries that the database answers at a time, those of one person, and those of one person that wait (our choice). */
const AT_ONCE = 4
const OF_ONE_MAX = 2
const WAITING_MAX = 20
/** Summaries of many rows that the database computes at a time, and those of one person, while copies are made. */
const SUMMARIES_AT_ONCE = 2
const SUMMARIES_OF_ONE_MAX = 1

/** Whether copies should be used: the query aggregates more than a few rows. */
function isHeavy(content: Content): boolean {
  const rows = leavesOf(content).reduce(
    (sum, leaf) => sum + (leaf.kind === 'table' ? leaf.source.table.row_count : 0),
    0,
  )
  return 'query' in content && isGrouped(content.query) && rows >= COPY_ROWS && !hasFormulas(content)
}

/** The values of conditions on fields of a type. */
const valuesIn =
  (filter: AnswerFilter, typeOf: (key: string) => CellType | undefined) =>
  (type: CellType): Cell[] =>
    filter.flatMap(({ conditions }) =>
      conditions.flatMap(({ field, values }) => (typeOf(field) === type ? values : [])),
    )

/** Answers what was resolved: files by the engine, tables by the database, unless copies of big ones are there. */
export function answering({ store, engine, questions, now }: Needs) {
  const here: Leaves = inDatabase(database)
  const take = fairQueue(AT_ONCE, WAITING_MAX, OF_ONE_MAX)

  /** Has the database answer when it is this person’s turn: other calls need its connections, too. Throws busy. */
  async function inTurn<T>(personId: string, run: () => Promise<T>): Promise<T> {
    const leave = await take(personId, signalHere())
    try {
      return await run()
    } finally {
      leave()
    }
  }

  const takeSummary = fairQueue(SUMMARIES_AT_ONCE, WAITING_MAX, SUMMARIES_OF_ONE_MAX)
  /**
   * Answers a summary of many rows over copies. While these are made, the database answers one after the other, and who
   * waits for it takes the copies as soon as they are there. Throws busy.
   */
  async function summary<T>(
    leaves: ReturnType<typeof leavesOf>,
    personId: string,
    by: { engine: (found: Answering) => Promise<T>; database: () => Promise<T> },
  ): Promise<T> {
    const copied = await engine.overCopies(leaves, personId, by.engine)
    if (copied) return copied.answer
    const leave = await takeSummary(personId, signalHere())
    try {
      if (!(await engine.areCopied(leaves))) return await by.database()
    } finally {
      leave()
    }
    return (await engine.overCopies(leaves, personId, by.engine))?.answer ?? by.database()
  }

  const cache = answerCache()

  async function rowsOf(content: Content, part: Part, personId: string): Promise<Answered> {
    const key = cache.keyOf(content, part)
    const known = key === null ? undefined : cache.find(key)
    if (known) return { ...known, isCached: true }
    const answer = await computed(content, part, personId)
    if (key !== null) cache.keep(key, answer)
    return { ...answer, isCached: false }
  }

  async function computed(content: Content, part: Part, personId: string): Promise<Computed> {
    const { rows, ...answer } = await wholly(content, part, personId)
    return { ...answer, rows: rows.map((row) => row.map(shownCell)) }
  }

  async function wholly(content: Content, part: Part, personId: string): Promise<Computed> {
    const leaves = leavesOf(content)
    const ofEngine = async (found: Answering): Promise<Computed> => ({
      ...(await found.rows(compile(content, found.leaves), part)),
      answeredBy: 'engine',
    })
    const isAlone = isHeavy(content)
    const ofDatabase = async (): Promise<Computed> => ({
      ...(await inTurn(personId, () => store.rows(compile(content, here), part, { isAlone }))),
      answeredBy: 'database',
    })
    if (needsEngine(content)) return engine.over(leaves, personId, ofEngine)
    return isAlone ? summary(leaves, personId, { engine: ofEngine, database: ofDatabase }) : ofDatabase()
  }

  /** Runs work with all rows of a look. Throws what reading a page does, but busy. */
  async function all<T>(
    content: Content,
    look: Look,
    personId: string,
    run: (rows: AllRows) => Promise<T>,
  ): Promise<T> {
    const leaves = leavesOf(content)
    const ofEngine = (found: Answering) => run(found.all(compile(content, found.leaves), look))
    if (needsEngine(content)) return engine.over(leaves, personId, ofEngine)
    const copied = isHeavy(content) ? await engine.overCopies(leaves, personId, ofEngine) : null
    return copied ? copied.answer : store.all(compile(content, here), look, run)
  }

  /**
   * Names of the files and people in a page, and in the conditions that its rows meet: who is not in the space can put
   * any id there, and learns no name by it.
   */
  async function namesIn(asking: Asked, content: Content, { filter }: Look, rows: AnswerPage['rows']) {
    const { spaceId, personId, isBoard } = asking
    const { columns } = content
    const types = 'query' in content ? content.types : new Map<string, CellType>()
    const asked = 'query' in content ? valuesIn(content.query.filter, (key) => types.get(key)) : () => []
    const looked = valuesIn(filter, (key) => columns.find((column) => column.key === key)?.type)
    const said = { file: [...asked('file'), ...looked('file')], person: [...asked('person'), ...looked('person')] }
    const isSaid = said.file.length + said.person.length > 0
    const isTold = isSaid && (isBoard || (await questions.isMember(spaceId, personId)))
    const ids = (type: 'file' | 'person') => {
      const places = columns.flatMap((column, at) => (column.type === type ? [at] : []))
      const all = [...rows.flatMap((row) => places.map((at) => row[at])), ...(isTold ? said[type] : [])]
      return [...new Set(all.filter((one): one is string => typeof one === 'string'))].slice(0, NAMES_MAX)
    }
    return questions.names(spaceId, { files: ids('file'), people: ids('person') })
  }

  async function page(asked: Asked, content: Content, part: Part): Promise<AnswerPage> {
    const answer = await rowsOf(content, part, asked.personId)
    const names = await namesIn(asked, content, part, answer.rows)
    const { columns, isPersonal } = content
    return { ...answer, isPersonal, columns, names, sources: statesOf(content), at: now().toISOString() }
  }

  /** The match statistics of a join of a query; later joins are ignored. Throws queryInvalid. */
  async function join({ personId }: Asked, content: QueryContent, at: number): Promise<JoinReport> {
    const join = content.query.joins[at]
    const source = content.sources[at + 1]
    if (!join || !source) throw new Failure('queryInvalid', { values: { reason: String(at) } })
    const pairs = join.on.map(
      ({ right }, index) => [index, source.shape.findIndex(({ key }) => key === right)] as [number, number],
    )
    const by = (leaves: Leaves, report: typeof store.join) =>
      report(relationBefore(content, at, leaves), relationOfSource(source, leaves), pairs)
    if (!needsEngine(content)) return inTurn(personId, () => by(here, store.join))
    return engine.over(leavesOf(content), personId, (found) => by(found.leaves, found.join))
  }

  /** How many rows a source has; null when counting would be a query. */
  function count(source: Resolved): number | null {
    if (source.kind === 'table') return source.source.table.row_count
    return source.kind === 'file' ? source.data.rows : null
  }
  return { page, all, join, count }
}

/** The rows before a join, with the left columns of its pairs as c1, c2, … */
function relationBefore(content: QueryContent, at: number, leaves: Leaves) {
  const { query, sources } = content
  const fields = (query.joins[at]?.on ?? []).map(({ left }, index) => ({
    key: `k${index}`,
    name: `k${index}`,
    from: { kind: 'column' as const, ...left },
    isHidden: false,
  }))
  const plain = { fields, filter: [], groups: [], measures: [], sort: [], limit: null }
  const cut = { ...query, ...plain, joins: query.joins.slice(0, at) }
  const kept = sources.slice(0, at + 1)
  const columns = fields.map(({ key, name, from }) => {
    const column = kept[from.source]?.shape.find((one) => one.key === from.column)
    return { key, name, description: '', unit: '', type: column?.type ?? ('text' as const), format: {} }
  })
  const types = new Map(columns.map(({ key, type }) => [key, type]))
  return compile({ query: cut, sources: kept, types, formulas: new Map(), columns, isPersonal: false }, leaves)
}
