import { type RawBuilder, sql } from 'kysely'
import * as z from 'zod/mini'
import type { ParsedOf } from '#contract/operation.ts'
import type { Space, spaces } from '#contract/spaces.ts'
import { decodeCursor, encodeCursor, part } from '#server/storage/cursor.ts'
import type { Db } from '#server/storage/database.ts'
import { rowsFor, type SpaceRow, spaceOf } from './rows.ts'

export type SpaceQuery = ParsedOf<typeof spaces.list>

const sorts = {
  name: { column: sql`s.name collate natural_order`, cast: sql`text`, key: part.text, of: (row: SpaceRow) => row.name },
  created: {
    column: sql`date_trunc('milliseconds', s.created_at)`,
    cast: sql`timestamptz`,
    key: part.moment,
    of: (row: SpaceRow) => row.created_at.toISOString(),
  },
  used: { column: sql`u.used_bytes`, cast: sql`bigint`, key: part.count, of: (row: SpaceRow) => row.used_bytes },
} as const

/** `%` and `_` of a search text stand for themselves. */
const literal = (text: string) => text.replace(/[\\%_]/g, '\\$&')

function conditions(query: SpaceQuery, me: string | null): RawBuilder<unknown>[] {
  const where: RawBuilder<unknown>[] = []
  if (query.scope === 'mine') where.push(sql`m.person_id is not null`)
  else where.push(sql`(m.person_id is not null or (s.status = 'normal' and s.type in ('public', 'restricted')))`)
  if (query.type) where.push(sql`s.type = ${query.type}`)
  if (query.tag) where.push(sql`s.tags @> array[${query.tag}]::text[]`)
  if (query.q) {
    const like = `%${literal(query.q)}%`
    where.push(
      sql`(s.name ilike ${like} or s.introduction ilike ${like} or s.identifier ilike ${like} or ${query.q} = any(s.tags))`,
    )
  }
  // Starting from the memberships of one person is the shorter way to that person's spaces.
  if (query.scope === 'mine') where.push(sql`s.id in (select space_id from member where person_id = ${me}::uuid)`)
  return where
}

/** One page of the spaces that a person belongs to or can see, by keyset. */
export async function pageOfSpaces(
  db: Db,
  query: SpaceQuery,
  me: string | null,
): Promise<{ list: Space[]; next?: string }> {
  const sort = sorts[query.sort]
  const where = conditions(query, me)
  const after = query.after ? decodeCursor(query.after, z.tuple([sort.key, part.id])) : null
  const direction = query.order === 'asc' ? sql`asc` : sql`desc`
  if (after) {
    const beyond = query.order === 'asc' ? sql`>` : sql`<`
    where.push(sql`(${sort.column}, s.id) ${beyond} (${after[0]}::${sort.cast}, ${after[1]}::uuid)`)
  }
  const { rows } = await sql<SpaceRow>`
    ${rowsFor(me)} where ${sql.join(where, sql` and `)}
    order by ${sort.column} ${direction}, s.id ${direction} limit ${query.size + 1}`.execute(db)
  const page = rows.slice(0, query.size)
  const last = page.at(-1)
  return {
    list: page.map(spaceOf),
    ...(rows.length > page.length && last && { next: encodeCursor([sort.of(last), last.id]) }),
  }
}
