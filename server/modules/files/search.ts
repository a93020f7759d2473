import { sql } from 'kysely'
import { type Arm, highlightsIn, holdsEach, pairsOf, type SearchWay } from '#server/modules/search/index.ts'

function byName(typed: readonly string[]): Arm {
  const fits = holdsEach(sql`n.name`, typed, 'ilike')
  const pairs = pairsOf(typed)
  const hits =
    pairs && sql`select n.* from node n where space_keys(n.space_id, grams(n.name)) @> ${pairs} and ${fits} offset 0`
  return { name: 'name', fits, index: hits && { hits, nodes: hits } }
}

/** Search by names of files and folders, case-insensitive. */
export const nameWay: SearchWay = {
  place: 'name',
  arms: ({ words: { typed } }) => (typed.length ? [byName(typed)] : []),
  explain:
    async (_db, _items, { words }) =>
    ({ record: { name } }) => ({ piece: name, highlights: highlightsIn(name, words.folded) }),
}
