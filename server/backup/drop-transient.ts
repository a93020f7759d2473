import { sql } from 'kysely'
import type { Tx } from '#server/storage/database.ts'

/** Why mails that waited wait no longer. */
const MAIL = 'restored from a backup: it may have left before'

/**
 * What must not come to life again with a restored database: who was signed in, what was begun in a browser, links to a
 * new password, locks of programs, uploads whose chunks are not in the backup, mails that may have left already, work that a node held.
 */
export async function dropTransient(tx: Tx): Promise<void> {
  for (const table of ['session', 'attempt', 'captcha', 'login_delay', 'file_lock'] as const)
    await tx.deleteFrom(table).execute()
  await sql`delete from link where kind in ('reset', 'backup')`.execute(tx)
  await forgetUploads(tx)
  await sql`update mail set state = 'failed', error = ${MAIL}, next_at = null where state = 'waiting'`.execute(tx)
  await sql`update task set lease_by = null, lease_until = null where finished_at is null`.execute(tx)
}

/** Their chunks lay beside the contents and are gone; the room that they had is free again. */
async function forgetUploads(tx: Tx): Promise<void> {
  await sql`
    with gone as (delete from upload where node_id is null returning space_id, size, receipt_id),
    come as (delete from incoming returning space_id, bytes),
    box as (
      update share s set box_used = s.box_used - b.size
      from (select r.share_id, sum(gone.size) as size from gone join share_receipt r on r.id = gone.receipt_id group by r.share_id) b
      where s.id = b.share_id
    )
    update space_usage u set reserved_bytes = reserved_bytes - f.bytes
    from (
      select space_id, sum(bytes) as bytes
      from (select space_id, size as bytes from gone union all select space_id, bytes from come) as freed group by space_id
    ) f where u.space_id = f.space_id`.execute(tx)
  for (const table of ['staged_upload', 'staged_chunk', 'staged_part'] as const) await tx.deleteFrom(table).execute()
}
