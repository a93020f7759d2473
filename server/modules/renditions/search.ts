import { sql } from 'kysely'
import { type Arm, around, highlightsIn, PIECE, type SearchWay, type Sought } from '#server/modules/search/index.ts'
import type { Db } from '#server/storage/database.ts'

/** `query` is the column of `s` with the key query. */
function byKeys(query: 'columns' | 'text' | 'beginning'): Arm {
  const wanted = sql.ref(`s.${query}`)
  const fits = sql`exists (select 1 from content_key k
    where k.space_id = n.space_id and k.sha256 = n.blob_sha256 and k.keys @@ ${wanted})`
  // `offset 0` keeps the planner from joining early and reading all keys or nodes of the space; keys name their space.
  const hits = sql`select k.sha256 from content_key k where k.keys @@ ${wanted} offset 0`
  const nodes = sql`select n.* from (${hits}) k
    cross join lateral (select * from node n where n.blob_sha256 = k.sha256 offset 0) n`
  return { name: query, fits, index: { hits, nodes } }
}

const sha256sOf = (items: Parameters<SearchWay['explain']>[1]) => items.flatMap(({ record }) => record.sha256 ?? [])

/** Search by column headings of tables. */
export const columnsWay: SearchWay = {
  place: 'columns',
  arms: ({ words }) => (words.wanted.length ? [byKeys('columns')] : []),
  async explain(db, items, { words: { terms } }) {
    const columns = await columnsOf(db, sha256sOf(items))
    return ({ record: { sha256 } }) => {
      const fitting = (columns.get(sha256 ?? '') ?? []).filter((column) => highlightsIn(column, terms).length)
      const isWhole = terms.every((term) => fitting.some((column) => highlightsIn(column, [term]).length))
      return isWhole ? around(fitting.join(', '), terms) : null
    }
  },
}

/** Whether the last word may be incomplete. */
const isLonger = ({ words: { beginning, wanted } }: Sought) =>
  beginning.some(({ isPrefix }, at) => isPrefix && !wanted[at]?.isPrefix)

/** Search in texts of documents; the prefix search for the last word takes longer, so it is the last one. */
export const textWay: SearchWay = {
  place: 'text',
  arms: (sought) => [
    ...(sought.words.wanted.length ? [byKeys('text')] : []),
    ...(isLonger(sought) ? [byKeys('beginning')] : []),
  ],
  async explain(db, items, { words: { terms } }) {
    const pieces = await textPieces(db, sha256sOf(items), terms)
    return ({ record: { sha256 } }) => {
      const piece = pieces.get(sha256 ?? '')
      return piece === undefined ? null : { piece, highlights: highlightsIn(piece, terms) }
    }
  },
}

/**
 * Excerpts of the texts that contain all words. Keys are single words and pairs: only the text shows whether they are
 * adjacent as in the search.
 */
async function textPieces(db: Db, sha256s: readonly string[], words: readonly string[]): Promise<Map<string, string>> {
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

/** Column headings of tables. */
async function columnsOf(db: Db, sha256s: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ sha256: string; columns: string[] }>`
    select encode(sha256, 'hex') as sha256, columns from content_text
    where sha256 in (select decode(h, 'hex') from unnest(${[...new Set(sha256s)]}::text[]) as h)`.execute(db)
  return new Map(rows.map(({ sha256, columns }) => [sha256, columns]))
}
