import { type RawBuilder, sql } from 'kysely'
import { QUERY_SECONDS } from '#contract/core/limits.ts'
import type { JoinReport } from '#contract/queries/answer.ts'
import type { Look } from '#contract/queries/query.ts'
import type { Cell, CellType } from '#contract/tables/columns.ts'
import { Failure } from '#server/failure.ts'
import { cellsOf, onWire } from '#server/modules/tables/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'
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
function refusalOf(error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === '57014') return new Failure('queryTooLong', { cause: error })
  if (code.startsWith('22')) {
    const reason = error instanceof Error ? error.message : ''
    return new Failure('queryFailed', { values: { reason }, cause: error })
  }
  if (code === '53200' || code === '54001') return new Failure('queryTooLarge', { cause: error })
  return error
}

/** Runs statements that only read, all at one moment, for at most the time of a query. */
async function reading<T>(db: Db, run: (tx: Tx) => Promise<T>): Promise<T> {
  try {
    return await db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(async (tx) => {
        // Versions before 16 have no such setting, and no such plans.
        await sql`select set_config('statement_timeout', ${`${QUERY_SECONDS}s`}, true),
          (select set_config(name, 'off', true) from pg_settings where name = 'enable_presorted_aggregate')`.execute(tx)
        return run(tx)
      })
  } catch (error) {
    throw refusalOf(error)
  }
}

/** Queries that the database answers. */
export const sqlDatabase = (db: Db, dialect: Dialect) => ({
  rows: (relation: Relation, { first, count, isCounted, ...look }: Part) =>
    reading(db, async (tx) => {
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
    }),

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
