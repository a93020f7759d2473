import { type RawBuilder, sql } from 'kysely'
import type { Db, Tx } from '#server/storage/database.ts'

type Unused = { isUnused: RawBuilder<unknown>; before: Date; most: number }

/** Deletes rows of contents (`blob as b`) that are unused and old; returns their SHA-256. */
export async function takeUnused(tx: Tx, { isUnused, before, most }: Unused): Promise<string[]> {
  const { rows } = await sql<{ sha256: string }>`
    delete from blob where sha256 in (
      select sha256 from blob b where touched_at < ${before} and ${isUnused} limit ${most}
    ) returning encode(sha256, 'hex') as sha256`.execute(tx)
  return rows.map(({ sha256 }) => sha256)
}

/** The contents among these that have no row. */
export const strangers = async (db: Db | Tx, page: string[]): Promise<string[]> => {
  const { rows } = await sql<{ sha256: string }>`
    select sha256 from unnest(${page}::text[]) as s(sha256)
    where not exists (select 1 from blob b where b.sha256 = decode(s.sha256, 'hex'))
      and not exists (select 1 from staged_upload u where u.sha256 = decode(s.sha256, 'hex'))`.execute(db)
  return rows.map(({ sha256 }) => sha256)
}
