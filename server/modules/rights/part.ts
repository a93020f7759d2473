import { sql } from 'kysely'
import { defaultFlags } from '#contract/core/policy.ts'
import type { SpacePart } from '#server/space-part.ts'

export const rightsPart: SpacePart = {
  name: 'rights',
  tables: ['space_flags'],
  saved: [{ table: 'space_flags', restored: 'intoNew' }],
  seed: (['senior', 'normal'] as const).map(
    (role) => sql`
      insert into space_flags (space_id, role, flags) select id, ${role}, ${defaultFlags(role)}::text[] from made`,
  ),
  doctor: [
    {
      check: 'space-without-rights',
      level: 'grave',
      said: 'spaces lack the rights of a role',
      so: 'members of that role may do nothing; an owner sets them again',
      wrong: () => sql`
        select s.identifier || ' ' || r.role as what from space s, unnest(array['senior', 'normal']) as r(role)
        where not exists (select 1 from space_flags f where f.space_id = s.id and f.role = r.role)`,
    },
  ],
}
