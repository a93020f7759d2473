import { type RawBuilder, sql } from 'kysely'
import type { FileRecord } from '#contract/files.ts'
import { decodeCursor, encodeCursor, part } from '#server/storage/cursor.ts'
import type { Db } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import { type NodeRow, nodeColumns, recordOf } from './records.ts'
import { type Chain, pathOf } from './tree.ts'

/** Hits that lie in the trash are left out after the look-up, so a round may yield less than a page; then another. */
const ROUNDS_MAX = 20

type Query = { spaceId: string; folder: Chain; q: string; after?: string; size: number }
type Hit = NodeRow & { chain: { id: string; name: string; trash_id: string | null; parent_id: string | null }[] }

/** Names of a space that are looked through one by one before the index is asked. */
const WALK = 2000

/**
 * Candidates in id order. A common word fills a page within the first names; the index of character pairs would fetch
 * every one of its hits first. A rare word is found by the index; one letter has no pair and is always walked.
 */
async function candidates(db: Db, query: Query, after: string | null): Promise<Hit[]> {
  const { spaceId, q, size } = query
  const own = sql`n.space_id = ${spaceId}::uuid ${after ? sql`and n.id > ${after}::uuid` : sql``}`
  const fits = sql`n.trash_id is null and n.parent_id is not null and n.name ilike ${`%${literal(q)}%`}`
  const hasPair = [...q].length > 1
  const near = hasPair
    ? await hitsOf(
        db,
        sql`select * from (select * from node n where ${own} order by n.id limit ${WALK}) n where ${fits}`,
        size,
      )
    : []
  if (near.length > size) return near
  const pairs = hasPair ? sql`and grams(n.name) @> grams(${q})` : sql``
  return hitsOf(db, sql`select * from node n where ${own} ${pairs} and ${fits}`, size)
}

/** The first nodes by id, one more than a page, each with the folders above it (the root first). */
async function hitsOf(db: Db, nodes: RawBuilder<unknown>, size: number): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    select ${nodeColumns}, above.chain from (${nodes} order by n.id limit ${size + 1}) n join person p on p.id = n.author_id
    cross join lateral (
      with recursive up as (
        select f.id, f.name, f.trash_id, f.parent_id, 1 as depth from node f where f.id = n.parent_id
        union all
        select f.id, f.name, f.trash_id, f.parent_id, up.depth + 1 from up join node f on f.id = up.parent_id
      ) select json_agg(json_build_object('id', id, 'name', name, 'trash_id', trash_id, 'parent_id', parent_id) order by depth desc) as chain from up
    ) above order by n.id`.execute(db)
  return rows
}

const isLive = (hit: Hit) => hit.chain.every((link) => link.trash_id === null)

/** Live files and folders below `folder` whose name holds `q`, page by page. */
export async function searchNames(db: Db, query: Query): Promise<{ list: FileRecord[]; next?: string }> {
  const below = query.folder.at(-1)?.id
  const list: FileRecord[] = []
  let after = query.after ? decodeCursor(query.after, part.id) : null
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const hits = await candidates(db, query, after)
    const page = hits.slice(0, query.size)
    for (const hit of page) {
      after = hit.id
      if (!isLive(hit) || !hit.chain.some((link) => link.id === below)) continue
      list.push(recordOf(hit, pathOf(hit.chain)))
      if (list.length === query.size) return { list, next: encodeCursor(after) }
    }
    if (hits.length <= query.size) return { list }
  }
  return { list, ...(after && { next: encodeCursor(after) }) }
}
