import { type RawBuilder, sql } from 'kysely'
import type { VersionChange } from '#contract/versions.ts'
import type { Tx } from '#server/storage/database.ts'
import { adjustUsage } from '../listing/tree-store.ts'

/** Condition that a version (`file_version as v`) is always kept: it is pinned, named, or part of a snapshot. */
export const isHeld = sql`(exists (select 1 from version_metadata f
    where f.node_id = v.node_id and f.number = v.number and (f.is_pinned or f.name <> ''))
  or exists (select 1 from snapshot m join node n on n.id = v.node_id
    where m.space_id = n.space_id and m.at >= v.created_at and m.at < v.until))`

/**
 * Deletes these older versions (`file_version as v`) of files in a space and releases their bytes; the caller holds the
 * space's lock. The contents are swept later. Returns the bytes and the files.
 */
export async function dropVersions(
  tx: Tx,
  spaceId: string,
  which: RawBuilder<unknown>,
): Promise<{ bytes: number; nodeIds: string[] }> {
  const { rows } = await sql<{ id: string; bytes: number }>`
    with gone as (delete from file_version v where ${which} returning v.node_id, v.number, v.size),
      unsaid as (delete from version_metadata f using gone g where f.node_id = g.node_id and f.number = g.number),
      each_file as (select node_id as id, sum(size)::bigint as bytes from gone group by node_id),
      light as (update node n set version_bytes = n.version_bytes - e.bytes from each_file e where n.id = e.id and e.bytes > 0)
    select id, bytes from each_file`.execute(tx)
  const bytes = rows.reduce((sum, row) => sum + row.bytes, 0)
  if (bytes) await adjustUsage(tx, spaceId, { usedBytes: -bytes })
  return { bytes, nodeIds: rows.map(({ id }) => id) }
}

/** A new content for a file: the kind of change, its author, its source, and the author's note. */
export type Replacement = {
  nodeId: string
  blob: { sha256: string; size: number }
  byId: string
  change: VersionChange
  source: Record<string, unknown>
  description?: string
}

/**
 * Replaces the contents of files, one after the other when a file gets several; each previous content becomes an older
 * version. A file keeps its id, name and first author. The caller holds the space's lock and updates its counters.
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

/** A version's author is in its metadata row; the first version has none and belongs to the file's author. */
async function replaceOnce(tx: Tx, replacements: readonly Replacement[], now: Date): Promise<void> {
  const column = (pick: (one: Replacement) => string | number) => replacements.map(pick)
  await sql`
    with came as (
      select n.id, n.version, n.blob_sha256 as old_sha256, n.size as old_size, n.author_id,
        coalesce(n.content_at, n.created_at) as since, decode(c.sha256, 'hex') as sha256, c.size, c.change, c.by_id, c.source, c.description
      from unnest(${column((c) => c.nodeId)}::uuid[], ${column((c) => c.blob.sha256)}::text[], ${column((c) => c.blob.size)}::bigint[],
        ${column((c) => c.change)}::text[], ${column((c) => c.byId)}::uuid[], ${column((c) => JSON.stringify(c.source))}::text[],
        ${column((c) => c.description ?? '')}::text[]) as c(id, sha256, size, change, by_id, source, description) join node n on n.id = c.id
    ), kept as (
      insert into file_version (node_id, number, blob_sha256, size, author_id, created_at, until)
      select c.id, c.version, c.old_sha256, c.old_size, coalesce(f.by_id, c.author_id), c.since, ${now}
      from came c left join version_metadata f on f.node_id = c.id and f.number = c.version
    ), said as (
      insert into version_metadata (node_id, number, change, by_id, at, source, description)
      select id, version + 1, change, by_id, ${now}, source::jsonb, description from came
    )
    update node n set blob_sha256 = c.sha256, size = c.size, version = c.version + 1,
      version_bytes = n.version_bytes + c.old_size, updated_at = ${now}, content_at = ${now}, client_modified_at = null
    from came c where n.id = c.id`.execute(tx)
}

/** Versions (`file_version as v`) of these files that may be deleted. */
export const notHeldOf = (nodeIds: readonly string[]): RawBuilder<unknown> =>
  sql`v.node_id = any(${[...nodeIds]}::uuid[]) and not ${isHeld}`

/** Older versions of files by their numbers; those that are gone are left out. */
export async function versionsOf(
  tx: Tx,
  wanted: readonly { nodeId: string; number: number }[],
): Promise<{ id: string; number: number; sha256: string; size: number }[]> {
  const { rows } = await sql<{ id: string; number: number; sha256: string; size: number }>`
    select v.node_id as id, v.number, encode(v.blob_sha256, 'hex') as sha256, v.size
    from unnest(${wanted.map(({ nodeId }) => nodeId)}::uuid[], ${wanted.map(({ number }) => number)}::int[]) as w(id, number)
    join file_version v on v.node_id = w.id and v.number = w.number`.execute(tx)
  return rows
}
