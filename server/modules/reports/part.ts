import { sql } from 'kysely'
import type { SpacePart } from '#server/space-part.ts'
import { giveReportsToOwner } from './store.ts'

export const reportsPart: SpacePart = {
  name: 'reports',
  tables: ['report', 'report_version', 'report_alert'],
  saved: [{ table: 'report' }, { table: 'report_version', by: { column: 'report_id', of: 'report' } }],
  memberLeaving: giveReportsToOwner,
  doctor: [
    {
      check: 'reports',
      level: 'grave',
      wrong: () => sql`
        select r.name as what from report r where r.published is not null and not exists (
          select from report_version v where v.report_id = r.id and v.number = r.published)`,
      said: 'published reports have no content',
      so: 'their readers see nothing until they are published again',
      mend: {
        run: () => sql`
          update report r set published = null where r.published is not null and not exists (
            select from report_version v where v.report_id = r.id and v.number = r.published)`,
        done: 'taken back',
      },
    },
  ],
  demo: async () => (await import('#server/demo/past/reports.ts')).reportsOfPast,
}
