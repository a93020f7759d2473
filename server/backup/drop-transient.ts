import { sql } from 'kysely'
import { spaceParts } from '#server/space-parts.ts'
import type { Tx } from '#server/storage/database.ts'

/** Why mails that waited wait no longer. */
const MAIL = 'restored from a backup: it may have left before'

/**
 * What must not come to life again with a restored database: who was signed in, what was begun in a browser, links to a
 * new password, mails that may have left already, and what parts of spaces had under way.
 */
export async function dropTransient(tx: Tx): Promise<void> {
  for (const table of ['session', 'attempt', 'captcha', 'login_delay'] as const) await tx.deleteFrom(table).execute()
  await sql`delete from link where kind in ('reset', 'backup')`.execute(tx)
  await sql`update mail set state = 'failed', error = ${MAIL}, next_at = null where state = 'waiting'`.execute(tx)
  for (const { restored } of spaceParts) await restored?.(tx)
}
