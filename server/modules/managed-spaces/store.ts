import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { BYTES_PER_GB, STORAGE_WARNING_PERCENT } from '#contract/limits.ts'
import type { ManagedSpace, managedSpaces } from '#contract/managed-spaces.ts'
import type { ParsedOf } from '#contract/operation.ts'
import type { SpaceStatus, SpaceType } from '#contract/policy.ts'
import { decodeCursor, encodeCursor, exactly, part } from '#server/storage/cursor.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'

export type ManagedQuery = ParsedOf<typeof managedSpaces.list>
type Row = {
  id: string
  name: string
  identifier: string
  introduction: string
  tags: string[]
  type: SpaceType
  status: SpaceStatus
  reason: string
  owner_id: string
  owner_name: string
  owner_email: string
  capacity_bytes: number
  used_bytes: number
  file_count: number
  member_count: number
  downloads: number
  created_at: Date
}
type Sorted = Row & { key: string | number }

const toldSpace = (row: Row): ManagedSpace => ({
  id: row.id,
  name: row.name,
  identifier: row.identifier,
  introduction: row.introduction,
  tags: row.tags,
  type: row.type,
  status: row.status,
  reason: row.reason,
  owner: { personId: row.owner_id, personName: row.owner_name, emailAccounts: row.owner_email },
  size: Math.round(row.capacity_bytes / BYTES_PER_GB),
  usedBytes: row.used_bytes,
  fileCount: row.file_count,
  memberCount: row.member_count,
  downloads: row.downloads,
  createTime: row.created_at.toISOString(),
})

const columns = sql`s.id, s.name, s.identifier, s.introduction, s.tags, s.type, s.status, s.reason, s.owner_id,
  o.name as owner_name, o.email as owner_email, s.capacity_bytes, u.used_bytes, u.file_count, u.member_count,
  s.downloads, s.created_at`
const joins = sql`join space_usage u on u.space_id = s.id join person o on o.id = s.owner_id`

/** Each order walks an index of its own; `key` is what a cursor keeps of a row. */
const sorts = {
  created: {
    column: sql`s.created_at`,
    id: sql`s.id`,
    cast: sql`timestamptz`,
    part: part.moment,
    key: exactly(sql`s.created_at`),
  },
  name: {
    column: sql`s.name collate natural_order`,
    id: sql`s.id`,
    cast: sql`text`,
    part: part.text,
    key: sql`s.name`,
  },
  used: { column: sql`u.used_bytes`, id: sql`u.space_id`, cast: sql`bigint`, part: part.count, key: sql`u.used_bytes` },
  members: {
    column: sql`u.member_count`,
    id: sql`u.space_id`,
    cast: sql`int`,
    part: part.count,
    key: sql`u.member_count`,
  },
} as const

/** Owners that a text may name: more are not looked at one by one. */
const OWNERS_MAX = 1000
/** What a search looks at in people; the index of character pairs is over the same text. */
const personWords = sql`(p.name || ' ' || p.email || ' ' || p.unit)`

function about(q: string): RawBuilder<unknown> {
  const like = `%${literal(q.toLowerCase())}%`
  // One letter has no pair to look up: the spaces are walked with their owners beside them.
  if ([...q].length < 2) return sql`(s.words like ${like} or o.name ilike ${like} or o.email ilike ${like})`
  return sql`(s.id in (select s.id from space s where grams(s.words) @> grams(${q}) and s.words like ${like}) or s.owner_id in (
    select p.id from person p where grams(${personWords}) @> grams(${q}) and (p.name ilike ${like} or p.email ilike ${like})
    limit ${OWNERS_MAX}))`
}

function conditions(query: Omit<ManagedQuery, 'after' | 'size' | 'sort' | 'order'>): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [sql`true`]
  if (query.q) where.push(about(query.q))
  if (query.type) where.push(sql`s.type = ${sql.lit(query.type)}`)
  if (query.status) where.push(sql`s.status = ${sql.lit(query.status)}`)
  if (query.tag) where.push(sql`s.tags @> array[${query.tag}]::text[]`)
  if (query.ownerId) where.push(sql`s.owner_id = ${query.ownerId}::uuid`)
  if (query.isNearlyFull) where.push(sql`u.used_bytes * 100 > s.capacity_bytes * ${STORAGE_WARNING_PERCENT}`)
  if (query.from) where.push(sql`s.created_at >= ${query.from}::timestamptz`)
  if (query.to) where.push(sql`s.created_at < ${query.to}::timestamptz`)
  return where
}

export const sqlManagedSpaceStore = (db: Db) => ({
  async page(query: ManagedQuery): Promise<{ list: ManagedSpace[]; next?: string }> {
    const sort = sorts[query.sort]
    const direction = query.order === 'asc' ? sql`asc` : sql`desc`
    const where = conditions(query)
    if (query.after) {
      const [key, id] = decodeCursor(query.after, z.tuple([sort.part, part.id]))
      const side = query.order === 'asc' ? sql`>` : sql`<`
      where.push(sql`(${sort.column}, ${sort.id}) ${side} (${key}::${sort.cast}, ${id}::uuid)`)
    }
    const { rows } = await sql<Sorted>`
      select ${columns}, ${sort.key} as key from space s ${joins} where ${sql.join(where, sql` and `)}
      order by ${sort.column} ${direction}, ${sort.id} ${direction} limit ${query.size + 1}`.execute(db)
    const list = rows.slice(0, query.size)
    const last = list.at(-1)
    return {
      list: list.map(toldSpace),
      ...(rows.length > query.size && last && { next: encodeCursor([last.key, last.id]) }),
    }
  },
  async byId(id: string, from: Db | Tx = db): Promise<ManagedSpace | null> {
    const { rows } = await sql<Row>`select ${columns} from space s ${joins} where s.id = ${id}::uuid`.execute(from)
    return rows[0] ? toldSpace(rows[0]) : null
  },
  /** Only a space in this status changes to that one; false when it is in another, or gone. */
  async turn(tx: Tx, id: string, { from, to, reason }: { from: SpaceStatus; to: SpaceStatus; reason: string }) {
    const { numUpdatedRows } = await tx
      .updateTable('space')
      .set({ status: to, reason })
      .where('id', '=', id)
      .where('status', '=', from)
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },
})
export type ManagedSpaceStore = ReturnType<typeof sqlManagedSpaceStore>
