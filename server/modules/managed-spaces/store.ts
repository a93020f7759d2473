import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import { gbOf } from '#contract/limits.ts'
import type { ManagedSpace, managedSpaces } from '#contract/managed-spaces.ts'
import type { ParsedOf } from '#contract/operation.ts'
import type { SpaceStatus, SpaceType } from '#contract/policy.ts'
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
  size: gbOf(row.capacity_bytes),
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
    cast: sql`bigint`,
    part: part.count,
    key: sql`u.member_count`,
  },
} as const

/** Spaces are few beside people: each is met with its owner beside it, whatever the text. */
function about(q: string): RawBuilder<unknown> {
  const like = `%${literal(q.toLowerCase())}%`
  return sql`(s.words like ${like} or o.name ilike ${like} or o.email ilike ${like})`
}

function conditions(query: Omit<ManagedQuery, 'after' | 'size' | 'sort' | 'order'>): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [sql`true`]
  if (query.q) where.push(about(query.q))
  if (query.type) where.push(sql`s.type = ${sql.lit(query.type)}`)
  if (query.status) where.push(sql`s.status = ${sql.lit(query.status)}`)
  if (query.tag) where.push(sql`s.tags @> array[${query.tag}]::text[]`)
  if (query.ownerId) where.push(sql`s.owner_id = ${query.ownerId}::uuid`)
  if (query.isNearlyFull) where.push(IS_NEARLY_FULL)
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
    return pageOf(rows, query.size, { told: toldSpace, key: (row) => [row.key, row.id] })
  },
  async byId(id: string, from: Db | Tx = db): Promise<ManagedSpace | null> {
    const { rows } = await sql<Row>`select ${columns} from space s ${joins} where s.id = ${id}::uuid`.execute(from)
    return rows[0] ? toldSpace(rows[0]) : null
  },
})
export type ManagedSpaceStore = ReturnType<typeof sqlManagedSpaceStore>
