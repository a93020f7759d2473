import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { Actor } from '#contract/core/policy.ts'
import type { Space, spaces } from '#contract/spaces.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db } from '#server/storage/database.ts'
import { literal } from '#server/storage/like.ts'
import { rowColumns, rowJoins } from './row-store.ts'
import { type SpaceRow, spaceOf } from './rows.ts'

export type SpaceQuery = ParsedOf<typeof spaces.list>
type Sorted = SpaceRow & { key: string | number }

const bySpace = { from: sql`space s`, id: sql`s.id` }
const byUsage = { from: sql`space_usage u join space s on s.id = u.space_id`, id: sql`u.space_id` }

/** Each order has its own index; `key` is the part of a row in the cursor. */
const sorts = {
  name: { ...bySpace, column: sql`s.name collate natural_order`, cast: sql`text`, part: part.text, key: sql`s.name` },
  created: {
    ...bySpace,
    column: sql`s.created_at`,
    cast: sql`timestamptz`,
    part: part.timestamp,
    key: exactly(sql`s.created_at`),
  },
  hot: { ...bySpace, column: sql`s.heat`, cast: sql`float8`, part: z.number(), key: sql`s.heat` },
  members: { ...byUsage, column: sql`u.member_count`, cast: sql`bigint`, part: part.count, key: sql`u.member_count` },
  used: { ...byUsage, column: sql`u.used_bytes`, cast: sql`bigint`, part: part.count, key: sql`u.used_bytes` },
} as const

/** A space that there is, whose storage is allocated; others are only asked for, or were refused. */
export const IS_ALLOCATED = sql`s.status in ('normal', 'offline')`
/** Condition of openly listed spaces; the indexes of the home page contain only these. */
export const IS_OPEN = sql`s.status = 'normal' and s.type in ('public', 'restricted')`

/**
 * A word in at most this many spaces is looked up in the index; for a more frequent one the sorted list is filtered.
 */
const RARE = 1000

/** Ids of the spaces that may match a text, or null when there are too many. */
async function fewAbout(db: Db, q: string): Promise<string[] | null> {
  // A single letter has no pair for the index.
  if ([...q].length < 2) return null
  const { rows } = await sql<{ id: string }>`
    with hits as materialized (
      select s.id from space s where grams(s.words) @> grams(${q}) or s.tags @> array[${q}]::text[]
    ) select id from hits limit ${RARE + 1}`.execute(db)
  return rows.length > RARE ? null : rows.map(({ id }) => id)
}

async function conditions(db: Db, query: SpaceQuery): Promise<RawBuilder<unknown>[]> {
  const where: RawBuilder<unknown>[] = []
  if (query.type) where.push(sql`s.type = ${sql.lit(query.type)}`)
  if (query.tag) where.push(sql`s.tags @> array[${query.tag}]::text[]`)
  const q = query.q?.trim()
  if (!q) return where
  where.push(sql`(s.words like lower(${`%${literal(q)}%`}) or s.tags @> array[${q}]::text[])`)
  const few = await fewAbout(db, q)
  if (few) where.push(sql`s.id = any(${few}::uuid[])`)
  return where
}

/** Sets of spaces of a query: the own ones, other open ones, or all open ones and the own hidden ones. */
function placesOf({ scope }: SpaceQuery, me: string | null): RawBuilder<unknown>[] {
  // As a list of ids: one person's spaces are few, so looking them up is faster than filtering.
  const isMine = sql`s.id = any(array(select space_id from member where person_id = ${me}::uuid))`
  if (scope === 'mine') return [isMine]
  if (me && scope === 'others') return [sql`${IS_OPEN} and not ${isMine}`]
  return me ? [IS_OPEN, sql`${isMine} and not (${IS_OPEN})`] : [IS_OPEN]
}

/** One page of the spaces that a person belongs to or can see, by keyset. */
export async function pageOfSpaces(db: Db, query: SpaceQuery, actor: Actor): Promise<{ list: Space[]; next?: string }> {
  const me = actor?.id ?? null
  const sort = sorts[query.sort]
  const direction = query.order === 'asc' ? sql`asc` : sql`desc`
  const where = await conditions(db, query)
  if (query.after) {
    const [key, id] = decodeCursor(query.after, z.tuple([sort.part, part.id]))
    const side = query.order === 'asc' ? sql`>` : sql`<`
    where.push(sql`(${sort.column}, ${sort.id}) ${side} (${key}::${sort.cast}, ${id}::uuid)`)
  }
  const inOrder = sql`order by ${sort.column} ${direction}, ${sort.id} ${direction}`
  const found = placesOf(query, me).map(
    (place) => sql`(select s.id from ${sort.from} where ${sql.join([place, ...where], sql` and `)}
      ${inOrder} limit ${sql.lit(query.size + 1)})`,
  )
  // Each set yields its first rows in order; details are read only for the resulting page. The size is a literal: with a
  // parameter PostgreSQL takes a plan for any size to be dear, and plans these joins anew for each request.
  const { rows } = await sql<Sorted>`
    select ${rowColumns(me)}, ${sort.key} as key from (${sql.join(found, sql` union all `)}) found
    join space s on s.id = found.id ${rowJoins(me)} ${inOrder} limit ${sql.lit(query.size + 1)}`.execute(db)
  return pageOf(rows, query.size, { toItem: (row) => spaceOf(row, actor), key: (row) => [row.key, row.id] })
}

/** The most used tags of openly listed spaces. */
export async function tagsInTheOpen(db: Db, most: number): Promise<{ tag: string; count: number }[]> {
  const { rows } = await sql<{ tag: string; count: number }>`
    select tag, count(*) as count from space s, unnest(s.tags) as tag where ${IS_OPEN}
    group by tag order by count(*) desc, tag limit ${most}`.execute(db)
  return rows
}
