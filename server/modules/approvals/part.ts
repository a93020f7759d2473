import { sql } from 'kysely'
import type { SpacePart } from '#server/space-part.ts'

export const approvalsPart: SpacePart = {
  name: 'approvals',
  tables: ['approval'],
  demo: async () => (await import('#server/demo/past/capacity.ts')).capacityOfPast,
  seed: [
    sql`
      insert into approval (id, kind, space_id, space_name, space_identifier, applicant_id, reason, size_gb, asked_at)
      select gen_random_uuid(), 'space', m.id, s.name, s.identifier, m.owner_id, '', 10 + i % 90, m.at
      from made m join space s on s.id = m.id where s.status = 'pending'`,
  ],
}
