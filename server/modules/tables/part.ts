import { sql } from 'kysely'
import type { SpacePart } from '#server/space-part.ts'
import { tableRules } from './doctor.ts'
import { tableSeed } from './seed-store.ts'
import { giveToOwner } from './trash-store.ts'

export const tablesPart: SpacePart = {
  name: 'tables',
  tables: [
    'data_table',
    'data_column',
    'table_change',
    'table_index',
    'table_view',
    'table_comment',
    'table_upload',
    'table_misfit',
  ],
  saved: [
    { table: 'data_table' },
    { table: 'data_column', by: { column: 'table_id', of: 'data_table' } },
    { table: 'table_view', by: { column: 'table_id', of: 'data_table' } },
    { table: 'table_comment', by: { column: 'table_id', of: 'data_table' } },
    { table: 'table_change', by: { column: 'table_id', of: 'data_table' }, numbers: ['id', 'of_id'] },
  ],
  usedBytes: [sql`select d.bytes from data_table d where d.space_id = s.id`],
  memberLeaving: giveToOwner,
  contents: [{ table: 'table_upload', column: 'blob_sha256' }],
  doctor: tableRules,
  demo: async () => (await import('#server/demo/past/tables.ts')).tablesOfPast,
  seed: tableSeed,
}
