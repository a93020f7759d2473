import { sql } from 'kysely'
import type { SpacePart } from '#server/space-part.ts'

export const backupsPart: SpacePart = {
  name: 'backups',
  // Copies outlive their spaces, so that a deleted one can be restored.
  tables: ['backup_copy'],
  restored: async (tx) => {
    const ended = sql`error = 'backupInterrupted', finished_at = now()`
    await sql`update backup_copy set state = 'failed', ${ended} where state in ('waiting', 'running')`.execute(tx)
    await sql`update backup_run set state = 'failed', ${ended} where state in ('waiting', 'running')`.execute(tx)
    await sql`update installation_run set state = 'failed', finished_at = now() where state = 'running'`.execute(tx)
  },
}
