import { sql } from 'kysely'
import type { SpacePart } from '#server/space-part.ts'

export const personalDataPart: SpacePart = {
  name: 'personalData',
  tables: ['personal_data_export'],
  contents: [
    {
      table: 'personal_data_export',
      column: 'blob_sha256',
      lost: sql`(select 'data export of ' || p.email from person p where p.id = u.person_id)`,
    },
  ],
  restored: (tx) => tx.deleteFrom('personal_data_export').where('state', 'in', ['waiting', 'running']).execute().then(),
}
