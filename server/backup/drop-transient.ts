import { sql } from 'kysely'
import { spaceParts } from '#server/space-parts.ts'
import type { Tx } from '#server/storage/database.ts'

/** Reason recorded for mails that are no longer waiting. */
const MAIL = 'restored from a backup: it may have left before'

/**
 * Removes state that must not survive a restore: client sessions, unfinished sign-ins, password links, mails that may
 * have been sent already, and unfinished work of the parts of spaces.
 */
export async function dropTransient(tx: Tx): Promise<void> {
  for (const table of ['session', 'attempt', 'captcha', 'login_delay'] as const) await tx.deleteFrom(table).execute()
  await sql`delete from link where kind in ('reset', 'backup')`.execute(tx)
  await sql`update mail set state = 'failed', error = ${MAIL}, next_at = null where state = 'waiting'`.execute(tx)
  for (const { restored } of spaceParts) await restored?.(tx)
}
