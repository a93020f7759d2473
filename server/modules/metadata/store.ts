import { type RawBuilder, sql } from 'kysely'
import type { MetaPair } from '#contract/fields.ts'
import type { Copied, SpaceTransfer } from '#server/modules/files/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { type ItemMetadata, noMetadata, wordsOf } from './item-metadata.ts'

/** Number of recently changed items whose tags are suggested, and number of suggested tags (our choice). */
const TAGS_OFFERED = { items: 10_000, tags: 200 } as const

type Row = {
  node_id: string
  meta_id: string | null
  stamp: string
  meta: MetaPair[]
  tags: string[]
  note: string
  note_by: string | null
  note_by_name: string | null
  changed_at: Date
}
/** The columns to write for an item; the others are derived. */
type Written = Pick<ItemMetadata, 'meta' | 'tags' | 'note'> & {
  nodeId: string
  metaId: string | null
  noteBy: string | null
}

/** The columns to write for an item's metadata. */
export const writtenOf = (nodeId: string, metadata: ItemMetadata): Written => ({
  nodeId,
  metaId: metadata.metaId || null,
  meta: metadata.meta,
  tags: metadata.tags,
  note: metadata.note,
  noteBy: metadata.noteBy?.personId ?? null,
})

const metadataOf = (row: Row): ItemMetadata => ({
  metaId: row.meta_id ?? '',
  stamp: row.stamp,
  meta: row.meta,
  tags: row.tags,
  note: row.note,
  noteBy: row.note_by ? { personId: row.note_by, personName: row.note_by_name ?? '' } : null,
  changedAt: row.changed_at,
})

/** Loads the metadata of items; items without any get empty metadata. */
export async function loadMetadata(db: Db | Tx, ids: readonly string[]): Promise<(id: string) => ItemMetadata> {
  const { rows } = await sql<Row>`
    select f.node_id, f.meta_id, f.stamp, f.meta, f.tags, f.note, f.note_by, p.name as note_by_name, f.changed_at
    from node_metadata f left join person p on p.id = f.note_by where f.node_id = any(${[...ids]}::uuid[])`.execute(db)
  const known = new Map(rows.map((row) => [row.node_id, metadataOf(row)]))
  return (id) => known.get(id) ?? noMetadata
}

/** Writes the metadata of items of one space in one statement. The caller holds the space's lock. */
export async function writeMetadata(tx: Tx, spaceId: string, rows: readonly Written[], at: Date): Promise<void> {
  if (!rows.length) return
  const given = rows.map((row) => ({
    node_id: row.nodeId,
    meta_id: row.metaId,
    meta: row.meta,
    tags: row.tags,
    note: row.note,
    note_by: row.noteBy,
    words: wordsOf(row),
  }))
  await sql`
    insert into node_metadata (node_id, space_id, meta_id, meta, tags, note, note_by, changed_at, words)
    select r.node_id, ${spaceId}::uuid, r.meta_id, r.meta, array(select jsonb_array_elements_text(r.tags)), r.note, r.note_by, ${at}, r.words
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb)
      as r(node_id uuid, meta_id uuid, meta jsonb, tags jsonb, note text, note_by uuid, words text)
    on conflict (node_id) do update set space_id = excluded.space_id, meta_id = excluded.meta_id, stamp = gen_random_uuid(),
      meta = excluded.meta, tags = excluded.tags, note = excluded.note, note_by = excluded.note_by,
      changed_at = excluded.changed_at, words = excluded.words`.execute(tx)
}

/** The tags of recently changed items, most used first. */
export async function tagsIn(db: Db, spaceId: string): Promise<string[]> {
  const { rows } = await sql<{ tag: string }>`
    with last as (select tags from node_metadata where space_id = ${spaceId}::uuid order by changed_at desc limit ${TAGS_OFFERED.items})
    select tag from last cross join unnest(tags) as tag group by tag order by count(*) desc, tag limit ${TAGS_OFFERED.tags}`.execute(
    db,
  )
  return rows.map(({ tag }) => tag)
}

/** Copies the metadata of items to their copies; a copied folder keeps its template within the same space. */
export async function copyMetadata(tx: Tx, pairs: readonly Copied[]): Promise<void> {
  const [from, to] = [pairs.map((pair) => pair.from), pairs.map((pair) => pair.to)]
  await sql`
    with said as (insert into node_metadata (node_id, space_id, meta_id, meta, tags, note, note_by, changed_at, words)
    select n.id, n.space_id, case when f.meta_id is null then null else gen_random_uuid() end, f.meta, f.tags, f.note, f.note_by,
      f.changed_at, f.words
    from unnest(${from}::uuid[], ${to}::uuid[]) as pair(from_id, to_id)
    join node_metadata f on f.node_id = pair.from_id join node n on n.id = pair.to_id)
    insert into folder_template (folder_id, template_id)
    select n.id, h.template_id from unnest(${from}::uuid[], ${to}::uuid[]) as pair(from_id, to_id)
    join folder_template h on h.folder_id = pair.from_id join node n on n.id = pair.to_id
    join meta_template t on t.id = h.template_id and t.space_id = n.space_id`.execute(tx)
}

/** Moves the metadata of items to another space; templates stay behind and are unassigned. */
export async function carryMetadata(tx: Tx, { fromId, toId }: SpaceTransfer): Promise<void> {
  await sql`
    update node_metadata f set space_id = ${toId}::uuid from node n
    where f.space_id = ${fromId}::uuid and n.id = f.node_id and n.space_id = ${toId}::uuid`.execute(tx)
  await sql`
    delete from folder_template h using meta_template t, node n
    where t.space_id = ${fromId}::uuid and h.template_id = t.id and n.id = h.folder_id and n.space_id = ${toId}::uuid`.execute(
    tx,
  )
}

/** The metadata of items as lines of text: metadata, tags, the note. */
export async function linesOf(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ node_id: string; meta: { key: string; value: string }[]; tags: string[]; note: string }>`
    select node_id, meta, tags, note from node_metadata where node_id = any(${[...ids]}::uuid[])`.execute(db)
  return new Map(
    rows.map(({ node_id, meta, tags, note }) => [
      node_id,
      [...meta.map(({ key, value }) => `${key}: ${value}`), ...(tags.length ? [tags.join(', ')] : []), note],
    ]),
  )
}

/** Whether a node `n` has a tag. */
export const hasTag = (tag: string): RawBuilder<unknown> =>
  sql`exists (select 1 from node_metadata f where f.node_id = n.id and ${tag} = any(f.tags))`
