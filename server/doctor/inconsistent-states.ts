import { sql } from 'kysely'
import type { Db } from '#server/storage/database.ts'
import type { Finding } from './finding.ts'

/** Spaces and requests in a half-completed state, in plain words: people decide what to do with them. */
export async function* checkInconsistentStates(db: Db): AsyncGenerator<Finding> {
  const { rows } = await sql<{ identifier: string; wrong: string }>`
    select s.identifier, 'has no owner among its members' as wrong from space s
    where not exists (select 1 from member m where m.space_id = s.id and m.role = 'owner')
    union all
    select s.identifier, 'has ' || count(*) || ' owners among its members'
    from space s join member m on m.space_id = s.id and m.role = 'owner' group by s.id having count(*) > 1
    union all
    select s.identifier, 'belongs to somebody who is not its owner among the members'
    from space s join member m on m.space_id = s.id and m.role = 'owner'
    group by s.id having count(*) = 1 and bool_and(m.person_id <> s.owner_id)
    union all
    select s.identifier, 'is pending, and no request for it waits' from space s
    where s.status = 'pending' and not exists (
      select 1 from approval a where a.space_id = s.id and a.kind = 'space' and a.state = 'pending')
    union all
    select a.space_identifier, coalesce('is ' || s.status, 'is gone') || ', and a request for it still waits'
    from approval a left join space s on s.id = a.space_id
    where a.kind = 'space' and a.state = 'pending' and s.status is distinct from 'pending'
    order by 1, 2`.execute(db)
  for (const { identifier, wrong } of rows)
    yield { check: 'half-state', level: 'grave', isMended: false, said: `space ${identifier} ${wrong}` }
}
