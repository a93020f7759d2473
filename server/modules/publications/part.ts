import { sql } from 'kysely'
import type { SpacePart } from '#server/space-part.ts'
import { sqlPublicationFiles } from './file-store.ts'
import { bringPublicationsBack } from './restored-store.ts'
import { freezeFiles } from './selection-store.ts'

export const publicationsPart: SpacePart = {
  name: 'publications',
  tables: [
    'dataset',
    'publication',
    'publication_file',
    'publication_table',
    'publication_board',
    'publication_event',
    'publication_correction',
    'publication_transfer',
    'dataset_entry',
    'publication_round',
    'publication_round_file',
    'review_comment',
    'review_attachment',
    'review_link',
    'access_request',
    'dataset_usage',
    'dataset_usage_total',
    'identifier_registration',
    'identifier',
  ],
  saved: [
    { table: 'dataset', restored: 'apart' },
    { table: 'identifier', by: { column: 'dataset_id', of: 'dataset' }, restored: 'apart' },
    { table: 'publication', by: { column: 'dataset_id', of: 'dataset' }, restored: 'apart' },
    { table: 'publication_file', by: { column: 'publication_id', of: 'publication' }, restored: 'apart' },
    { table: 'publication_table', by: { column: 'publication_id', of: 'publication' }, restored: 'apart' },
    { table: 'publication_board', by: { column: 'publication_id', of: 'publication' }, restored: 'apart' },
    { table: 'publication_correction', by: { column: 'publication_id', of: 'publication' }, restored: 'apart' },
    { table: 'publication_event', by: { column: 'publication_id', of: 'publication' }, restored: 'apart' },
    { table: 'publication_transfer', by: { column: 'publication_id', of: 'publication' }, restored: 'apart' },
  ],
  contents: [
    {
      table: 'publication_file',
      column: 'blob_sha256',
      lost: sql`(select p.title || ' V' || p.number || ': ' || u.path from publication p where p.id = u.publication_id)`,
    },
    { table: 'received_file', column: 'blob_sha256', lost: sql`u.path || ' (unfinished)'` },
    {
      table: 'review_attachment',
      column: 'blob_sha256',
      lost: sql`(select p.title || ' V' || p.number || ': ' || u.name from publication p where p.id = u.publication_id)`,
    },
    {
      table: 'publication_transfer',
      column: 'blob_sha256',
      lost: sql`(select p.title || ' V' || p.number || ': ' || u.attachment_name from publication p
        where p.id = u.publication_id)`,
    },
  ],
  broughtBack: bringPublicationsBack,
  demo: async () => {
    const { publicationsOfPast } = await import('#server/demo/past/publications.ts')
    return (tx, space) =>
      publicationsOfPast(tx, space, async (id, tops) => {
        await freezeFiles(tx, id, { tops, now: space.now() })
        await sqlPublicationFiles(tx).count(tx, id)
      })
  },
}
