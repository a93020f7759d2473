import { sql } from 'kysely'
import type { SpacePart } from '#server/space-part.ts'

export const publicationsPart: SpacePart = {
  name: 'publications',
  tables: ['dataset', 'publication', 'publication_file', 'publication_table', 'publication_event'],
  contents: [
    {
      table: 'publication_file',
      column: 'blob_sha256',
      lost: sql`(select p.title || ' V' || p.number || ': ' || u.path from publication p where p.id = u.publication_id)`,
    },
  ],
}
