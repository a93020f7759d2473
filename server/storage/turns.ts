import { sql } from 'kysely'
import type { Tx } from './database.ts'

/** First half of the key of an advisory lock; the second comes from whose turns they are. */
const TURNS = 20261123

/**
 * Takes one of the turns that somebody has within a time, as long as the transaction comes to pass; null then, else when
 * the next one is free. What the turns were for may be deleted meanwhile: they stay taken.
 */
export async function takeAllowance(
  tx: Tx,
  key: string,
  { turns, withinMs, at }: { turns: number; withinMs: number; at: Date },
): Promise<Date | null> {
  await sql`select pg_advisory_xact_lock(${TURNS}, hashtext(${key}))`.execute(tx)
  const keys = sql`select ${key}::text || ' ' || turn as key from generate_series(1, ${turns}::int) as turn`
  const { rows } = await sql`
    insert into pace (key, at)
    select t.key, ${at} from (${keys}) as t left join pace p on p.key = t.key
    where p.at is null or p.at <= ${new Date(at.getTime() - withinMs)} limit 1
    on conflict (key) do update set at = excluded.at returning key`.execute(tx)
  if (rows.length) return null
  const { rows: taken } = await sql<{ at: Date }>`select min(at) as at from pace where key in (${keys})`.execute(tx)
  return new Date((taken[0]?.at ?? at).getTime() + withinMs)
}
