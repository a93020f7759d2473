import { sql } from 'kysely'
import type { Tx } from '#server/storage/database.ts'
import type { VersionChange } from '#server/storage/schema.ts'
import type { NodeRow } from './records.ts'
import { adjustUsage } from './tree.ts'

/**
 * Deletes the older versions of files and gives their bytes back; the caller holds the space's lock. Contents are swept
 * later. Answers the bytes.
 */
export async function dropVersions(tx: Tx, spaceId: string, nodes: readonly NodeRow[]): Promise<number> {
  const ids = nodes.map((node) => node.id)
  const { rows } = await sql<{ bytes: number }>`
    with gone as (delete from file_version where node_id = any(${ids}::uuid[]) returning size),
      light as (update node set version_bytes = 0 where id = any(${ids}::uuid[]) and version_bytes > 0)
    select coalesce(sum(size), 0)::bigint as bytes from gone`.execute(tx)
  const bytes = rows[0]?.bytes ?? 0
  await adjustUsage(tx, spaceId, { usedBytes: -bytes })
  return bytes
}

/** A content that takes the place of a file's current one: how it came, by whom, from where. */
export type Replacement = {
  nodeId: string
  blob: { sha256: string; size: number }
  byId: string
  change: VersionChange
  source: Record<string, unknown>
}

/**
 * Gives files other contents, one after the other where a file gets several; what was current becomes an older version.
 * A file keeps its id, its name and its first author. The caller holds the space's lock and counts.
 */
export async function replaceContents(tx: Tx, replacements: readonly Replacement[], now: Date): Promise<void> {
  const chains = [...Map.groupBy(replacements, ({ nodeId }) => nodeId).values()]
  const longest = Math.max(0, ...chains.map((chain) => chain.length))
  for (let at = 0; at < longest; at += 1)
    await replaceOnce(
      tx,
      chains.flatMap((chain) => chain[at] ?? []),
      now,
    )
}

/** Whoever brought a version is named by its fact; the first one has none and is the author's. */
async function replaceOnce(tx: Tx, replacements: readonly Replacement[], now: Date): Promise<void> {
  const column = (pick: (one: Replacement) => string | number) => replacements.map(pick)
  await sql`
    with came as (
      select n.id, n.version, n.blob_sha256 as old_sha256, n.size as old_size, n.author_id,
        coalesce(n.content_at, n.created_at) as since, decode(c.sha256, 'hex') as sha256, c.size, c.change, c.by_id, c.source
      from unnest(${column((c) => c.nodeId)}::uuid[], ${column((c) => c.blob.sha256)}::text[], ${column((c) => c.blob.size)}::bigint[],
        ${column((c) => c.change)}::text[], ${column((c) => c.byId)}::uuid[], ${column((c) => JSON.stringify(c.source))}::text[])
        as c(id, sha256, size, change, by_id, source) join node n on n.id = c.id
    ), kept as (
      insert into file_version (node_id, number, blob_sha256, size, author_id, created_at, until)
      select c.id, c.version, c.old_sha256, c.old_size, coalesce(f.by_id, c.author_id), c.since, ${now}
      from came c left join version_fact f on f.node_id = c.id and f.number = c.version
    ), said as (
      insert into version_fact (node_id, number, change, by_id, at, source)
      select id, version + 1, change, by_id, ${now}, source::jsonb from came
    )
    update node n set blob_sha256 = c.sha256, size = c.size, version = c.version + 1,
      version_bytes = n.version_bytes + c.old_size, updated_at = ${now}, content_at = ${now}
    from came c where n.id = c.id`.execute(tx)
}
