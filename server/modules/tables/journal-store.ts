import { sql } from 'kysely'
import type { Tx } from '#server/storage/database.ts'

type Before = { tableId: string; personId: string; since: Date; changeId: number }

/** Whether a person changed a table since a moment, before a change of theirs. */
export async function changedBefore(tx: Tx, { tableId, personId, since, changeId }: Before): Promise<boolean> {
  const { rows } = await sql`
    select 1 from table_change
    where table_id = ${tableId}::uuid and id < ${changeId} and person_id = ${personId}::uuid and at >= ${since}
    order by id desc limit 1`.execute(tx)
  return rows.length > 0
}
