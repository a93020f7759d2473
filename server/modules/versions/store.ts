import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Version, VersionChange } from '#contract/versions.ts'
import { decodeCursor, pageOf } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'

type Row = {
  number: number
  size: number
  sha256: string
  at: Date
  until: Date | null
  change: VersionChange
  by_id: string
  by_name: string
  name: string
  description: string
  is_pinned: boolean
  restored: number | null
}
const Key = z.object({ before: z.int32() })

const versionOf = (row: Row): Version => ({
  number: row.number,
  change: row.change,
  size: row.size,
  sha256: row.sha256,
  by: { personId: row.by_id, personName: row.by_name },
  at: row.at.toISOString(),
  until: row.until?.toISOString() ?? null,
  name: row.name,
  description: row.description,
  isPinned: row.is_pinned,
  isCurrent: row.until === null,
  from: row.restored,
})

/** The versions of a file with their metadata. A version without metadata came with the file or by an upload. */
async function read(from: Db | Tx, nodeId: string, which: RawBuilder<unknown>): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select v.number, v.size, encode(v.blob_sha256, 'hex') as sha256, v.at, v.until,
      coalesce(f.change, case v.number when 1 then 'created' else 'uploaded' end) as change,
      p.id as by_id, p.name as by_name, coalesce(f.name, '') as name, coalesce(f.description, '') as description,
      coalesce(f.is_pinned, false) as is_pinned, (f.source ->> 'number')::int as restored
    from (
      select version as number, size, blob_sha256, coalesce(content_at, created_at) as at, null::timestamptz as until, author_id
      from node where id = ${nodeId}::uuid and blob_sha256 is not null
      union all
      select number, size, blob_sha256, created_at, until, author_id from file_version where node_id = ${nodeId}::uuid
    ) v left join version_metadata f on f.node_id = ${nodeId}::uuid and f.number = v.number
    join person p on p.id = coalesce(f.by_id, v.author_id) where ${which}`.execute(from)
  return rows
}

/** Decodes the cursor of a list; throws invalid. */
export const placeIn = (after: string | undefined): number => (after ? decodeCursor(after, Key).before : 2 ** 31 - 1)

export async function pageOfVersions(db: Db, nodeId: string, { before, size }: { before: number; size: number }) {
  const rows = await read(db, nodeId, sql`v.number < ${before} order by v.number desc limit ${size + 1}`)
  return pageOf(rows, size, { toItem: versionOf, key: ({ number }) => ({ before: number }) })
}

/** The versions of a file with these numbers, as far as they exist, newest first. */
export async function versionsOf(from: Db | Tx, nodeId: string, numbers: readonly number[]): Promise<Version[]> {
  const rows = await read(from, nodeId, sql`v.number = any(${[...numbers]}::int[]) order by v.number desc`)
  return rows.map(versionOf)
}

/** Writes the metadata of a version. The caller holds the space's lock. */
export const describe = (tx: Tx, nodeId: string, { number, change, by, at, name, description, isPinned }: Version) =>
  sql`
    insert into version_metadata (node_id, number, change, by_id, at, name, description, is_pinned)
    values (${nodeId}, ${number}, ${change}, ${by.personId}, ${at}, ${name}, ${description}, ${isPinned})
    on conflict (node_id, number) do update
      set name = excluded.name, description = excluded.description, is_pinned = excluded.is_pinned`.execute(tx)

/** Items of a space with their authors, also items in the trash. */
export async function ownedOf(tx: Tx, spaceId: string, ids: readonly string[]) {
  const { rows } = await sql<{ id: string; author_id: string; is_folder: boolean }>`
    select id, author_id, is_folder from node where id = any(${[...ids]}::uuid[]) and space_id = ${spaceId}::uuid`.execute(
    tx,
  )
  return new Map(rows.map((row) => [row.id, row]))
}

/** The contents of older versions, one version per file. */
export async function contentsOf(tx: Tx, wanted: readonly { id: string; number: number }[]) {
  const { rows } = await sql<{ id: string; sha256: string; size: number }>`
    select v.node_id as id, encode(v.blob_sha256, 'hex') as sha256, v.size
    from unnest(${wanted.map(({ id }) => id)}::uuid[], ${wanted.map(({ number }) => number)}::int[]) as w(id, number)
    join file_version v on v.node_id = w.id and v.number = w.number`.execute(tx)
  const known = new Map(rows.map(({ id, sha256, size }) => [id, { sha256, size }]))
  return (id: string) => known.get(id)
}

/** A condition on `file_version as v`: the versions of a file with these numbers. */
export const numbered = (nodeId: string, numbers: readonly number[]): RawBuilder<unknown> =>
  sql`v.node_id = ${nodeId}::uuid and v.number = any(${[...numbers]}::int[])`
