import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { gbOf } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { SpaceStatus, SpaceType } from '#contract/core/policy.ts'
import type { ManagedSpace, managedSpaces } from '#contract/managed-spaces.ts'
import { IS_NEARLY_FULL } from '#server/modules/spaces/index.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
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
  is_held: boolean
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

const managedSpaceOf = (row: Row): ManagedSpace => ({
  id: row.id,
  name: row.name,
  identifier: row.identifier,
  introduction: row.introduction,
  tags: row.tags,
  type: row.type,
  status: row.status,
  reason: row.reason,
  isHeld: row.is_held,
  owner: { personId: row.owner_id, personName: row.owner_name, emailAccounts: row.owner_email },
  size: gbOf(row.capacity_bytes),
  usedBytes: row.used_bytes,
  fileCount: row.file_count,
  memberCount: row.member_count,
  downloads: row.downloads,
  createTime: row.created_at.toISOString(),
})

const columns = sql`s.id, s.name, s.identifier, s.introduction, s.tags, s.type, s.status, s.reason,
  on_hold('space', s.id) as is_held, s.owner_id,
  o.name as owner_name, o.email as owner_email, s.capacity_bytes, u.used_bytes, u.file_count, u.member_count,
  s.downloads, s.created_at`
const joins = sql`join space_usage u on u.space_id = s.id join person o on o.id = s.owner_id`

/** Each sort order has its own index; `key` is the part of a row that a cursor contains. */
const sorts = {
  created: {
    column: sql`s.created_at`,
    id: sql`s.id`,
    cast: sql`timestamptz`,
    part: part.timestamp,
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
    cast: sql`bigint`,
    part: part.count,
    key: sql`u.member_count`,
  },
} as const

/** Whether a space or its owner contains the text. */
function about(q: string): RawBuilder<unknown> {
  const like = `%${literal(q.toLowerCase())}%`
  return sql`(s.words like ${like} or o.name ilike ${like} or o.email ilike ${like})`
}

/** The same condition through the bigram indexes of spaces and owners. */
function heldBy(q: string): RawBuilder<unknown> {
  return sql`s.id in (
    select id from space where grams(words) @> grams(${q})
    union select w.id from person p join space w on w.owner_id = p.id
      where grams(p.name || ' ' || p.email || ' ' || p.unit) @> grams(${q}))`
}

/** Spaces that are scanned in order before the bigram indexes are used. */
const WALK = 1000

function conditions(query: Omit<ManagedQuery, 'after' | 'size' | 'sort' | 'order'>): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [sql`true`]
  if (query.type) where.push(sql`s.type = ${sql.lit(query.type)}`)
  if (query.status) where.push(sql`s.status = ${sql.lit(query.status)}`)
  if (query.tag) where.push(sql`s.tags @> array[${query.tag}]::text[]`)
  if (query.ownerId) where.push(sql`s.owner_id = ${query.ownerId}::uuid`)
  if (query.isNearlyFull) where.push(IS_NEARLY_FULL)
  if (query.from) where.push(sql`s.created_at >= ${query.from}::timestamptz`)
  if (query.to) where.push(sql`s.created_at < ${query.to}::timestamptz`)
  return where
}

/** The requested order, and the condition for rows after the previous page. */
function placeOf({ sort: by, order, after }: ManagedQuery) {
  const sort = sorts[by]
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const inOrder = sql`order by ${sort.column} ${direction}, ${sort.id} ${direction}`
  if (!after) return { key: sort.key, inOrder, beyond: [] }
  const [key, id] = decodeCursor(after, z.tuple([sort.part, part.id]))
  const side = order === 'asc' ? sql`>` : sql`<`
  return {
    key: sort.key,
    inOrder,
    beyond: [sql`(${sort.column}, ${sort.id}) ${side} (${key}::${sort.cast}, ${id}::uuid)`],
  }
}

/**
 * The next spaces of a query, one more than a page. A common word fills a page by an ordered scan; the bigram indexes
 * would fetch and sort all its hits. A single letter has no bigram and always needs the scan.
 */
async function nextOf(db: Db, query: ManagedQuery): Promise<Sorted[]> {
  const { key, inOrder, beyond } = placeOf(query)
  const { q, size } = query
  const where = [...conditions(query), ...beyond]
  const all = (...more: RawBuilder<unknown>[]) => sql.join([...where, ...more], sql` and `)
  async function read(from: RawBuilder<unknown>, rest: RawBuilder<unknown>): Promise<Sorted[]> {
    const { rows } = await sql<Sorted>`
      select ${columns}, ${key} as key from ${from} s ${joins} where ${rest} ${inOrder} limit ${size + 1}`.execute(db)
    return rows
  }
  if (!q) return read(sql`space`, all())
  if ([...q].length < 2) return read(sql`space`, all(about(q)))
  const first = sql`(select s.* from space s ${joins} where ${all()} ${inOrder} limit ${WALK})`
  const near = await read(first, about(q))
  // A fence keeps the planner from scanning all spaces in order.
  return near.length > size ? near : read(sql`(select * from space s where ${heldBy(q)} offset 0)`, all(about(q)))
}

export const sqlManagedSpaceStore = (db: Db) => ({
  async page(query: ManagedQuery): Promise<{ list: ManagedSpace[]; next?: string }> {
    const rows = await nextOf(db, query)
    return pageOf(rows, query.size, { toItem: managedSpaceOf, key: (row) => [row.key, row.id] })
  },
  async byId(id: string, from: Db | Tx = db): Promise<ManagedSpace | null> {
    const { rows } = await sql<Row>`select ${columns} from space s ${joins} where s.id = ${id}::uuid`.execute(from)
    return rows[0] ? managedSpaceOf(rows[0]) : null
  },
})
export type ManagedSpaceStore = ReturnType<typeof sqlManagedSpaceStore>
