import { type RawBuilder, sql } from 'kysely'
import type { CellType } from '#contract/tables/columns.ts'
import type { Question } from '#contract/tables/question.ts'
import type { ColumnStatistics } from '#contract/tables.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { cell, onWire, rowsOf, whereOf } from './physical-store.ts'
import { type Columns, conditionOf } from './question-store.ts'
import { breaksRules, isEmptyCell } from './rule-store.ts'

/** Intervals of a histogram, and number of most frequent values (our choice). */
const INTERVALS = 20
const FREQUENT = 10

const none = sql`null::text`
/** The steps of a histogram between the least and the greatest value, by type. */
const steps: Partial<Record<CellType, RawBuilder<unknown>>> = {
  number: sql`(greatest - least) / ${sql.lit(INTERVALS)}`,
  date: sql`ceil((greatest - least + 1) / ${sql.lit(INTERVALS)}::numeric)`,
  datetime: sql`extract(epoch from greatest - least)::numeric / ${sql.lit(INTERVALS)}`,
}
/** The number of the interval of a value, counted from 0; the greatest value is one beyond. */
const intervals: Partial<Record<CellType, RawBuilder<unknown>>> = {
  number: sql`width_bucket(v, least, greatest, ${sql.lit(INTERVALS)}) - 1`,
  date: sql`floor((v - least) / step)::int`,
  datetime: sql`floor(extract(epoch from v - least)::float8 / step::float8)::int`,
}
/** The value at a distance from the least one. */
function valueAt(type: CellType, distance: RawBuilder<unknown>): RawBuilder<unknown> {
  if (type === 'number') return sql`trim_scale(least + ${distance})::text`
  if (type === 'date') return sql`(least + (${distance})::int)::text`
  return sql`${onWire(type, sql`(least + make_interval(secs => (${distance})::float8))`)}`
}

/** The number of the last interval of a histogram; `step` is its width. */
const lastOf = (type: CellType) =>
  sql`(case when step = 0 then 0 else ${type === 'date' ? sql`floor((greatest - least) / step)::int` : sql.lit(INTERVALS - 1)} end)`
/** How many values are in each interval; the last one holds the greatest value too. */
function binsOf(type: CellType): RawBuilder<unknown> {
  const interval = intervals[type]
  if (!interval) return sql`select null::int as bin, null::bigint as count where false`
  return sql`
    select case when step = 0 then 0 else least(${interval}, ${lastOf(type)}) end as bin, sum(n)::bigint as count
    from filled, total group by 1`
}
/** Equal intervals with the number of values in each. */
function histogramOf(type: CellType): RawBuilder<unknown> {
  if (!steps[type]) return sql`'[]'::jsonb`
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('from', ${valueAt(type, sql`i * step`)}, 'to', ${valueAt(type, sql`(i + 1) * step`)},
      'count', coalesce(c.count, 0)) order by i), '[]'::jsonb)
    from total, generate_series(0, ${lastOf(type)}) as i left join bins c on c.bin = i where least is not null)`
}

/** The mean of the two values in the middle; of an odd number of values they are the same one. */
const medianOf = sql`(
  select trim_scale(avg(w.v))::text
  from total, lateral (values (div(total.given + 1, 2)), (div(total.given, 2) + 1)) as middle (place)
    join (select v, n, sum(n) over (order by v) as upto from filled) as w on place > w.upto - w.n and place <= w.upto
  where total.given > 0)`
const deviationOf = sql`case when given > 1 then trim_scale(sqrt((given * squares - t.total * t.total) / (given * (given - 1)))) end`

type Asked = {
  columns: Columns
  column: ColumnRow
  question: Question
  /** Why a cell of the row `t` has no value, in SQL; null for a column without a formula. */
  error: string | null
}

/** Statistics of a column over the rows of a question. */
export async function columnStatistics(
  db: Db | Tx,
  tableId: string,
  { columns, column, question, error }: Asked,
): Promise<ColumnStatistics> {
  const { type, physical, rules } = column
  const isOrdered = type in steps
  const isNumber = type === 'number'
  const isText = type === 'text' || type === 'choice'
  const value = sql`v`
  const one = type === 'choices' ? 'choice' : type
  const twice = rules.isUnique ? sql`n > 1` : sql`false`
  const sorted = isText ? sql`v collate natural_order` : value
  const edge = (name: 'min' | 'max') => (isOrdered || isText ? sql`${sql.raw(name)}(${sorted})` : none)
  const filled =
    type === 'choices'
      ? sql`select term as v, sum(n) as n from groups, unnest(v) as term group by term`
      : sql`select v, n from groups where not is_empty`
  const wire = (edge: RawBuilder<unknown>) => (isOrdered ? onWire(type, edge) : edge)
  // Of a missing value the result is missing, too: that is no error.
  const isFailed = error === null ? sql`false` : sql`coalesce((${sql.raw(error)}) not like 'missing:%', false)`
  const numeric = (part: RawBuilder<unknown>) => (isNumber ? sql`(${part})::text` : none)
  const { rows } = await sql<ColumnStatistics>`
    with cells as (
      select ${cell(physical)} as v, ${isFailed} as is_failed from ${rowsOf(tableId)} t ${whereOf(conditionOf(columns, question))}
    ), groups as materialized (
      select v, n, failed, ${isEmptyCell(type, value)} as is_empty
      from (select v, count(*) as n, count(*) filter (where is_failed) as failed from cells group by v) as grouped
    ), judged as (
      select coalesce(sum(n), 0)::bigint as rows, coalesce(sum(n - failed) filter (where is_empty), 0)::bigint as missing,
        coalesce(sum(failed), 0)::bigint as failed,
        coalesce(sum(n) filter (where ${breaksRules(column, value)} or (not is_empty and ${twice})), 0)::bigint as broken
      from groups
    ), filled as not materialized (
      ${filled}
    ), summed as (
      select count(*) as distinct, coalesce(sum(n), 0)::numeric as given, ${edge('min')} as least, ${edge('max')} as greatest,
        ${isNumber ? sql`sum(v * n) as total, sum(v * v * n) as squares` : sql`null as total, null as squares`}
      from filled
    ), total as (
      select *, ${steps[type] ?? sql`0`} as step from summed
    ), bins as (
      ${binsOf(type)}
    ), often as (
      select v, n from filled order by n desc, v limit ${FREQUENT}
    )
    select j.rows, j.missing, j.failed, j.broken, t.distinct, ${wire(sql`t.least`)} as least, ${wire(sql`t.greatest`)} as greatest,
      ${numeric(sql`trim_scale(t.total)`)} as sum, ${numeric(sql`case when given > 0 then trim_scale(t.total / given) end`)} as mean,
      ${numeric(sql`${deviationOf}`)} as deviation, ${isNumber ? medianOf : none} as median, ${histogramOf(type)} as histogram,
      (select coalesce(jsonb_agg(jsonb_build_object('value', ${onWire(one, value)}, 'count', n) order by n desc, v), '[]'::jsonb)
       from often) as frequent
    from judged j, total t`.execute(db)
  const [found] = rows
  if (!found) throw new Error('statistics without a row')
  return found
}
