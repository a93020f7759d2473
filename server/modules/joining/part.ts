import { sql } from 'kysely'
import type { SpacePart } from '#server/space-part.ts'

/** Test data: some people request to join a few of the restricted spaces. */
const requests = sql`
  insert into join_request (id, space_id, space_name, space_identifier, person_id, reason, asked_at)
  select gen_random_uuid(), m.id, s.name, s.identifier, f.id, s.introduction || ' ' || n.n, now() - (m.i * 3 + n.n) * interval '1 minute'
  from made m join space s on s.id = m.id cross join generate_series(1, 3) n(n)
    join folk f on f.n = (m.i * 313 + n.n * 1013)::bigint % (select count(*) from folk)
  where m.i % 3 = 1 and m.i % 10 < 4
    and not exists (select 1 from member x where x.space_id = m.id and x.person_id = f.id)
  on conflict do nothing`

export const joiningPart: SpacePart = {
  name: 'joining',
  tables: ['join_request', 'space_invitation'],
  demo: async () => (await import('#server/demo/past/joining.ts')).joiningOfPast,
  seed: [requests],
}
