import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** First half of the key of an advisory lock; the second half is derived from the owner of the limit. */
const RATE_LIMIT_LOCK = 20261123

/**
 * Counts one use against a rate limit if the transaction commits; returns null, or the time when the next use is
 * allowed. Uses count even when what they created was deleted.
 */
export async function consumeRateLimit(
  tx: Tx,
  key: string,
  { limit, withinMs, at }: { limit: number; withinMs: number; at: Date },
): Promise<Date | null> {
  await sql`select pg_advisory_xact_lock(${RATE_LIMIT_LOCK}, hashtext(${key}))`.execute(tx)
  const keys = sql`select ${key}::text || ' ' || slot as key from generate_series(1, ${limit}::int) as slot`
  const { rows } = await sql`
    insert into rate_limit (key, at)
    select t.key, ${at} from (${keys}) as t left join rate_limit p on p.key = t.key
    where p.at is null or p.at <= ${new Date(at.getTime() - withinMs)} limit 1
    on conflict (key) do update set at = excluded.at returning key`.execute(tx)
  if (rows.length) return null
  const { rows: taken } = await sql<{ at: Date }>`select min(at) as at from rate_limit where key in (${keys})`.execute(
    tx,
  )
  return new Date((taken[0]?.at ?? at).getTime() + withinMs)
}
