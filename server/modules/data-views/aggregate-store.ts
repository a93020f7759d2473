import { type RawBuilder, sql } from 'kysely'
import type { Group, Measure, Query } from '#contract/queries/query.ts'
import type { CellType } from '#contract/tables/columns.ts'
import type { Dialect } from './dialects-store.ts'

type Value = { type: CellType; value: RawBuilder<unknown> }
type FindField = (key: string) => Value | undefined

/** The field of a group or a measure; that it is there was checked. */
function known(field: FindField, key: string): Value {
  const found = field(key)
  if (!found) throw new Error(`no field ${key}`)
  return found
}

/** The value that rows of a group share. */
function groupValue({ field: key, time, width }: Group, field: FindField, dialect: Dialect): RawBuilder<unknown> {
  const { type, value } = known(field, key)
  if (width && type === 'number') return dialect.floored(value, width)
  if (!time) return value
  const unit = sql.lit(time)
  if (type === 'date') return sql`date_trunc(${unit}, ${value}::timestamp)::date`
  const span = sql`date_trunc(${unit}, ${dialect.clock(value)})`
  return time === 'hour' ? dialect.moment(span) : sql`${span}::date`
}

const fraction = (percent: number) => sql.lit(percent / 100)

/** The aggregate of a group; means, medians, deviations and shares are doubles with 15 digits, all others are exact. */
function measureValue(measure: Measure, field: FindField, { plain, rounded }: Dialect): RawBuilder<unknown> {
  const { aggregate, field: key, percent, by } = measure
  const part = (of: RawBuilder<unknown>, whole: RawBuilder<unknown>) =>
    rounded(sql`(${of}::double precision / nullif(${whole}::double precision, 0))`)
  const share = (of: RawBuilder<unknown>) => part(of, sql`sum(${of}) over ()`)
  if (key === null) return aggregate === 'share' ? share(sql`count(*)`) : sql`count(*)`
  const { type, value } = known(field, key)
  const double = sql`${value}::double precision`
  const compared = type === 'text' || type === 'choice' ? plain(value) : value
  const at = (share: number) => rounded(sql`percentile_cont(${fraction(share)}) within group (order by ${double})`)
  const forms: Record<Measure['aggregate'], () => RawBuilder<unknown>> = {
    count: () => sql`count(${value})`,
    distinct: () => sql`count(distinct ${value})`,
    sum: () => sql`sum(${value})`,
    mean: () => rounded(sql`(sum(${value})::double precision / nullif(count(${value}), 0))`),
    median: () => at(50),
    percentile: () => at(percent ?? 50),
    deviation: () => rounded(sql`stddev_samp(${double})`),
    least: () => sql`min(${compared})`,
    greatest: () => sql`max(${compared})`,
    ratio: () =>
      by === undefined
        ? part(sql`count(case when ${value} then 1 end)`, sql`count(${value})`)
        : part(sql`sum(${value})`, sql`sum(${known(field, by).value})`),
    share: () => share(sql`sum(${value})`),
  }
  return forms[aggregate]()
}

/** The groups of rows with their measures: c1, c2, … in the order of the answer. */
export function grouped(
  { groups, measures }: Pick<Query, 'groups' | 'measures'>,
  { rows, field }: { rows: RawBuilder<unknown>; field: FindField },
  dialect: Dialect,
): RawBuilder<unknown> {
  const values = [
    ...groups.map((group) => groupValue(group, field, dialect)),
    ...measures.map((measure) => measureValue(measure, field, dialect)),
  ]
  const columns = values.map((value, index) => sql`${value} as ${sql.raw(`c${index + 1}`)}`)
  const places = groups.map((_, index) => sql.lit(index + 1))
  return sql`select ${sql.join(columns)} from ${rows}${places.length ? sql` group by ${sql.join(places)}` : sql``}`
}
