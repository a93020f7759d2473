import { sql } from 'kysely'
import { publicationsOfPast } from '#server/demo/past/publications.ts'
import type { SpacePart } from '#server/space-part.ts'
import { sqlPublicationFiles } from './file-store.ts'
import { freezeFiles } from './selection-store.ts'

export const publicationsPart: SpacePart = {
  name: 'publications',
  tables: ['dataset', 'publication', 'publication_file', 'publication_table', 'publication_event', 'identifier'],
  contents: [
    {
      table: 'publication_file',
      column: 'blob_sha256',
      lost: sql`(select p.title || ' V' || p.number || ': ' || u.path from publication p where p.id = u.publication_id)`,
    },
  ],
  demo: (tx, space) =>
    publicationsOfPast(tx, space, async (id, tops) => {
      await freezeFiles(tx, id, tops, space.now())
      await sqlPublicationFiles(tx).count(tx, id)
    }),
}
