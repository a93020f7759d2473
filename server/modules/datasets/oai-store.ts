import { type RawBuilder, sql } from 'kysely'
import { exactly } from '#server/storage/cursor.ts'
import type { Db } from '#server/storage/database.ts'
import { type PublicVersion, type VersionRow, versionColumns, versionOf, versionTables } from './store.ts'

/** A public version and the exact time of its last change, by which harvests are ordered; its space where everybody may see that. */
export type HarvestedVersion = PublicVersion & { key: string; openSpaceId: string | null }
type Row = VersionRow & { key: string; open_space_id: string | null }
const harvested = (row: Row): HarvestedVersion => ({
  ...versionOf(row),
  key: row.key,
  openSpaceId: row.open_space_id,
})
const isOpenSpace = sql`s.type = 'public' and s.status = 'normal'`
const harvestedColumns = sql`${versionColumns}, ${exactly(sql`p.changed_at`)} as key,
  (select s.id from space s where s.id = d.space_id and ${isOpenSpace}) as open_space_id`
/** Datasets published by an institution are left to that institution. */
const isPublic = sql`p.state in ('published', 'withdrawn') and p.institution_id is null`

type Wish = {
  from: string | null
  before: string | null
  type: string | null
  spaceId: string | null
  after: readonly [string, string] | null
  size: number
}

/** Public versions in the order of their last change; withdrawn ones among them. */
export async function changedVersions(
  db: Db,
  { from, before, type, spaceId, after, size }: Wish,
): Promise<HarvestedVersion[]> {
  const where: RawBuilder<unknown>[] = [isPublic]
  if (from) where.push(sql`p.changed_at >= ${from}::timestamptz`)
  if (before) where.push(sql`p.changed_at < ${before}::timestamptz`)
  if (type) where.push(sql`p.resource_type = ${type}`)
  if (spaceId) where.push(sql`d.space_id = (select s.id from space s where s.id = ${spaceId}::uuid and ${isOpenSpace})`)
  if (after) where.push(sql`(p.changed_at, p.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)`)
  const { rows } = await sql<Row>`
    select ${harvestedColumns} from ${versionTables}
    where ${sql.join(where, sql` and `)} order by p.changed_at, p.id limit ${size}`.execute(db)
  return rows.map(harvested)
}

/** A public version by its id; null when there is none. */
export async function versionById(db: Db, id: string): Promise<HarvestedVersion | null> {
  const { rows } = await sql<Row>`
    select ${harvestedColumns} from ${versionTables}
    where p.id = ${id}::uuid and ${isPublic}`.execute(db)
  return rows[0] ? harvested(rows[0]) : null
}

/** A space that everybody may see and that published; `key` is when it was made, exactly. */
type PublishingSpace = { id: string; name: string; key: string }
/** Such spaces, the oldest first. */
export async function publishingSpaces(
  db: Db,
  { after, size }: Pick<Wish, 'after' | 'size'>,
): Promise<PublishingSpace[]> {
  const behind = after ? sql`(s.created_at, s.id) > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`
  const { rows } = await sql<PublishingSpace>`
    select s.id, s.name, ${exactly(sql`s.created_at`)} as key from space s
    where ${isOpenSpace} and ${behind}
      and exists (select from publication p join dataset d on d.id = p.dataset_id where d.space_id = s.id and ${isPublic})
    order by s.created_at, s.id limit ${size}`.execute(db)
  return rows
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
