import type { DatasetMetadata } from '#contract/publications/metadata.ts'
import type { Db } from '#server/storage/database.ts'

/** Corrections that the page of a version shows, the newest ones (our choice). */
const CORRECTIONS_SHOWN = 100

/** A correction with the parts of the record as they were before it. */
export type CorrectionRow = { number: number; at: Date; reason: string; before: Partial<DatasetMetadata> }

/** Corrections of a version, the newest first. */
export const correctionsOf = (db: Db, publicationId: string): Promise<CorrectionRow[]> =>
  db
    .selectFrom('publication_correction')
    .select(['number', 'at', 'reason', 'before'])
    .where('publication_id', '=', publicationId)
    .orderBy('number', 'desc')
    .limit(CORRECTIONS_SHOWN)
    .execute()
