import { sql } from 'kysely'
import type { Db } from '#server/storage/database.ts'
import type { NodeRow } from '../listing/records.ts'
import { numbered } from '../names.ts'

/** Rows per query. */
const PAGE = 1000

/** An item below the selected items, with its path relative to them. */
export type Below = {
  id: string
  author_id: string
  path: string
  is_folder: boolean
  size: number
  updated_at: Date
  sha256: string | null
}

export type Bounds = { onlyBy?: string | null; most?: number | null }

/** Names of selected items from several folders may be equal: later ones get a number. */
function distinctNames(nodes: readonly NodeRow[]): Map<string, string> {
  const taken = new Set<string>()
  return new Map(
    nodes.map((node) => {
      let name = node.name
      for (let number = 1; taken.has(name); number += 1) name = numbered(node.name, number, node.is_folder)
      taken.add(name)
      return [node.id, name]
    }),
  )
}

/**
 * The selected items and everything below them, parent folders first, in one statement. `onlyBy` leaves out other
 * people's items with everything below them; `most` limits the number of rows.
 */
function belowOf(nodes: readonly NodeRow[], { onlyBy = null, most = null }: Bounds = {}) {
  const names = distinctNames(nodes)
  return sql<Below>`
    with recursive below as (
      select n.id, n.author_id, n.is_folder, n.size, n.updated_at, n.blob_sha256, top.name::text as path
      from unnest(${[...names.keys()]}::uuid[], ${[...names.values()]}::text[]) as top(id, name) join node n on n.id = top.id
      union all
      select n.id, n.author_id, n.is_folder, n.size, n.updated_at, n.blob_sha256, case when b.path = '' then n.name else b.path || '/' || n.name end
      from below b join node n on n.parent_id = b.id and n.trash_id is null and (${onlyBy}::uuid is null or n.author_id = ${onlyBy}::uuid)
      where b.is_folder
    ), found as (select * from below limit ${most})
    select id, author_id, path, is_folder, size, updated_at, encode(blob_sha256, 'hex') as sha256 from found
    where path <> '' order by path collate "C"`
}

/** The same items in pages of a thousand rows, read from one snapshot. */
export async function* belowInPages(db: Db, nodes: readonly NodeRow[], bounds?: Bounds): AsyncGenerator<Below[]> {
  const tx = await db.startTransaction().execute()
  try {
    await sql`declare below no scroll cursor for ${belowOf(nodes, bounds)}`.execute(tx)
    for (;;) {
      const { rows } = await sql<Below>`fetch ${sql.lit(PAGE)} from below`.execute(tx)
      if (rows.length) yield rows
      if (rows.length < PAGE) return
    }
  } finally {
    await tx.rollback().execute()
  }
}
