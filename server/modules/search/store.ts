import { type RawBuilder, sql } from 'kysely'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { search } from '#contract/search.ts'
import { queryOf } from '#server/modules/renditions/index.ts'
import type { Db } from '#server/storage/database.ts'
import { type Arm, hasTag } from './arms.ts'
import { PIECE, type Words } from './words.ts'

/** What is looked for in which spaces; `not`: what earlier arms found is not told again. */
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

/** All that is asked of a node `n` besides the words. Folders have no suffix, and the size of all below them. */
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

/** A space, and the node before which the search goes on in it; null from the newest. */
export type Place = { spaceId: string; after: string | null }

/** Sorts after every id. */
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** The spaces `s` with the queries of their keys; a query of nothing finds nothing. */
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

/** What a walk through one space met: nodes that fit, newest first, and how many were looked at. */
export type Walk = {
  space_id: string
  ids: string[]
  seen: number
  /** How many had the words: in a sample whatever the filters say, else of those that they leave. */
  fitting: number
  /** The last node that was looked at. */
  lowest: string
}

/** Looks at the newest nodes of spaces one by one, `each` of a space; answers `most` of each. */
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

/** The newest nodes that an index finds. */
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

/** Whether the index of an arm has so many hits; it is asked no further than that. */
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

/**
 * The texts that hold all of some words, around the first of them. Keys are single words and pairs: only a look at the
 * text tells whether they stand together as they were asked for.
 */
export async function textPieces(
  db: Db,
  sha256s: readonly string[],
  words: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ sha256: string; piece: string }>`
    select encode(t.sha256, 'hex') as sha256,
      case when w.first > ${PIECE.before} + 1 then '…' else '' end
        || substr(t.text, greatest(1, w.first - ${PIECE.before}), ${PIECE.length}) as piece
    from content_text t cross join lateral (select lower(t.text) as low offset 0) l
    cross join lateral (select min(strpos(l.low, word)) as first from unnest(${[...words]}::text[]) as word) w
    where t.sha256 in (select decode(h, 'hex') from unnest(${[...new Set(sha256s)]}::text[]) as h) and w.first > 0`.execute(
    db,
  )
  return new Map(rows.map(({ sha256, piece }) => [sha256, piece]))
}

/** Headings of tables. */
export async function columnsOf(db: Db, sha256s: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ sha256: string; columns: string[] }>`
    select encode(sha256, 'hex') as sha256, columns from content_text
    where sha256 in (select decode(h, 'hex') from unnest(${[...new Set(sha256s)]}::text[]) as h)`.execute(db)
  return new Map(rows.map(({ sha256, columns }) => [sha256, columns]))
}

/** What is said of items, one line each: metadata, tags, the note. */
export async function metadataLinesOf(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ node_id: string; meta: { key: string; value: string }[]; tags: string[]; note: string }>`
    select node_id, meta, tags, note from node_metadata where node_id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(
    rows.map(({ node_id, meta, tags, note }) => [
      node_id,
      [...meta.map(({ key, value }) => `${key}: ${value}`), ...(tags.length ? [tags.join(', ')] : []), note],
    ]),
  )
}
