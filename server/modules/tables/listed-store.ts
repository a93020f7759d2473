import { type RawBuilder, sql } from 'kysely'
import { TABLE_VALUES_LISTED } from '#contract/core/limits.ts'
import type { CellType } from '#contract/tables/columns.ts'
import type { Listing, RowGroups } from '#contract/tables/looks.ts'
import type { Question } from '#contract/tables/question.ts'
import type { Db } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import type { ColumnRow, TableRow } from './catalogue-store.ts'
import { asText, cell, onWire, rowsOf, whereOf } from './physical-store.ts'
import { type Columns, conditionOf, idsNamed } from './question-store.ts'
import { shownOf } from './rule-store.ts'

type Asked = { columns: Columns; question: Question; column: ColumnRow; listing: Listing }

/** What a cell is listed as, and the type of that: moments by their days, a choice of several terms by each. */
function listedAs(column: ColumnRow, { zone }: Listing): { type: CellType; value: RawBuilder<unknown> } {
  const { type, format } = column
  if (type === 'choices') return { type: 'choice', value: sql`term` }
  if (type !== 'datetime') return { type, value: shownOf(column) }
  const at =
    format.offsetMinutes === undefined ? sql`${zone}::text` : sql`make_interval(mins => ${format.offsetMinutes})`
  return { type: 'date', value: sql`(${shownOf(column)} at time zone ${at})::date` }
}

/** The values of a column in the rows of a question. Throws tableColumnGone, tableCellInvalid. */
export async function valuesListed(
  db: Db,
  { id, space_id: spaceId }: Pick<TableRow, 'id' | 'space_id'>,
  { columns, question, column, listing }: Asked,
): Promise<Omit<RowGroups, 'names'>> {
  const { type, value } = listedAs(column, listing)
  const isText = type === 'text' || type === 'choice'
  const terms = column.type === 'choices' ? sql`left join unnest(${cell(column.physical)}) as term on true` : sql``
  // Terms are compared exactly, other texts regardless of case.
  const folded = isText && column.type !== 'choices'
  const told = folded
    ? sql`select min(v collate "C") as v, sum(n)::bigint as n from cells group by lower(v)`
    : sql`select v, n from cells`
  const found =
    type === 'file' || type === 'person'
      ? sql`v in (${idsNamed(spaceId, type, listing.q)})`
      : sql`${asText(type, sql`v`)} ilike ${`%${literal(listing.q)}%`}`
  // The text that is sought is that of a group, such as 1.50 for 1.50 and 1.5, so groups are made first.
  const { rows } = await sql<RowGroups['groups'][number] & { values: number }>`
    with cells as materialized (
      select ${value} as v, count(*) as n from ${rowsOf(id)} t ${terms} ${whereOf(conditionOf(columns, question))} group by 1
    ), told as (${told})
    select ${onWire(type, sql`v`)} as value, n as count, '[]'::jsonb as aggregates, count(*) over () as values
    from told ${listing.q ? sql`where ${found}` : sql``}
    order by v is null desc, n desc, ${isText ? sql`v collate natural_order` : sql`v`}
    limit ${TABLE_VALUES_LISTED}`.execute(db)
  const groups = rows.map(({ values: _, ...group }) => group)
  return { groups, more: (rows[0]?.values ?? 0) - rows.length }
}
