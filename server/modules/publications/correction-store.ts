import { sql } from 'kysely'
import type { DatasetMetadata } from '#contract/publications/metadata.ts'
import type { Tx } from '#server/storage/database.ts'

/** Keeps how the parts that a correction changes were; the version is locked. Gives the number of the correction. */
export async function keepCorrection(
  tx: Tx,
  publicationId: string,
  { at, reason, before }: { at: Date; reason: string; before: Partial<DatasetMetadata> },
): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into publication_correction (publication_id, number, at, reason, before)
    select ${publicationId}::uuid, coalesce(max(number), 0) + 1, ${at}, ${reason}, ${JSON.stringify(before)}::jsonb
    from publication_correction where publication_id = ${publicationId}::uuid returning number`.execute(tx)
  return rows[0]?.number ?? 0
}
