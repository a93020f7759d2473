import { type Insertable, sql } from 'kysely'
import type { Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'

/** Keeps boards as parts of a version. */
export async function freezeBoards(tx: Tx, rows: readonly Insertable<Schema['publication_board']>[]): Promise<void> {
  for (const row of rows)
    await sql`insert into publication_board (
        publication_id, report_id, position, name, description, content, paths, folders, views)
      values (${row.publication_id}::uuid, ${row.report_id}::uuid, ${row.position}, ${row.name}, ${row.description},
        ${JSON.stringify(row.content)}::jsonb, ${JSON.stringify(row.paths)}::jsonb,
        ${JSON.stringify(row.folders)}::jsonb, ${JSON.stringify(row.views)}::jsonb)`.execute(tx)
}
