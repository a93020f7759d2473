import { type RawBuilder, sql } from 'kysely'
import { QUERY_EXPORT_SECONDS, QUERY_SECONDS } from '#contract/core/limits.ts'
import type { JoinReport } from '#contract/queries/answer.ts'
import type { Look } from '#contract/queries/query.ts'
import type { Cell, CellType } from '#contract/tables/columns.ts'
import { Failure } from '#server/failure.ts'
import { cellsOf, onWire } from '#server/modules/tables/index.ts'
import { askedBy, askingSignal } from '#server/storage/asking.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { WrittenColumn } from '#server/table-files/write/columns.ts'
import type { Dialect } from './dialects-store.ts'
import { conditionOf, orderBy, orderingOf, type Relation } from './relation-store.ts'

export type Part = Look & { first: number; count: number; isCounted: boolean }

/** A condition and an order of a look at the rows `v` of a relation. */
export function looking(relation: Relation, { filter, sort }: Look, dialect: Dialect) {
  const find = (key: string) => {
    const index = relation.columns.findIndex((column) => column.key === key)
    const column = relation.columns[index]
    return column && { ...column, value: sql.raw(`v.c${index + 1}`) }
  }
  const condition = conditionOf(filter, find, dialect)
  const order = [...orderingOf(sort, relation.columns), ...relation.order]
  return {
    where: condition ? sql` where ${condition}` : sql``,
    orderBy: orderBy('v', { order, ties: relation.ties }, dialect),
  }
}

/** Cells of a column on the wire; decimals without zeros at their end, which the engine does not know of. */
const wire = (type: CellType, name: string) =>
  onWire(type, type === 'number' ? sql`trim_scale(${sql.raw(name)}::numeric)` : sql.raw(name))

/** Refusals by the code of PostgreSQL's error. */
function refusalOf(error: unknown, seconds: number): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === '57014') return new Failure('queryTooLong', { values: { seconds }, cause: error })
  if (code.startsWith('22')) {
    const reason = error instanceof Error ? error.message : ''
    return new Failure('queryFailed', { values: { reason }, cause: error })
  }
  if (code === '53200' || code === '54001') return new Failure('queryTooLarge', { cause: error })
  return error
}

/** Runs read-only statements in one snapshot, each with a time limit, with or without parallel workers. */
async function reading<T>(
  db: Db,
  run: (tx: Tx) => Promise<T>,
  { seconds = QUERY_SECONDS, isAlone = false }: { seconds?: number; isAlone?: boolean } = {},
): Promise<T> {
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        // Versions before 16 have no such setting, and no such plans.
        await sql`select set_config('statement_timeout', ${`${seconds}s`}, true),
          (select set_config(name, 'off', true) from pg_settings where name = 'enable_presorted_aggregate')`.execute(tx)
        if (isAlone) await sql`set local max_parallel_workers_per_gather = 0`.execute(tx)
        return run(tx)
      })
  } catch (error) {
    throw refusalOf(error, seconds)
  }
}

/** All rows of a look, all of one moment, in pieces; the sizes of the numbers of each column. */
export type AllRows = {
  sizes: () => Promise<(WrittenColumn['size'] | undefined)[]>
  pieces: () => AsyncGenerator<Cell[][]>
}
/** Cells that are read at once. */
const CELLS_AT_ONCE = 20_000

async function* piecesOf(tx: Tx, relation: Relation, look: Look, dialect: Dialect): AsyncGenerator<Cell[][]> {
  const { where, orderBy: order } = looking(relation, look, dialect)
  const values = relation.columns.map(({ type }, index) => wire(type, `v.c${index + 1}`))
  const signal = askingSignal()
  const fetched = (count: number) => sql<{ cells: Cell[] }>`fetch ${sql.lit(count)} from exported`.execute(tx)
  await sql`declare exported no scroll cursor for
    select ${cellsOf(values)} as cells from (${relation.select}) as v${where}${order}`.execute(tx)
  const count = Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, values.length)))
  for (;;) {
    // The reader of the pieces may be another call than the one that started the query.
    const { rows } = await (signal ? askedBy(signal, () => fetched(count)) : fetched(count))
    if (!rows.length) return
    yield rows.map(({ cells }) => cells)
  }
}

async function sizesIn(tx: Tx, relation: Relation, look: Look, dialect: Dialect): ReturnType<AllRows['sizes']> {
  const { where } = looking(relation, look, dialect)
  const measured = relation.columns.map(({ type }, index) => {
    if (type !== 'number') return sql`null::jsonb`
    const value = sql`(${sql.raw(`v.c${index + 1}`)}::numeric)`
    return sql`case when bool_or(${value} in ('NaN', 'Infinity', '-Infinity')) then '"double"'::jsonb else
      jsonb_build_object('digits', coalesce(max(length(trunc(abs(${value}))::text)), 1),
        'decimals', coalesce(max(scale(trim_scale(${value}))), 0)) end`
  })
  const { rows } = await sql<{ sizes: (WrittenColumn['size'] | null)[] }>`
    select ${cellsOf(measured)} as sizes from (${relation.select}) as v${where}`.execute(tx)
  return (rows[0]?.sizes ?? []).map((size) => size ?? undefined)
}

/** Queries that the database answers. */
export const sqlDatabase = (db: Db, dialect: Dialect) => ({
  /** A part of the rows; `isAlone`: by one process of the database, because others have work to do. */
  rows: (relation: Relation, { first, count, isCounted, ...look }: Part, { isAlone = false } = {}) => {
    const read = async (tx: Tx) => {
      const { where, orderBy: order } = looking(relation, look, dialect)
      const values = relation.columns.map(({ type }, index) => wire(type, `v.c${index + 1}`))
      const { rows } = await sql<{ cells: Cell[] }>`
        select ${cellsOf(values)} as cells from (
          select * from (${relation.select}) as v${where}${order} offset ${first} limit ${count}) as v${order}`.execute(
        tx,
      )
      const cells = rows.map((row) => row.cells)
      if (!isCounted) return { rows: cells, matching: null }
      const isWhole = first === 0 && cells.length < count
      return { rows: cells, matching: isWhole ? cells.length : await countOf(tx, relation, where) }
    }
    return reading(db, read, { isAlone })
  },

  /** Runs work with all rows of a look. */
  all: <T>(relation: Relation, look: Look, run: (rows: AllRows) => Promise<T>): Promise<T> =>
    reading(
      db,
      (tx) =>
        run({
          sizes: () => sizesIn(tx, relation, look, dialect),
          pieces: () => piecesOf(tx, relation, look, dialect),
        }),
      { seconds: QUERY_EXPORT_SECONDS },
    ),

  /** How the rows of two sides of a join fit; `on` are the columns of the pairs, by their place on each side. */
  join: (left: Relation, right: Relation, on: readonly [left: number, right: number][]): Promise<JoinReport> =>
    reading(db, async (tx) => {
      const { rows } = await joinReport(left, right, on).execute(tx)
      const [report] = rows
      if (!report) throw new Error('no report')
      return report
    }),
})

async function countOf(tx: Tx, relation: Relation, where: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (${relation.select}) as v${where}`.execute(tx)
  return Number(rows[0]?.count ?? 0)
}

/** One row that tells how two sides fit, in a form that both dialects know; `before` are parts that both may name. */
export function joinReport(
  left: Relation,
  right: Relation,
  on: readonly [left: number, right: number][],
  before: readonly RawBuilder<unknown>[] = [],
) {
  const keys = (side: 0 | 1) => on.map((pair, at) => sql.raw(`c${pair[side] + 1} as k${at}`))
  const names = on.map((_, at) => sql.raw(`k${at}`))
  const counted = (relation: Relation, side: 0 | 1) => sql`
    select ${sql.join(names)}, count(*) as n from (select ${sql.join(keys(side))} from (${relation.select}) as v) as k
    group by ${sql.join(names)}`
  const pairs = on.map((_, at) => sql.raw(`l.k${at} = r.k${at}`))
  return sql<JoinReport>`
    with ${sql.join([
      ...before,
      sql`l as (${counted(left, 0)})`,
      sql`r as (${counted(right, 1)})`,
      sql`b as (select l.n as ln, r.n as rn from l full join r on ${sql.join(pairs, sql` and `)})`,
    ])}
    select coalesce(sum(ln), 0)::bigint as "left", coalesce(sum(rn), 0)::bigint as "right",
      coalesce(sum(ln) filter (where rn is null), 0)::bigint as "leftAlone",
      coalesce(sum(rn) filter (where ln is null), 0)::bigint as "rightAlone",
      coalesce(max(rn) filter (where ln is not null), 0)::bigint as "leftMost",
      coalesce(max(ln) filter (where rn is not null), 0)::bigint as "rightMost",
      coalesce(sum(ln * rn), 0)::bigint as "rows"
    from b`
}
