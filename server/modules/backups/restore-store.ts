import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/storage/database.ts'

/** Values that a restored row gets instead of the copied ones, as SQL over the copied row `x`. */
export type Instead = Readonly<Record<string, string>>
/** Characters that never occur in JSON, so that a line is read unchanged. */
const AS_LINES = `(format csv, quote e'\\x01', delimiter e'\\x02')`
export const FIELD = '\u0002'

/** A table in which copied rows wait, until the transaction ends. */
export const STAGE = `copy restored (name, line) from stdin with ${AS_LINES}`
export async function makeStage(tx: Tx): Promise<void> {
  await sql`create temp table restored (
    n bigint generated always as identity, name text not null, line jsonb not null) on commit drop`.execute(tx)
}
/** Lets the database know what waits, so that it plans well. */
export const stageFilled = async (tx: Tx): Promise<void> => {
  await sql`create index on restored (name, n)`.execute(tx)
  await sql`create index on restored (name, (line ->> 'id'))`.execute(tx)
  await sql`analyze restored`.execute(tx)
}

/** `refersTo`: the other table to which a column that may be empty leads by its id. */
type Column = { name: string; isPerson: boolean; refersTo: string | null }
/** Stored columns of a table that its copied rows have; a later version may have more, which take their defaults. */
async function columnsOf(tx: Tx, table: string): Promise<Column[]> {
  const { rows } = await sql<Column>`
    with one as (select line from restored where name = ${table} order by n limit 1)
    select a.attname::text as name, exists (select 1 from pg_constraint k where k.conrelid = a.attrelid and k.contype = 'f'
      and k.confrelid = 'person'::regclass and k.conkey = array[a.attnum]) as "isPerson",
      case when not a.attnotnull then (select k.confrelid::regclass::text from pg_constraint k
        where k.conrelid = a.attrelid and k.contype = 'f' and k.conkey = array[a.attnum] and k.confrelid <> k.conrelid
          and exists (select 1 from pg_attribute i where i.attrelid = k.confrelid and i.attname = 'id')
        limit 1) end as "refersTo"
    from pg_attribute a, one where a.attrelid = ${table}::regclass and a.attnum > 0 and not a.attisdropped
      and a.attgenerated = '' and one.line ? a.attname::text order by a.attnum`.execute(tx)
  return rows
}

const kept = (column: RawBuilder<unknown>, refersTo: string, keeps: 'there' | 'copied') =>
  keeps === 'there'
    ? sql`(select o.id from ${sql.table(refersTo)} o where o.id = ${column})`
    : sql`(select (o.line ->> 'id')::uuid from restored o where o.name = ${refersTo} and o.line ->> 'id' = ${column}::text)`

/** The waiting rows of a table, as `x`. */
export const stagedRows = (table: string): RawBuilder<unknown> =>
  sql`(select r.n, p.* from restored r cross join lateral jsonb_populate_record(null::${sql.table(table)}, r.line) p
    where r.name = ${table}) x`

/**
 * `keeps`: where columns that may be empty still lead: to all that they named, to what is there, or to what was copied
 * with them; elsewhere they are left empty.
 */
type StagedWish = {
  personId: string
  instead: Instead
  keeps: 'all' | 'there' | 'copied'
  where?: RawBuilder<unknown>
}
/** Inserts the waiting rows of a table; deleted people are replaced by `personId`. Returns their number. */
export async function insertStaged(
  tx: Tx,
  table: string,
  { personId, instead, keeps, where = sql`true` }: StagedWish,
): Promise<number> {
  const columns = await columnsOf(tx, table)
  if (!columns.length) return 0
  const values = columns.map(({ name, isPerson, refersTo }) => {
    if (instead[name] !== undefined) return sql.raw(instead[name])
    const column = sql.ref(`x.${name}`)
    if (!isPerson) return refersTo && keeps !== 'all' ? kept(column, refersTo, keeps) : column
    return sql`case when ${column} is null then null
      else coalesce((select p.id from person p where p.id = ${column}), ${personId}::uuid) end`
  })
  const { numAffectedRows } = await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))}) overriding system value
    select ${sql.join(values)} from ${stagedRows(table)} where ${where} order by x.n`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

/** Rows of contents that are there, or null for each that is not; their time is renewed, so that the sweeper waits. */
export async function knownContents(db: Db, sha256s: readonly string[], now: Date): Promise<Set<string>> {
  const { rows } = await sql<{ sha256: string }>`
    update blob set touched_at = ${now} where sha256 in (select decode(s, 'hex') from unnest(${[...sha256s]}::text[]) as s)
    returning encode(sha256, 'hex') as sha256`.execute(db)
  return new Set(rows.map(({ sha256 }) => sha256))
}
export const keepContent = (db: Db, { sha256, md5, size }: { sha256: string; md5: string; size: number }, now: Date) =>
  sql`insert into blob (sha256, md5, size, created_at, touched_at)
    values (decode(${sha256}, 'hex'), decode(${md5}, 'hex'), ${size}, ${now}, ${now})
    on conflict (sha256) do update set touched_at = excluded.touched_at`.execute(db)
/** Contents of a copy that is only tried out: the transaction ends without them. */
export const pretendContents = (tx: Tx, contents: readonly { sha256: string; size: number }[]) =>
  sql`insert into blob (sha256, md5, size) select decode(s, 'hex'), '', z
    from unnest(${contents.map(({ sha256 }) => sha256)}::text[], ${contents.map(({ size }) => size)}::bigint[]) as c(s, z)
    on conflict (sha256) do nothing`.execute(tx)

export async function spaceOf(tx: Db | Tx, spaceId: string) {
  const { rows } = await sql<{ root_id: string; capacity_bytes: number; owner_id: string }>`
    select root_id, capacity_bytes, owner_id from space where id = ${spaceId}::uuid`.execute(tx)
  return rows[0]
}
export const isOverFull = async (tx: Tx, spaceId: string): Promise<boolean> => {
  const { rows } = await sql<{ over: boolean }>`
    select u.used_bytes + u.reserved_bytes > s.capacity_bytes as over
    from space s join space_usage u on u.space_id = s.id where s.id = ${spaceId}::uuid`.execute(tx)
  return rows[0]?.over === true
}
/** A row of the copy that waits: of the space itself, or of its root folder. */
export async function stagedSpace(tx: Tx) {
  const { rows } = await sql<{
    row: Record<string, unknown>
  }>`select line as row from restored where name = 'space'`.execute(tx)
  return rows[0]?.row
}
/**
 * Adds the members of the copied space to the new one: the former owner becomes a senior member. Deleted or disabled
 * people and applications are left out.
 */
export async function restoreMembers(tx: Tx, spaceId: string, ownerId: string): Promise<void> {
  await sql`
    insert into member (space_id, person_id, role)
    select ${spaceId}::uuid, p.id, case m.role when 'owner' then 'senior' else m.role end
    from restored r cross join lateral jsonb_populate_record(null::member, r.line) m join person p on p.id = m.person_id
    where r.name = 'member' and p.disabled_at is null and p.id <> ${ownerId}::uuid
      and not exists (select 1 from application a where a.id = p.id)`.execute(tx)
}

/** A new space has the root folder and the rights of the copy instead of those that it was made with. */
export async function clearNewSpace(tx: Tx, spaceId: string): Promise<void> {
  await tx.deleteFrom('node').where('space_id', '=', spaceId).execute()
  await tx.deleteFrom('space_flags').where('space_id', '=', spaceId).execute()
}
/** Whether something of a space already ends with this text. */
export async function isSuffixTaken(
  tx: Tx,
  { spaceId, rootId, suffix }: { spaceId: string; rootId: string; suffix: string },
) {
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select 1 from node where parent_id = ${rootId}::uuid and right(name, length(${suffix}::text)) = ${suffix})
      or exists (select 1 from data_table where space_id = ${spaceId}::uuid and right(name, length(${suffix}::text)) = ${suffix})
      or exists (select 1 from data_view where space_id = ${spaceId}::uuid and right(name, length(${suffix}::text)) = ${suffix}) as taken`.execute(
    tx,
  )
  return rows[0]?.taken === true
}
