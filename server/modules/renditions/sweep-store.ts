import { sql } from 'kysely'
import type { Db } from '#server/storage/database.ts'
import { whileBlobsRest } from '#server/storage/locks.ts'

/** Rows checked in one statement. */
const PAGE = 5000

type Key = { space_id: string; sha256: string }
const isLeft = sql`not exists (select 1 from node n where n.blob_sha256 = k.sha256 and n.space_id = k.space_id)`

/**
 * Deletes search keys of contents in spaces that no longer have them; a search drops such hits anyway. Rows are found
 * without a lock and checked again with it, since a content may be coming back.
 */
export async function sweepKeys(db: Db): Promise<number> {
  let swept = 0
  let after: Key | null = null
  do {
    const page: Key[] = await keysAfter(db, after)
    const left = await leftOf(db, page)
    swept += left.length && (await forget(db, left))
    after = page.length === PAGE ? (page.at(-1) ?? null) : null
  } while (after)
  return swept
}

async function keysAfter(db: Db, after: Key | null): Promise<Key[]> {
  const beyond = after
    ? sql`where (space_id, sha256) > (${after.space_id}::uuid, decode(${after.sha256}, 'hex'))`
    : sql``
  const { rows } = await sql<Key>`
    select space_id, encode(sha256, 'hex') as sha256 from content_key ${beyond} order by content_key.space_id, content_key.sha256
    limit ${PAGE}`.execute(db)
  return rows
}

const given = (keys: readonly Key[]) => sql`
  select space_id, decode(sha256, 'hex') as sha256
  from unnest(${keys.map(({ space_id }) => space_id)}::uuid[], ${keys.map(({ sha256 }) => sha256)}::text[]) as g(space_id, sha256)`

async function leftOf(db: Db, keys: readonly Key[]): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select k.space_id, encode(k.sha256, 'hex') as sha256 from (${given(keys)}) k where ${isLeft}`.execute(db)
  return rows
}

const forget = async (db: Db, keys: readonly Key[]): Promise<number> =>
  (await whileBlobsRest(db, async (tx) => {
    const { numAffectedRows = 0n } = await sql`
      delete from content_key k using (${given(keys)}) g where k.space_id = g.space_id and k.sha256 = g.sha256 and ${isLeft}`.execute(
      tx,
    )
    return Number(numAffectedRows)
  })) ?? 0
