import { sql } from 'kysely'
import type { Db } from '#server/storage/database.ts'

/** How often a version was looked at, and its files were taken. */
export type Usage = { views: number; downloads: number }

/** Adds counts of a day (UTC) in the order of ids, which prevents deadlocks; deleted versions are skipped. */
export async function addUsage(db: Db, day: string, counts: readonly [id: string, usage: Usage][]): Promise<void> {
  await sql`
    insert into dataset_usage (publication_id, day, views, downloads)
    select p.id, ${day}::date, c.views, c.downloads
    from unnest(${counts.map(([id]) => id)}::uuid[], ${counts.map(([, { views }]) => views)}::int[],
      ${counts.map(([, { downloads }]) => downloads)}::int[]) as c(id, views, downloads)
      join publication p on p.id = c.id
    order by p.id
    on conflict (publication_id, day) do update
    set views = dataset_usage.views + excluded.views, downloads = dataset_usage.downloads + excluded.downloads`.execute(
    db,
  )
}

/** All that was counted of a version, and of all versions of its dataset. */
export async function usageOf(
  db: Db,
  datasetId: string,
  publicationId: string,
): Promise<{ version: Usage; all: Usage }> {
  const { rows } = await sql<{ mine: boolean; views: number; downloads: number }>`
    select p.id = ${publicationId}::uuid as mine, coalesce(sum(u.views), 0)::bigint as views,
      coalesce(sum(u.downloads), 0)::bigint as downloads
    from publication p join dataset_usage u on u.publication_id = p.id
    where p.dataset_id = ${datasetId}::uuid group by 1`.execute(db)
  const sumOf = (some: readonly Usage[]): Usage => ({
    views: some.reduce((sum, { views }) => sum + views, 0),
    downloads: some.reduce((sum, { downloads }) => sum + downloads, 0),
  })
  return { version: sumOf(rows.filter(({ mine }) => mine)), all: sumOf(rows) }
}
