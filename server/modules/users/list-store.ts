import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { User, users } from '#contract/users.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import { type UserRow, userColumns, userOf } from './row-store.ts'

export type UserQuery = ParsedOf<typeof users.list>
export type UserFilter = Pick<UserQuery, 'q' | 'role' | 'state' | 'status' | 'online'>
type Sorted = UserRow & { key: string }

const sorts = {
  created: { column: sql`p.created_at`, cast: sql`timestamptz`, part: part.timestamp, key: exactly(sql`p.created_at`) },
  name: { column: sql`p.name collate natural_order`, cast: sql`text`, part: part.text, key: sql`p.name` },
  email: { column: sql`lower(p.email)`, cast: sql`text`, part: part.text, key: sql`lower(p.email)` },
  /** Accounts that never signed in are listed before all others. */
  lastSignIn: {
    column: sql`coalesce(p.last_sign_in_at, '-infinity')`,
    cast: sql`timestamptz`,
    part: z.union([part.timestamp, z.literal('-infinity')]),
    key: sql`coalesce(${exactly(sql`p.last_sign_in_at`)}, '-infinity')`,
  },
} as const

const statuses = {
  enabled: sql`p.disabled_at is null and p.locked_at is null`,
  disabled: sql`p.disabled_at is not null`,
  locked: sql`p.locked_at is not null`,
} as const

/** The text that a search looks in; the index of character pairs is on the same expression. */
const words = sql`(p.name || ' ' || p.email || ' ' || p.unit)`

function conditions(filter: UserFilter, seenSince: Date): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = [
    sql`p.state <> 'application' and p.removed_at is null and p.merged_into is null`,
  ]
  if (filter.role) where.push(sql`p.role = ${sql.lit(filter.role)}`)
  if (filter.state === 'waiting') where.push(sql`p.state <> 'active'`)
  else if (filter.state) where.push(sql`p.state = ${sql.lit(filter.state)}`)
  if (filter.status) where.push(statuses[filter.status])
  if (filter.online)
    where.push(sql`p.id in (select session.person_id from session where session.seen_at >= ${seenSince})`)
  return where
}

/** Number of accounts that a search reads in list order before it uses the index. */
const WALK = 2000

const all = (where: RawBuilder<unknown>[]) => sql.join([sql`true`, ...where], sql` and `)

/** The requested order, and the condition for the rows after the previous page. */
function placeOf({ sort: by, order, after }: UserQuery) {
  const sort = sorts[by]
  const direction = order === 'asc' ? sql`asc` : sql`desc`
  const inOrder = sql`order by ${sort.column} ${direction}, p.id ${direction}`
  if (!after) return { key: sort.key, inOrder, beyond: [] }
  const [key, id] = decodeCursor(after, z.tuple([sort.part, part.id]))
  const side = order === 'asc' ? sql`>` : sql`<`
  const beyond = sql`(${sort.column}, p.id) ${side} (${key}::${sort.cast}, ${id}::uuid)`
  return { key: sort.key, inOrder, beyond: [beyond] }
}

/** The next accounts of a query, one more than a page, in one statement. */
async function nextOf(db: Db, query: UserQuery, seenSince: Date): Promise<Sorted[]> {
  const { key, inOrder, beyond } = placeOf(query)
  const filters = conditions(query, seenSince)
  const left = [...beyond, ...filters]
  const first = (where: RawBuilder<unknown>[]) =>
    sql`(select p.* from person p where ${all(where)} ${inOrder} limit ${WALK})`

  // The size is a literal, as in the list of spaces: a plan that fits any page is kept.
  async function read(from: RawBuilder<unknown>, where: RawBuilder<unknown>[]): Promise<Sorted[]> {
    const { rows } = await sql<Sorted>`
      select ${userColumns(seenSince)}, ${key} as key
      from (select p.* from ${from} p where ${all(where)} ${inOrder} limit ${sql.lit(query.size + 1)}) p ${inOrder}`.execute(
      db,
    )
    return rows
  }
  async function areFew(): Promise<boolean> {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from (select from person p where ${all(left)} limit ${WALK + 1}) p`.execute(db)
    return (rows[0]?.count ?? 0) <= WALK
  }

  const q = query.q?.trim()
  if (!q) return read(sql`person`, left)
  const fits = sql`${words} ilike ${`%${literal(q)}%`}`
  if ([...q].length < 2) return read(sql`person`, [...left, fits])
  const near = await read(first(beyond), [...filters, fits])
  if (near.length > query.size) return near
  if (await areFew()) return filters.length ? read(first(left), [fits]) : near
  return read(sql`person`, [...left, sql`grams${words} @> grams(${q})`, fits])
}

/**
 * One page of accounts by keyset. A search first reads accounts in list order, where a common word fills a page at once.
 * Only then it uses the index of character pairs, which would fetch and sort every hit of a common word. A single
 * character is not in that index, so the whole list is read for it.
 */
export async function pageOfUsers(db: Db, query: UserQuery, seenSince: Date): Promise<{ list: User[]; next?: string }> {
  const rows = await nextOf(db, query, seenSince)
  return pageOf(rows, query.size, { toItem: userOf, key: (row) => [row.key, row.id] })
}
