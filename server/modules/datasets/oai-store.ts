import { type RawBuilder, sql } from 'kysely'
import { exactly } from '#server/storage/cursor.ts'
import type { Db } from '#server/storage/database.ts'
import { type PublicVersion, type VersionRow, versionColumns, versionOf, versionTables } from './store.ts'

/** A public version and the exact time of its last change, by which harvests are ordered. */
export type HarvestedVersion = PublicVersion & { key: string }
type Row = VersionRow & { key: string }
const harvested = (row: Row): HarvestedVersion => ({ ...versionOf(row), key: row.key })
/** What an institution published is told by that institution. */
const isPublic = sql`p.state in ('published', 'withdrawn') and p.institution_id is null`

type Wish = {
  from: string | null
  before: string | null
  type: string | null
  after: readonly [string, string] | null
  size: number
}

/** Public versions in the order of their last change; withdrawn ones among them. */
export async function changedVersions(db: Db, { from, before, type, after, size }: Wish): Promise<HarvestedVersion[]> {
  const where: RawBuilder<unknown>[] = [isPublic]
  if (from) where.push(sql`p.changed_at >= ${from}::timestamptz`)
  if (before) where.push(sql`p.changed_at < ${before}::timestamptz`)
  if (type) where.push(sql`p.resource_type = ${type}`)
  if (after) where.push(sql`(p.changed_at, p.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`)
  const { rows } = await sql<Row>`
    select ${versionColumns}, ${exactly(sql`p.changed_at`)} as key from ${versionTables}
    where ${sql.join(where, sql` and `)} order by p.changed_at, p.id limit ${size}`.execute(db)
  return rows.map(harvested)
}

/** A public version by its id; null when there is none. */
export async function versionById(db: Db, id: string): Promise<HarvestedVersion | null> {
  const { rows } = await sql<Row>`
    select ${versionColumns}, ${exactly(sql`p.changed_at`)} as key from ${versionTables}
    where p.id = ${id}::uuid and ${isPublic}`.execute(db)
  return rows[0] ? harvested(rows[0]) : null
}

/** When the first version became public; null while there is none. */
export async function firstPublished(db: Db): Promise<Date | null> {
  const { rows } = await sql<{ first: Date | null }>`
    select min(p.published_at) as first from publication p where ${isPublic}`.execute(db)
  return rows[0]?.first ?? null
}

/** Versions whose embargo has ended count as changed from then on: harvesters learn that their files are open. */
export async function noteEndedEmbargoes(db: Db, now: Date): Promise<void> {
  await sql`
    update publication set changed_at = ${now}
    where state = 'published' and institution_id is null and access_kind = 'embargo' and embargo_until <= (${now} at time zone 'UTC')::date
      and (changed_at at time zone 'UTC')::date < embargo_until`.execute(db)
}
