import { sql } from 'kysely'
import type { InstallationRun, InstallationRunKind } from '#contract/backups.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import { uniqueAs } from '#server/storage/unique.ts'

type NewRun = { id: string; kind: InstallationRunKind; personId: string; at: Date }
type End = { state: InstallationRun['state']; report: readonly string[]; at: Date }

export const sqlInstallationStore = (db: Db) => ({
  /** Throws backupRunning while one is under way. */
  insert: (tx: Tx, { id, kind, personId, at }: NewRun) =>
    uniqueAs({ installation_run_open: 'backupRunning' }, () =>
      sql`insert into installation_run (id, kind, state, person_id, started_at, seen_at)
        values (${id}::uuid, ${kind}, 'running', ${personId}::uuid, ${at}, ${at})`.execute(tx),
    ),
  /** Gives up what no server has followed since a moment. */
  giveUp: (tx: Tx, before: Date) =>
    sql`update installation_run set state = 'failed', finished_at = seen_at where state = 'running' and seen_at < ${before}`.execute(
      tx,
    ),
  tell: (id: string, report: readonly string[], at: Date) =>
    sql`update installation_run set report = ${JSON.stringify(report)}::jsonb, seen_at = ${at}
      where id = ${id}::uuid and state = 'running'`.execute(db),
  finish: (id: string, { state, report, at }: End) =>
    sql`update installation_run set state = ${state}, report = ${JSON.stringify(report)}::jsonb, finished_at = ${at}
      where id = ${id}::uuid and state = 'running'`.execute(db),
  async newest(): Promise<(InstallationRun & { seenAt: Date }) | undefined> {
    const row = await db
      .selectFrom('installation_run as r')
      .innerJoin('person as p', 'p.id', 'r.person_id')
      .selectAll('r')
      .select('p.name')
      .orderBy('r.started_at', 'desc')
      .limit(1)
      .executeTakeFirst()
    return (
      row && {
        id: row.id,
        kind: row.kind,
        state: row.state,
        person: row.name,
        report: row.report,
        startTime: row.started_at.toISOString(),
        endTime: row.finished_at?.toISOString() ?? null,
        seenAt: row.seen_at,
      }
    )
  },
})
export type InstallationStore = ReturnType<typeof sqlInstallationStore>
