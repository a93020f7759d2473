import { type RawBuilder, sql } from 'kysely'
import { QUERY_EXPORT_SECONDS, QUERY_SECONDS, TABLE_ROWS_A_PAGE } from '#contract/core/limits.ts'
import type { JoinReport } from '#contract/queries/answer.ts'
import type { Look } from '#contract/queries/query.ts'
import { keyOfSource } from '#contract/queries/query.ts'
import type { Cell } from '#contract/tables/columns.ts'
import { Failure } from '#server/failure.ts'
import { textOf } from '#server/http/texts.ts'
import type { TableSnapshots } from '#server/modules/tables/index.ts'
import type { FileSources } from '#server/query-engine/files.ts'
import {
  type EngineColumn,
  type EngineValue,
  type NamedSource,
  OURS,
  type QueryEngine,
  type RowOrder,
} from '#server/query-engine/index.ts'
import { askingProgress } from '#server/storage/asking.ts'
import type { Db } from '#server/storage/database.ts'
import type { Leaves } from './compile-store.ts'
import type { Resolved } from './content.ts'
import { type AllRows, joinReport, looking, type Part } from './database-store.ts'
import { engine as dialect } from './dialects-store.ts'
import { signalHere } from './files.ts'
import type { Relation } from './relation-store.ts'
import { type SqlText, sqlParts } from './sql-parts-store.ts'

type Leaf = Exclude<Resolved, { kind: 'view' }>
type Needs = {
  db: Db
  engine: QueryEngine
  files: FileSources
  snapshots: Pick<TableSnapshots, 'withTable' | 'isCopied'>
}
/** A query of relations that are read by the engine. */
export type Answering = {
  leaves: Leaves
  rows: (relation: Relation, part: Part) => Promise<{ rows: Cell[][]; matching: number | null }>
  all: (relation: Relation, look: Look) => AllRows
  join: (left: Relation, right: Relation, on: readonly [left: number, right: number][]) => Promise<JoinReport>
  describe: (content: SqlText) => Promise<{ columns: EngineColumn[]; order: RowOrder }>
}
const nameOfSource = (at: number) => `${OURS}s${at}`

/** How a leaf is read from a source: tables have their columns by physical numbers, files by their names. */
function leafRows(leaf: Leaf, name: string): ReturnType<Leaves['rowsOf']> {
  const from = sql.id(name)
  const columns =
    leaf.kind === 'table'
      ? leaf.source.columns.map(({ physical }) => sql.raw(`c${physical}`))
      : leaf.data.columns.map(({ key }) => sql.id(key))
  const values = columns.map((value, index) => sql`${value} as ${sql.raw(`c${index + 1}`)}`)
  const place = leaf.kind === 'table' ? sql`ord as r1` : sql`row_number() over () as r1`
  return { select: sql`select ${sql.join([...values, place])} from ${from}`, ties: ['r1'] }
}

/** A decimal without trailing zeros, which the database does not write either. */
const trimmed = (cell: Cell): Cell =>
  typeof cell === 'string' && /^-?\d+\.\d*0$/.test(cell) ? cell.replace(/\.?0+$/, '') : cell

const tooManyDigits = () => {
  const reason = (language: 'zh' | 'en') => textOf(language, 'dataViews.engine.tooManyDigits')
  return new Failure('queryFailed', { values: { reason: { zh: reason('zh'), en: reason('en') } } })
}

/** The sizes of the numbers of each column; those with exponents are doubles. */
async function sizesOf(
  { columns }: Relation,
  ask: (sizes: RawBuilder<unknown>) => Promise<Cell[][]>,
): ReturnType<AllRows['sizes']> {
  const numbers = columns.flatMap(({ type }, index) => (type === 'number' ? [index] : []))
  if (!numbers.length) return []
  const measured = numbers.flatMap((index) => {
    const text = sql`cast(${sql.raw(`v.c${index + 1}`)} as varchar)`
    return [
      sql`coalesce(max(length(ltrim(split_part(${text}, '.', 1), '-'))), 1)`,
      sql`coalesce(max(length(rtrim(split_part(${text}, '.', 2), '0'))), 0)`,
      sql`count_if(not regexp_full_match(${text}, '-?[0-9]+([.][0-9]+)?'))`,
    ]
  })
  const [sizes = []] = await ask(sql.join(measured))
  return columns.map((_, index) => {
    const at = numbers.indexOf(index) * 3
    if (at < 0) return undefined
    const [digits = 1, decimals = 0, others = 0] = sizes.slice(at, at + 3).map(Number)
    return others ? 'double' : { digits, decimals }
  })
}

/** Queries that the engine answers, over files and copies of tables. */
export function engineQueries({ db, engine, files, snapshots }: Needs) {
  /** Runs work with all leaves as sources; null if the engine does not have the current version of a table. */
  async function withSources<T>(
    leaves: readonly Leaf[],
    how: { personId: string; isAwaited: boolean; signal: AbortSignal },
    run: (sources: NamedSource[]) => Promise<T>,
    before: NamedSource[] = [],
  ): Promise<T | null> {
    const [leaf, ...others] = leaves
    if (!leaf) return run(before)
    const name = nameOfSource(before.length)
    const next = (source: Omit<NamedSource, 'name'>) => withSources(others, how, run, [...before, { ...source, name }])
    if (leaf.kind === 'table')
      return snapshots.withTable(leaf.source.table.id, { isAwaited: how.isAwaited }, async (copy) =>
        copy ? next(copy.source) : null,
      )
    const { personId, signal } = how
    return files.withFiles(leaf.data.files, { personId, secondsMax: QUERY_SECONDS, signal }, (source) => next(source))
  }

  function answering(
    leaves: readonly Leaf[],
    sources: NamedSource[],
    personId: string,
    signal: AbortSignal,
  ): Answering {
    const places = leaves.map(({ ref }) => keyOfSource(ref))
    const parts = sqlParts((leaf) => leafRows(leaf, nameOfSource(places.indexOf(keyOfSource(leaf.ref)))))
    const wishOf = (query: RawBuilder<unknown>, secondsMax = QUERY_SECONDS) => {
      const { sql: text, parameters } = query.compile(db)
      const values = [...parameters] as EngineValue[]
      return {
        personId,
        secondsMax,
        signal,
        onProgress: askingProgress(),
        people: parts.people,
        sql: text,
        values,
        sources,
      }
    }
    const run = (query: RawBuilder<unknown>, rowsMax: number) => engine.run({ ...wishOf(query), rowsMax })
    const ask = async (query: RawBuilder<unknown>, rowsMax: number) =>
      (await run(query, rowsMax)).rows.map((row) => row.map(trimmed))
    const count = async (relation: Relation, where: RawBuilder<unknown>) => {
      const counted = sql`${parts.before()}select count(*) as n from (${relation.select}) as v${where}`
      return Number((await ask(counted, 1))[0]?.[0] ?? 0)
    }
    return {
      leaves: parts.leaves,
      async describe(content) {
        const select = parts.textOver(content)
        const { columns, orders } = await run(sql`${parts.before()}select * from (${select}) as v limit 0`, 0)
        return { columns, order: orders.at(-1) ?? 'none' }
      },
      async rows(relation, { first, count: most, isCounted, ...look }) {
        const { where, orderBy } = looking(relation, look, dialect)
        const columns = relation.columns.map((_, index) => sql.raw(`v.c${index + 1}`))
        const rows = await ask(
          sql`${parts.before()}select ${sql.join(columns)} from (${relation.select}) as v${where}${orderBy}
            limit ${sql.lit(most)} offset ${sql.lit(first)}`,
          TABLE_ROWS_A_PAGE,
        )
        if (!isCounted) return { rows, matching: null }
        const isWhole = first === 0 && rows.length < most
        return { rows, matching: isWhole ? rows.length : await count(relation, where) }
      },
      all(relation, look) {
        const { where, orderBy } = looking(relation, look, dialect)
        const from = sql`from (${relation.select}) as v${where}`
        const columns = relation.columns.map((_, index) => sql.raw(`v.c${index + 1}`))
        async function* pieces() {
          const query = sql`${parts.before()}select ${sql.join(columns)} ${from}${orderBy}`
          for await (const { rows } of engine.stream(wishOf(query, QUERY_EXPORT_SECONDS)))
            yield rows.map((row) => row.map(trimmed))
        }
        return {
          sizes: () => sizesOf(relation, (sizes) => ask(sql`${parts.before()}select ${sizes} ${from}`, 1)),
          pieces,
        }
      },
      async join(left, right, on) {
        const [row = []] = await ask(joinReport(left, right, on, parts.parts), 1)
        const [l = 0, r = 0, leftAlone = 0, rightAlone = 0, leftMost = 0, rightMost = 0, rows = 0] = row.map(Number)
        return { left: l, right: r, leftAlone, rightAlone, leftMost, rightMost, rows }
      },
    }
  }

  return {
    /** Runs work over the sources of a query. Throws queryFailed if a table contains numbers that it can't hold. */
    async over<T>(leaves: readonly Leaf[], personId: string, run: (answers: Answering) => Promise<T>): Promise<T> {
      const signal = signalHere()
      const answer = await withSources(leaves, { personId, isAwaited: true, signal }, async (sources) => ({
        answer: await run(answering(leaves, sources, personId, signal)),
      }))
      if (!answer) throw tooManyDigits()
      return answer.answer
    },
    /** Whether all tables are copied as they are now. */
    async areCopied(leaves: readonly Leaf[]): Promise<boolean> {
      for (const leaf of leaves)
        if (leaf.kind === 'table' && !(await snapshots.isCopied(leaf.source.table.id))) return false
      return true
    },
    /** The same over tables that are copied already; null when one is not. */
    async overCopies<T>(leaves: readonly Leaf[], personId: string, run: (answers: Answering) => Promise<T>) {
      const signal = signalHere()
      return withSources(leaves, { personId, isAwaited: false, signal }, async (sources) => ({
        answer: await run(answering(leaves, sources, personId, signal)),
      }))
    },
  }
}
export type EngineQueries = ReturnType<typeof engineQueries>
