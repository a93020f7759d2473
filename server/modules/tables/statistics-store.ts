import { type RawBuilder, sql } from 'kysely'
import type { CellType } from '#contract/tables/columns.ts'
import type { Question } from '#contract/tables/question.ts'
import type { ColumnStatistics } from '#contract/tables.ts'
import type { Db } from '#server/storage/database.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { cell, onWire, rowsOf } from './physical-store.ts'
import { type Columns, conditionOf, whereOf } from './question-store.ts'
import { breaksRules, isEmptyCell } from './rule-store.ts'

/** Intervals of a histogram, and values that are told as the most frequent (our choice). */
const INTERVALS = 20
const FREQUENT = 10

const none = sql`null::text`
/** The steps of a histogram between the least and the greatest value, by type. */
const steps: Partial<Record<CellType, RawBuilder<unknown>>> = {
  number: sql`(greatest - least) / ${sql.lit(INTERVALS)}`,
  date: sql`ceil((greatest - least + 1) / ${sql.lit(INTERVALS)}::numeric)`,
  datetime: sql`extract(epoch from greatest - least)::numeric / ${sql.lit(INTERVALS)}`,
}
/** How far a value is from the least one, in the unit of the steps. */
const distances: Partial<Record<CellType, RawBuilder<unknown>>> = {
  number: sql`v - least`,
  date: sql`(v - least)::numeric`,
  datetime: sql`extract(epoch from v - least)::numeric`,
}
/** The value at a distance from the least one. */
function valueAt(type: CellType, distance: RawBuilder<unknown>): RawBuilder<unknown> {
  if (type === 'number') return sql`trim_scale(least + ${distance})::text`
  if (type === 'date') return sql`(least + (${distance})::int)::text`
  return sql`${onWire(type, sql`(least + make_interval(secs => (${distance})::float8))`)}`
}

/** Equal intervals with the number of values in each; the last one holds the greatest value too. */
function histogramOf(type: CellType): RawBuilder<unknown> {
  const [step, distance] = [steps[type], distances[type]]
  if (!step || !distance) return sql`'[]'::jsonb`
  const last = type === 'date' ? sql`floor((greatest - least) / step)::int` : sql.lit(INTERVALS - 1)
  return sql`(
    select coalesce(jsonb_agg(jsonb_build_object('from', ${valueAt(type, sql`n * step`)}, 'to', ${valueAt(type, sql`(n + 1) * step`)},
      'count', coalesce(c.count, 0)) order by n), '[]'::jsonb)
    from (select least, greatest, ${step} as step from total where least is not null) as s,
      lateral generate_series(0, case when step = 0 then 0 else ${last} end) as n
      left join lateral (
        select b.count from (
          select case when s.step = 0 then 0 else least(floor((${distance}) / s.step)::int, ${last}) end as bin, count(*) as count
          from filled group by 1) as b where b.bin = n) as c on true)`
}

const medianOf = sql`(
  select trim_scale(avg(v))::text from (
    select v from filled order by v limit 2 - (select n from total) % 2 offset greatest(((select n from total) - 1) / 2, 0)) as middle)`

/** Statistics of a column over the rows of a question. */
export async function columnStatistics(
  db: Db,
  tableId: string,
  { columns, column, question }: { columns: Columns; column: ColumnRow; question: Question },
): Promise<ColumnStatistics> {
  const { type, physical, rules } = column
  const isOrdered = type in steps
  const isNumber = type === 'number'
  const value = sql`v`
  const one = type === 'choices' ? 'choice' : type
  const unique = rules.isUnique ? sql`(not is_empty and count(*) over (partition by v) > 1)` : sql`false`
  const sorted = type === 'text' || type === 'choice' ? sql`v collate natural_order` : value
  const edge = (name: 'min' | 'max') =>
    isOrdered || type === 'text' || type === 'choice' ? sql`${sql.raw(name)}(${sorted})` : none
  const numeric = (part: RawBuilder<unknown>) => (isNumber ? sql`trim_scale(${part})::text` : none)
  const { rows } = await sql<ColumnStatistics>`
    with given as materialized (
      select v, ${isEmptyCell(type, value)} as is_empty, ${breaksRules(column, value)} as is_broken
      from (select ${cell(physical)} as v from ${rowsOf(tableId)} t ${whereOf(conditionOf(columns, question))}) as cells
    ), judged as (
      select count(*) as rows, count(*) filter (where is_empty) as missing, count(*) filter (where is_broken or is_twice) as broken
      from (select is_empty, is_broken, ${unique} as is_twice from given) as one
    ), filled as (
      select ${type === 'choices' ? sql`unnest(v)` : value} as v from given where not is_empty
    ), total as (
      select count(*) as n, count(distinct v) as distinct, ${edge('min')} as least, ${edge('max')} as greatest,
        ${numeric(sql`sum(v)`)} as sum, ${numeric(sql`avg(v)`)} as mean, ${numeric(sql`stddev_samp(v)`)} as deviation
      from filled
    ), often as (
      select v, count(*) as count from filled group by v order by count(*) desc, v limit ${FREQUENT}
    )
    select j.rows, j.missing, j.broken, t.distinct, ${isOrdered ? onWire(type, sql`t.least`) : sql`t.least`} as least,
      ${isOrdered ? onWire(type, sql`t.greatest`) : sql`t.greatest`} as greatest, t.sum, t.mean, t.deviation,
      ${isNumber ? medianOf : none} as median, ${histogramOf(type)} as histogram,
      (select coalesce(jsonb_agg(jsonb_build_object('value', ${onWire(one, value)}, 'count', count) order by count desc, v), '[]'::jsonb)
       from often) as frequent
    from judged j, total t`.execute(db)
  const [found] = rows
  if (!found) throw new Error('statistics without a row')
  return found
}
