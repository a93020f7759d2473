import { sql } from 'kysely'
import type { DatasetMetadata } from '#contract/publications/metadata.ts'
import type { FileDifference } from '#contract/reviews.ts'
import { pageOf } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'

/** The base of a comparison: an earlier submission of the same version, or the version before it. */
export type Base = { kind: 'round' | 'version'; id: string; number: number; at: Date; metadata: DatasetMetadata }

/** The files of both sides by path, where they differ. */
const differing = (id: string, base: Base) => {
  const old =
    base.kind === 'round'
      ? sql`select path, sha256, size from publication_round_file where publication_id = ${base.id}::uuid`
      : sql`select path, blob_sha256 as sha256, size from publication_file where publication_id = ${base.id}::uuid`
  return sql`
    select coalesce(n.path, o.path) as path, o.size as before, n.size as after
    from (${old}) o full join
      (select path, blob_sha256 as sha256, size from publication_file where publication_id = ${id}::uuid) n
      on n.path = o.path
    where o.sha256 is distinct from n.sha256`
}

export const sqlReviewRounds = (db: Db) => ({
  /** Remembers a submission that ends now, instead of the one before it. */
  async keep(tx: Tx, id: string): Promise<void> {
    await tx.deleteFrom('publication_round').where('publication_id', '=', id).execute()
    await sql`insert into publication_round (publication_id, round, metadata, submitted_at)
      select id, round, metadata, submitted_at from publication
      where id = ${id}::uuid and metadata is not null and submitted_at is not null`.execute(tx)
    await sql`insert into publication_round_file (publication_id, path, sha256, size)
      select f.publication_id, f.path, f.blob_sha256, f.size from publication_file f
        join publication_round r on r.publication_id = f.publication_id
      where f.publication_id = ${id}::uuid`.execute(tx)
  },

  /** The record of a submission that is over; null if it is not kept. */
  async metadata(id: string, round: number): Promise<DatasetMetadata | null> {
    const row = await db
      .selectFrom('publication_round')
      .select('metadata')
      .where('publication_id', '=', id)
      .where('round', '=', round)
      .executeTakeFirst()
    return row?.metadata ?? null
  },

  /** Null for the first submission of a first version. */
  async base({ id, datasetId, number, round }: { id: string; datasetId: string; number: number; round: number }) {
    const { rows } = await sql<Base>`
      select * from (
        select 'round' as kind, publication_id as id, r.round as number, r.submitted_at as at, r.metadata
        from publication_round r where r.publication_id = ${id}::uuid and r.round < ${round}
        union all
        select 'version', p.id, p.number, p.published_at, p.metadata from publication p
        where p.dataset_id = ${datasetId}::uuid and p.number < ${number} and p.state in ('published', 'withdrawn')
      ) b order by kind, number desc limit 1`.execute(db)
    return rows[0] ?? null
  },

  async counts(id: string, base: Base): Promise<{ added: number; removed: number; changed: number }> {
    const { rows } = await sql<{ added: number; removed: number; changed: number }>`
      select count(*) filter (where before is null) as added, count(*) filter (where after is null) as removed,
        count(*) filter (where before is not null and after is not null) as changed
      from (${differing(id, base)}) d`.execute(db)
    return rows[0] ?? { added: 0, removed: 0, changed: 0 }
  },

  async page(id: string, base: Base, { afterPath, size }: { afterPath: string | null; size: number }) {
    const behind = afterPath === null ? sql`` : sql`where path > ${afterPath}`
    const { rows } = await sql<FileDifference>`
      select * from (${differing(id, base)}) d ${behind} order by path limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: (row) => row, key: (row) => [row.path] })
  },
})
export type ReviewRounds = ReturnType<typeof sqlReviewRounds>
