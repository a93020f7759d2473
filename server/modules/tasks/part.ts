import { sql } from 'kysely'
import { HOUR_MS } from '#contract/core/time.ts'
import type { SpacePart } from '#server/space-part.ts'
import { letGoOfAll } from './lease-store.ts'

const FINAL = sql`('completed', 'failed', 'partlyFailed', 'cancelled')`

export const tasksPart: SpacePart = {
  name: 'tasks',
  tables: ['task', 'task_part'],
  demo: async () => (await import('#server/demo/past/tasks.ts')).tasksOfPast,
  reservedBytes: [sql`select t.reserved_bytes from task t where t.space_id = s.id and t.finished_at is null`],
  restored: letGoOfAll,
  doctor: [
    {
      check: 'task-half-ended',
      level: 'grave',
      said: 'tasks are over in one respect and not in another',
      so: 'whoever began them cancels them and tries again',
      wrong: () => sql`
        select trim(t.kind || ' ' || t.title) as what from task t where (t.finished_at is null) = (t.state in ${FINAL})`,
    },
    {
      check: 'task-held-after-end',
      level: 'light',
      said: 'tasks that are over are still held by a node or hold room',
      so: 'their people can begin no other',
      wrong: () => sql`
        select trim(t.kind || ' ' || t.title) as what from task t
        where t.finished_at is not null and (t.lease_by is not null or t.reserved_bytes > 0)`,
      mend: {
        run: () => sql`
          update task set lease_by = null, lease_until = null, reserved_bytes = 0
          where finished_at is not null and (lease_by is not null or reserved_bytes > 0)`,
        done: 'let go',
      },
    },
    {
      check: 'task-waits',
      level: 'note',
      said: 'tasks have waited for an hour and no node takes them',
      so: 'is a server running?',
      wrong: (now) => sql`
        select trim(t.kind || ' ' || t.title) as what from task t
        where t.finished_at is null and t.state not in ${FINAL} and coalesce(t.lease_until, t.created_at) < ${new Date(now.getTime() - HOUR_MS)}`,
    },
  ],
}
