import { type RawBuilder, sql } from 'kysely'
import { SIBLINGS_MAX } from '#contract/core/limits.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { NodeRow } from '../listing/records.ts'
import { chainTo, nodeColumns, nodesOf } from '../listing/tree-store.ts'

/** A current or former content of a file. */
export type HeldContent = { name: string; mime: string; sha256: string; size: number }

/** Identifies one of a file's contents. */
export type Meant = { version: number } | { sha256: string }

async function olderOf(db: Db, node: NodeRow, meant: Meant): Promise<{ sha256: string; size: number } | null> {
  const which = 'version' in meant ? sql`number = ${meant.version}` : sql`blob_sha256 = decode(${meant.sha256}, 'hex')`
  const { rows } = await sql<{ sha256: string; size: number }>`
    select encode(blob_sha256, 'hex') as sha256, size from file_version
    where node_id = ${node.id}::uuid and ${which} limit 1`.execute(db)
  return rows[0] ?? null
}

/** A content of a file, current or older; null when the file is not live or no longer has the content. */
export async function contentOf(db: Db, spaceId: string, hash: string, meant: Meant): Promise<HeldContent | null> {
  const [node] = (await chainTo(db, spaceId, hash)) ? await nodesOf(db, spaceId, [hash]) : []
  if (!node?.sha256) return null
  const { name, mime, sha256, size } = node
  const isCurrent = 'version' in meant ? node.version === meant.version : sha256 === meant.sha256
  const held = isCurrent ? { sha256, size } : await olderOf(db, node, meant)
  return held && { name, mime, ...held }
}

/** Files of a folder with one of these suffixes, ordered by name; at most SIBLINGS_MAX. */
export async function filesOfSuffix(db: Db, folderId: string, suffixes: readonly string[]): Promise<NodeRow[]> {
  const { rows } = await sql<NodeRow>`
    select ${nodeColumns} from unnest(${[...new Set(suffixes)]}::text[]) as wanted(suffix)
    cross join lateral (select * from node
      where parent_id = ${folderId}::uuid and not is_folder and suffix = wanted.suffix and trash_id is null
      order by name collate natural_order, id limit ${SIBLINGS_MAX}) n
    join person p on p.id = n.author_id order by n.name collate natural_order, n.id limit ${SIBLINGS_MAX}`.execute(db)
  return rows
}

/** The thumbnail of a content, by its SHA-256; null while there is none. */
export async function thumbOf(db: Db, sha256: string): Promise<string | null> {
  const { rows } = await sql<{ picture: string | null }>`
    select encode(blob_sha256, 'hex') as picture from rendition where sha256 = decode(${sha256}, 'hex') and kind = 'thumb'`.execute(
    db,
  )
  return rows[0]?.picture ?? null
}

/** A content that is in the blob store. */
export type NewBlob = { blob: { sha256: string; md5: string; size: number } }

/**
 * Part of a statement: inserts a row for each content, or renews the time of an existing row, so that the sweeper keeps
 * it.
 */
export function keepingBlobs(contents: readonly NewBlob[], now: Date): RawBuilder<unknown> {
  const unique = [...new Map(contents.map(({ blob }) => [blob.sha256, blob])).values()].sort((a, b) =>
    a.sha256 < b.sha256 ? -1 : 1,
  )
  return sql`
    insert into blob (sha256, md5, size, created_at, touched_at)
    select decode(sha256, 'hex'), decode(md5, 'hex'), size, ${now}, ${now}
    from unnest(${unique.map((blob) => blob.sha256)}::text[], ${unique.map((blob) => blob.md5)}::text[], ${unique.map((blob) => blob.size)}::bigint[]) as b(sha256, md5, size)
    on conflict (sha256) do update set touched_at = excluded.touched_at`
}

/** The same as a separate statement. */
export async function keepBlobs(tx: Tx, contents: readonly NewBlob[], now: Date): Promise<void> {
  if (contents.length) await keepingBlobs(contents, now).execute(tx)
}
