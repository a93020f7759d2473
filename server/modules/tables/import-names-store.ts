import { type RawBuilder, sql } from 'kysely'
import type { ColumnRow } from './catalogue-store.ts'
import type { Doing } from './doing.ts'
import { nameColumn, type Staged, stagingOf, type TakenOut, takeOut } from './import-store.ts'
import { columnName, isNamed } from './physical-store.ts'

const ID = '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'
/** What the texts of a staged column name: `v`, the id that it is of, and how many there are. */
const namesOf = ({ physical }: ColumnRow) => sql.raw(`import_names_${physical}`)
const textOf = (column: ColumnRow) => sql`btrim(s.${nameColumn(column)})`

/** Members by their name or email, as pairs of `v` and `id` for the texts `v` that are `wanted`. */
const peopleOf = (spaceId: string) => sql`
  select w.v, p.id from wanted w join person p on p.name = w.v join member m on m.person_id = p.id
  where m.space_id = ${spaceId}::uuid
  union select w.v, p.id from wanted w join person p on lower(p.email) = lower(w.v) join member m on m.person_id = p.id
  where m.space_id = ${spaceId}::uuid`
/**
 * Items that are not in the trash, by their name or, from the root of the space on, by their path; both in NFC, as
 * `name` of what is `wanted` is. Of many with one name two are told.
 */
const filesOf = (spaceId: string) => sql`
  select v, id from (
    with recursive walk as (
      select w.v, string_to_array(ltrim(w.name, '/'), '/') as names, s.root_id as id, 0 as depth
      from wanted w join space s on s.id = ${spaceId}::uuid where position('/' in w.v) > 0
      union all
      select w.v, w.names, n.id, w.depth + 1 from walk w cross join lateral (
        select id from node where parent_id = w.id and name = w.names[w.depth + 1] and trash_id is null offset 0
      ) n where w.depth < cardinality(w.names))
    select v, id from walk where depth = cardinality(names) and depth > 0
    union all
    select w.v, unnest(n.ids) from wanted w join (
      select name, array[min(id::text)::uuid, max(id::text)::uuid] as ids from node
      where space_id = ${spaceId}::uuid and trash_id is null and parent_id is not null
        and name in (select name from wanted) group by name
    ) n on n.name = w.name where position('/' in w.v) = 0) as found`

/** Notes what the texts of the staged columns of files and people name; an id names itself. */
export async function findNamed({ tx, table }: Doing, { taskId, columns }: Staged): Promise<void> {
  for (const column of columns.filter(isNamed)) {
    const found = column.type === 'file' ? filesOf(table.space_id) : peopleOf(table.space_id)
    await sql`
      create temp table ${namesOf(column)} on commit drop as
      with wanted as materialized (
        select v, normalize(v) as name from (
          select distinct ${textOf(column)} as v from ${stagingOf(taskId)} s) as texts where v <> ''
      ), found as (
        ${found} union select v, case when v ~* ${sql.lit(ID)} then v::uuid end from wanted where v ~* ${sql.lit(ID)}
      )
      select w.v, min(f.id::text)::uuid as id, count(f.id)::int as found
      from wanted w left join found f on f.v = w.v group by w.v`.execute(tx)
  }
}

/** Takes out staged rows in which a text names nothing, or several; at most so many at a time. */
export async function takeUnnamed(doing: Doing, staged: Staged, isSeveral: boolean, most: number): Promise<TakenOut[]> {
  const named = staged.columns.filter(isNamed)
  if (!named.length) return []
  const count = isSeveral ? sql`> 1` : sql`= 0`
  const each = named.map(
    (column): RawBuilder<unknown> => sql`case when exists (
      select 1 from ${namesOf(column)} f where f.v = ${textOf(column)} and f.found ${count}) then ${column.id}::int end`,
  )
  return takeOut(
    doing,
    staged,
    sql`select n, unfit from (
      select s.n, array_remove(array[${sql.join(each)}], null) as unfit from ${stagingOf(staged.taskId)} s) as judged
      where unfit <> '{}' limit ${most}`,
  )
}

/** The staged columns of files and people hold the ids of what their texts name. */
export async function putIds({ tx }: Doing, { taskId, columns }: Staged): Promise<void> {
  const named = columns.filter(isNamed)
  if (!named.length) return
  const values = named.map((column) => sql`${columnName(column.physical)} = ${namesOf(column)}.id`)
  const found = named.map((column) => sql`left join ${namesOf(column)} on ${namesOf(column)}.v = ${textOf(column)}`)
  await sql`
    update ${stagingOf(taskId)} target set ${sql.join(values)}
    from ${stagingOf(taskId)} s ${sql.join(found, sql` `)} where s.n = target.n`.execute(tx)
}
