import { sql } from 'kysely'
import type { SpacePart } from '#server/space-part.ts'

export const componentsPart: SpacePart = {
  name: 'components',
  tables: ['component', 'component_file'],
  contents: [
    {
      table: 'component_file',
      column: 'blob_sha256',
      lost: sql`'component ' || u.component_id || ':' || u.path`,
    },
  ],
  doctor: [
    {
      check: 'component-without-entry',
      level: 'grave',
      said: 'preview components lack the file that they begin with',
      so: 'an administrator removes and installs them again',
      wrong: () => sql`
        select c.id as what from component c
        where not exists (select 1 from component_file f where f.component_id = c.id and f.path = c.entry)`,
    },
  ],
}
