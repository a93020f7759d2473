import { type RawBuilder, sql } from 'kysely'
import { TABLE_ROWS_A_PAGE } from '#contract/core/limits.ts'
import type { Condition, Filter, Question, Row, Sort } from '#contract/tables/question.ts'
import { Failure } from '#server/failure.ts'
import { type Db, type Tx, transact } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import type { ColumnRow } from './catalogue-store.ts'
import { comparison } from './comparison-store.ts'
import { cell, onWire, rowsOf, whereOf } from './physical-store.ts'
import { type Anchor, FAR_DOWN } from './positions.ts'
import { withPattern } from './rewrite-store.ts'
import { cellsOf } from './row-store.ts'
import { isBroken } from './rule-store.ts'
import { holding } from './search-store.ts'

export type Columns = ReadonlyMap<number, ColumnRow>
export const byId = (columns: readonly ColumnRow[]): Columns => new Map(columns.map((column) => [column.id, column]))

/** Throws tableColumnGone. */
export function columnIn(columns: Columns, id: number): ColumnRow {
  const column = columns.get(id)
  if (!column) throw new Failure('tableColumnGone')
  return column
}

/** Throws tableCellInvalid. */
function comparisonIn(column: ColumnRow, { operator, values }: Condition): RawBuilder<unknown> {
  const { name, type, physical, table_id: tableId } = column
  if (operator !== 'broken') return comparison({ name, type, value: cell(physical) }, { operator, values })
  if (values.length) throw new Failure('tableCellInvalid', { values: { column: name, value: operator } })
  return isBroken(tableId, column)
}

function ofGroups(columns: Columns, filter: Filter): RawBuilder<unknown>[] {
  return filter.map(({ match, conditions }) => {
    const parts = conditions.map((one) => comparisonIn(columnIn(columns, one.column), one))
    return sql`(${sql.join(parts, match === 'all' ? sql` and ` : sql` or `)})`
  })
}

type Searched = Pick<Question, 'filter' | 'q'> & { paired?: ReadonlySet<number> | undefined }

/**
 * The condition of the rows `t` of a question; null: every row. `paired` are physical columns with an index of the pairs
 * of characters in their cells. Throws tableColumnGone, tableCellInvalid.
 */
export function conditionOf(columns: Columns, { filter, q, paired }: Searched): RawBuilder<unknown> | null {
  const parts = ofGroups(columns, filter)
  if (q) parts.push(holding([...columns.values()], q, paired))
  return parts.length ? sql.join(parts, sql` and `) : null
}
/** How long what reads the rows of a question waits for patterns (our choice). */
export const ASKING_SECONDS = 5
/** Whether a question asks which cells match a pattern that people wrote. Throws tableColumnGone. */
export const judgesPattern = (columns: Columns, { filter }: Pick<Question, 'filter'>): boolean =>
  filter.some(({ conditions }) =>
    conditions.some(({ column, operator }) => operator === 'broken' && columnIn(columns, column).rules.pattern),
  )
/** Runs what concerns the rows `t` of a question (null: all), for a limited time when it judges by a pattern. */
export function inScope<T>(
  tx: Tx,
  columns: Columns,
  scope: Question | null,
  run: (where: RawBuilder<unknown> | null) => Promise<T>,
): Promise<T> {
  const where = scope && conditionOf(columns, scope)
  return scope && judgesPattern(columns, scope) ? withPattern(tx, () => run(where)) : run(where)
}
/** Reads the rows of a question, for a limited time when it judges by a pattern. Throws tableColumnGone, tablePatternSlow. */
export const askInTime = async <T>(
  db: Db,
  columns: Columns,
  question: Pick<Question, 'filter'>,
  read: (db: Db) => Promise<T>,
): Promise<T> =>
  judgesPattern(columns, question) ? transact(db, (tx) => withPattern(tx, () => read(tx), ASKING_SECONDS)) : read(db)

/** The order by one column: empty cells last. */
export function sortedBy({ type, physical }: ColumnRow, order: Sort[number]['order']): RawBuilder<unknown> {
  const isText = type === 'text' || type === 'choice'
  const direction = order === 'asc' ? sql`asc nulls last` : sql`desc nulls last`
  return sql`${cell(physical)} ${isText ? sql`collate natural_order ` : sql``}${direction}`
}

/** The order of the rows `t`: empty cells last, and the order that people see between equal ones. */
export function orderOf(columns: Columns, sort: Sort): RawBuilder<unknown> {
  const parts = sort.map(({ column, order }) => sortedBy(columnIn(columns, column), order))
  return sql.join([...parts, sql`t.ord`, sql`t.id`])
}

/** `from` is a row whose position in the order that people see is known. */
type Part = {
  shown: readonly ColumnRow[]
  first: number
  count: number
  from: Anchor | null
  paired?: Searched['paired']
}

/** Maximum number of visible rows that a page near a known row skips. */
const NEAR_ROWS = FAR_DOWN + TABLE_ROWS_A_PAGE
/** A number that the planner does not look at, so that it plans a statement once. */
const unplanned = (value: number): RawBuilder<unknown> => sql`(select ${value}::bigint)`

/** The ids of a page. Near a known row the planner knows the maximum number of rows, so it uses the index. */
function idsOf(tableId: string, columns: Columns, { first, count, from, ...question }: Question & Part) {
  const order = orderOf(columns, question.sort)
  const condition = from
    ? sql`(t.ord, t.id) >= (${from.ord}::numeric, ${from.id}::bigint)`
    : conditionOf(columns, question)
  const skipped = first - (from?.position ?? 0)
  const ids = sql`select t.ord, t.id from ${rowsOf(tableId)} t ${whereOf(condition)} order by ${order}`
  const isNear = (from || !condition) && !question.sort.length && skipped + count <= NEAR_ROWS
  if (!isNear) return sql`select id from (${ids} offset ${skipped} limit ${count}) as t`
  return sql`select id from (${ids} limit ${sql.lit(NEAR_ROWS)}) as t
    order by t.ord, t.id offset ${unplanned(skipped)} limit ${unplanned(count)}`
}

/** Rows of a question from a position, `id` and `cells`; ids first, so that skipped rows are not read whole. */
function pageOf(tableId: string, columns: Columns, part: Question & Part): RawBuilder<Row> {
  const values = part.shown.map(({ type, physical }) => onWire(type, cell(physical)))
  return sql<Row>`
    select t.id, ${cellsOf(values)} as cells from ${rowsOf(tableId)} t
    where t.id = any(array(${idsOf(tableId, columns, part)})) order by ${orderOf(columns, part.sort)}`
}

/** The ids of the files or people of a space whose names contain a text, among those that `names` tells. */
export function idsNamed(spaceId: string, type: 'file' | 'person', q: string): RawBuilder<unknown> {
  const holds = sql`name ilike ${`%${literal(q)}%`}`
  return type === 'file'
    ? sql`select id from node where space_id = ${spaceId}::uuid and trash_id is null and ${holds}`
    : sql`select id from person where ${holds}
        and exists (select 1 from member m where m.person_id = person.id and m.space_id = ${spaceId}::uuid)`
}

export const sqlQuestions = (db: Db) => ({
  async rows(tableId: string, columns: Columns, part: Question & Part): Promise<Row[]> {
    const { rows } = await pageOf(tableId, columns, part).execute(db)
    return rows
  },

  /** Every row of the order that people see whose position is a multiple of `every`, but the first. */
  async anchors(tableId: string, every: number): Promise<Anchor[]> {
    const { rows } = await sql<Anchor>`
      select n - 1 as position, ord, id from (
        select ord, id, row_number() over (order by ord, id) as n from ${rowsOf(tableId)}) as t
      where n % ${every} = 1 and n > 1 order by n`.execute(db)
    return rows
  },

  async count(tableId: string, columns: Columns, question: Searched): Promise<number> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${rowsOf(tableId)} t ${whereOf(conditionOf(columns, question))}`.execute(db)
    return rows[0]?.count ?? 0
  },

  /** Why cells of rows have no value: by row, the reasons by column. */
  async errors(
    tableId: string,
    errors: ReadonlyMap<number, { error: string }>,
    ids: readonly number[],
  ): Promise<Map<number, NonNullable<Row['errors']>>> {
    const pairs = [...errors].map(([id, { error }]) => sql`(${sql.lit(String(id))}, ${sql.raw(error)})`)
    const { rows } = await sql<{ id: number; errors: Record<string, string> }>`
      select t.id, e.errors from ${rowsOf(tableId)} t, lateral (
        select jsonb_object_agg(name, error) as errors from (values ${sql.join(pairs)}) as v (name, error)
        where error is not null) as e
      where t.id = any(${[...ids]}::bigint[]) and e.errors is not null`.execute(db)
    return new Map(rows.map(({ id, errors: found }) => [id, found]))
  },

  /** Names of the people, and of the files of a space that are not in the trash, by id. */
  async names(spaceId: string, { files, people }: { files: readonly string[]; people: readonly string[] }) {
    if (!files.length && !people.length) return {}
    const { rows } = await sql<{ id: string; name: string }>`
      select id::text, name from node
      where space_id = ${spaceId}::uuid and id = any(${[...files]}::uuid[]) and trash_id is null
      union all select p.id::text, p.name from person p where p.id = any(${[...people]}::uuid[])
        and exists (select 1 from member m where m.person_id = p.id and m.space_id = ${spaceId}::uuid)`.execute(db)
    return Object.fromEntries(rows.map(({ id, name }) => [id, name]))
  },
  /** Whether a person may look up who is in a space, and what is in it. */
  async isMember(spaceId: string, personId: string): Promise<boolean> {
    const { rows } = await sql<{ found: boolean }>`
      select exists (select 1 from member where person_id = ${personId}::uuid and space_id = ${spaceId}::uuid) as found`.execute(
      db,
    )
    return rows[0]?.found ?? false
  },
})
export type Questions = ReturnType<typeof sqlQuestions>
