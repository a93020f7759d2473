import { type RawBuilder, sql } from 'kysely'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { search } from '#contract/search.ts'
import { hasTag } from '#server/modules/metadata/index.ts'
import { queryOf } from '#server/modules/renditions/index.ts'
import type { Db } from '#server/storage/database.ts'
import type { Arm } from './way.ts'
import type { Words } from './words.ts'

/** The words and the spaces of a search; `not`: conditions of earlier arms, whose hits are not repeated. */
export type Look = {
  spaceIds: readonly string[]
  words: Words
  filters: RawBuilder<unknown>
  arm: Arm
  not: readonly Arm[]
}
type Filters = Pick<
  ParsedOf<typeof search.find>,
  'kind' | 'suffixes' | 'minSize' | 'maxSize' | 'from' | 'to' | 'authorId' | 'tag'
>

/** Conditions on a node `n` besides the words. Folders have no suffix, and the size of everything below them. */
export function filtersOf({ kind, suffixes, minSize, maxSize, from, to, authorId, tag }: Filters): RawBuilder<unknown> {
  const low = suffixes?.map((suffix) => suffix.toLowerCase())
  const given = [
    sql`n.trash_id is null and n.parent_id is not null`,
    kind && sql`n.is_folder = ${kind === 'folder'}`,
    low?.length && sql`n.suffix = any(${low}::text[]) and not n.is_folder`,
    minSize !== undefined && sql`n.size >= ${minSize}`,
    maxSize !== undefined && sql`n.size <= ${maxSize}`,
    from && sql`n.updated_at >= ${from}::timestamptz`,
    to && sql`n.updated_at < ${to}::timestamptz`,
    authorId && sql`n.author_id = ${authorId}::uuid`,
    tag && hasTag(tag),
  ]
  return sql.join(
    given.filter((one) => typeof one === 'object'),
    sql` and `,
  )
}

/** A space and the node before which its search continues; null: from the newest. */
export type Place = { spaceId: string; after: string | null }

/** Sorts after every id. */
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The spaces `s` with their key queries; an empty query finds nothing. */
function spacesOf({ words }: Look, places: readonly Place[]): RawBuilder<unknown> {
  const queries = (kind: 't' | 'c', wanted: Words['wanted']) =>
    places.map(({ spaceId }) => queryOf(spaceId, kind, wanted))
  return sql`s as materialized (
    select id, before, text::tsquery, columns::tsquery, beginning::tsquery
    from unnest(${places.map(({ spaceId }) => spaceId)}::uuid[], ${places.map(({ after }) => after ?? LAST)}::uuid[],
      ${queries('t', words.wanted)}::text[], ${queries('c', words.wanted)}::text[], ${queries('t', words.beginning)}::text[])
      as s(id, before, text, columns, beginning))`
}
const unless = (not: readonly Arm[]) => sql.join([sql`true`, ...not.map(({ fits }) => sql`not ${fits}`)], sql` and `)

/** Result of walking one space: matching nodes, newest first, and the number of checked ones. */
export type Walk = {
  space_id: string
  ids: string[]
  seen: number
  /** Nodes with the words: of all checked nodes in a sample, else of those that pass the filters. */
  fitting: number
  /** The last checked node. */
  lowest: string
}

/** Checks the newest `each` nodes of every space; returns at most `most` of each. */
export async function walk(
  db: Db,
  look: Look,
  places: readonly Place[],
  { each, most, isSample }: { each: number; most: number; isSample: boolean },
): Promise<Walk[]> {
  const { arm, not, filters } = look
  const first = isSample ? sql`true` : sql`(${filters})`
  const { rows } = await sql<Walk>`
    with ${spacesOf(look, places)}, seen as materialized (
      select n.id, n.space_id, (${first} and ${arm.fits} and ${unless(not)}) as is_fitting, (${filters}) as is_wanted from s cross join lateral (
        select * from node n where n.space_id = s.id and n.id < s.before order by n.id desc limit ${each}) n
    )
    select space_id, count(*) as seen, count(*) filter (where is_fitting) as fitting, (array_agg(id order by id))[1] as lowest,
      coalesce((array_agg(id order by id desc) filter (where is_fitting and is_wanted))[1:${most}], '{}') as ids
    from seen group by space_id`.execute(db)
  return rows
}

/** The newest nodes found by an index. */
export async function lookUp(db: Db, look: Look, after: string | null, most: number): Promise<string[]> {
  const { arm, not, filters, spaceIds } = look
  if (!arm.index) return []
  const places = spaceIds.map((spaceId) => ({ spaceId, after }))
  const { rows } = await sql<{ id: string }>`
    with ${spacesOf(look, places)}
    select n.id from s cross join lateral (${arm.index.nodes}) n
    where n.space_id = s.id and n.id < s.before and ${filters} and ${unless(not)} order by n.id desc limit ${most}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Whether the index of an arm has at least so many hits; it reads no further. */
export async function reaches(db: Db, look: Look, count: number): Promise<boolean> {
  const { arm, spaceIds } = look
  if (!arm.index) return false
  const places = spaceIds.map((spaceId) => ({ spaceId, after: null }))
  const { rows } = await sql<{ count: number }>`
    with ${spacesOf(look, places)}
    select count(*) as count from (select from s cross join lateral (${arm.index.hits}) hit limit ${count}) hits`.execute(
    db,
  )
  return (rows[0]?.count ?? 0) >= count
}
