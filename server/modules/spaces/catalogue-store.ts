import { sql } from 'kysely'
import { spacePath } from '#contract/pages/paths.ts'
import type { Db } from '#server/storage/database.ts'
import { IS_OPEN } from './list-store.ts'

/** Public spaces in the order of their ids, starting with the given id. */
export async function openFrom(db: Db, id: string | null, most: number): Promise<{ id: string; path: string }[]> {
  const { rows } = await sql<{ id: string; identifier: string }>`
    select s.id, s.identifier from space s where ${IS_OPEN} and s.id >= coalesce(${id}::uuid, s.id)
    order by s.id limit ${most}`.execute(db)
  return rows.map(({ id, identifier }) => ({ id, path: spacePath(identifier) }))
}

/** Every n-th public space in the order of their ids. */
export async function openStarts(db: Db, every: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (select s.id, row_number() over (order by s.id) as place from space s where ${IS_OPEN}) numbered
    where place % ${every}::bigint = 1 order by id`.execute(db)
  return rows.map((row) => row.id)
}
