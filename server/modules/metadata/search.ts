import { type RawBuilder, sql } from 'kysely'
import { type Arm, around, highlightsIn, holdsEach, pairsOf, type SearchWay } from '#server/modules/search/index.ts'
import { hasTag, linesOf } from './store.ts'

/** The nodes to which metadata rows belong. */
const nodesOf = (hits: RawBuilder<unknown>) =>
  sql`select n.* from (${hits}) f cross join lateral (select * from node n where n.id = f.node_id offset 0) n`

function byMetadata(folded: readonly string[]): Arm {
  const holds = holdsEach(sql`f.words`, folded, 'like')
  const fits = sql`exists (select 1 from node_metadata f where f.node_id = n.id and ${holds})`
  const pairs = pairsOf(folded)
  const hits =
    pairs &&
    sql`select f.node_id from node_metadata f where space_keys(f.space_id, grams(f.words)) @> ${pairs} and ${holds} offset 0`
  return { name: 'meta', fits, index: hits && { hits, nodes: nodesOf(hits) } }
}

/** Every item with this tag. */
function byTag(tag: string): Arm {
  const hits = sql`select f.node_id from node_metadata f
    where space_keys(f.space_id, f.tags) @> space_keys(s.id, array[${tag}]) offset 0`
  return { name: 'tag', fits: hasTag(tag), index: { hits, nodes: nodesOf(hits) } }
}

/** Search in metadata, tags and notes; only by a tag when there is no word. */
export const metadataWay: SearchWay = {
  place: 'meta',
  arms({ words: { typed, folded }, tag }) {
    if (typed.length) return [byMetadata(folded)]
    return tag ? [byTag(tag)] : []
  },
  async explain(db, items, { words, tag }) {
    const lines = await linesOf(
      db,
      items.map(({ record }) => record.hash),
    )
    const looked = words.folded.length ? words.folded : [tag?.toLowerCase() ?? '']
    return ({ record: { hash } }) =>
      around((lines.get(hash) ?? []).find((line) => highlightsIn(line, looked).length) ?? '', looked)
  },
}
