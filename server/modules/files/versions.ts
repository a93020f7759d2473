import { sql } from 'kysely'
import type { Tx } from '#server/storage/database.ts'
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
