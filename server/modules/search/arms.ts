import { type RawBuilder, sql } from 'kysely'
import type { SearchPlace } from '#contract/search.ts'
import { literal } from '#server/storage/like.ts'
import type { Words } from './words.ts'

/**
 * One way to find nodes. In each statement `s` is a space that is looked into, with its queries of keys, and `n` a node
 * of it.
 */
export type Arm = {
  name: string
  place: SearchPlace
  /** Whether a node fits. */
  fits: RawBuilder<unknown>
  /** What of `s` fits by an index, and the nodes that this is of; null when none can help. */
  index: { hits: RawBuilder<unknown>; nodes: RawBuilder<unknown> } | null
}

const like = (word: string) => `%${literal(word)}%`
const all = (conditions: RawBuilder<unknown>[]) =>
  conditions.length ? sql`(${sql.join(conditions, sql` and `)})` : sql`true`
/** The pairs that words are looked up by in an index of pairs, prefixed with the space; a single character has none. */
function pairsOf(words: readonly string[]): RawBuilder<unknown> | null {
  const paired = words.filter((word) => [...word].length > 1)
  return paired.length
    ? sql`space_keys(s.id, ${sql.join(
        paired.map((word) => sql`grams(${word})`),
        sql` || `,
      )})`
    : null
}

function byName({ typed }: Words): Arm {
  const fits = all(typed.map((word) => sql`n.name ilike ${like(word)}`))
  const pairs = pairsOf(typed)
  const hits =
    pairs && sql`select n.* from node n where space_keys(n.space_id, grams(n.name)) @> ${pairs} and ${fits} offset 0`
  return { name: 'name', place: 'name', fits, index: hits && { hits, nodes: hits } }
}

function byMetadata({ folded }: Words): Arm {
  const holds = all(folded.map((word) => sql`f.words like ${like(word)}`))
  const fits = sql`exists (select 1 from node_metadata f where f.node_id = n.id and ${holds})`
  const pairs = pairsOf(folded)
  const hits =
    pairs &&
    sql`select f.node_id from node_metadata f where space_keys(f.space_id, grams(f.words)) @> ${pairs} and ${holds} offset 0`
  return { name: 'meta', place: 'meta', fits, index: hits && { hits, nodes: nodesOf(hits) } }
}

/** `name` is the column of `s` that holds the query of the keys. */
function byKeys(place: 'columns' | 'text', name: 'columns' | 'text' | 'beginning'): Arm {
  const query = sql.ref(`s.${name}`)
  const fits = sql`exists (select 1 from content_key k
    where k.space_id = n.space_id and k.sha256 = n.blob_sha256 and k.keys @@ ${query})`
  // Fenced, and without the space, which the keys name: else the planner reads all keys or nodes of the space beside.
  const hits = sql`select k.sha256 from content_key k where k.keys @@ ${query} offset 0`
  const nodes = sql`select n.* from (${hits}) k
    cross join lateral (select * from node n where n.blob_sha256 = k.sha256 offset 0) n`
  return { name, place, fits, index: { hits, nodes } }
}

/** Everything that has a tag. */
function byTag(tag: string): Arm {
  const hits = sql`select f.node_id from node_metadata f
    where space_keys(f.space_id, f.tags) @> space_keys(s.id, array[${tag}]) offset 0`
  return { name: 'tag', place: 'meta', fits: hasTag(tag), index: { hits, nodes: nodesOf(hits) } }
}
/** The nodes that metadata is about. */
const nodesOf = (hits: RawBuilder<unknown>) =>
  sql`select n.* from (${hits}) f cross join lateral (select * from node n where n.id = f.node_id offset 0) n`
export const hasTag = (tag: string): RawBuilder<unknown> =>
  sql`exists (select 1 from node_metadata f where f.node_id = n.id and ${tag} = any(f.tags))`

/** The ways to find what somebody looks for, in the order in which results are shown. */
export function armsFor(words: Words, places: readonly SearchPlace[], tag?: string): Arm[] {
  if (!words.typed.length) return tag ? [byTag(tag)] : []
  const hasKeys = words.wanted.length > 0
  const isLonger = words.beginning.some(({ isPrefix }, at) => isPrefix && !words.wanted[at]?.isPrefix)
  const arms: [arm: Arm, isAsked: boolean][] = [
    [byName(words), places.includes('name')],
    [byKeys('columns', 'columns'), places.includes('columns') && hasKeys],
    [byMetadata(words), places.includes('meta')],
    [byKeys('text', 'text'), places.includes('text') && hasKeys],
    // The word may still be being typed; a look at all keys that begin so takes longer and comes last.
    [byKeys('text', 'beginning'), places.includes('text') && isLonger],
  ]
  return arms.filter(([, isAsked]) => isAsked).map(([arm]) => arm)
}
