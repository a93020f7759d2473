import { type Selectable, sql } from 'kysely'
import type { InstallationRun, InstallationRunKind } from '#contract/backups.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'
import { uniqueAs } from '#server/storage/unique.ts'

type NewRun = { id: string; kind: InstallationRunKind; personId: string | null; at: Date }
type End = { state: InstallationRun['state']; report: readonly string[]; at: Date }
/** A run followed by one server: its results are stored until another server has taken the run over. */
export type Followed = { id: string; kind: InstallationRunKind; tries: number }
export type ScheduleRow = Omit<Selectable<Schema['installation_schedule']>, 'is_only'>

export const sqlInstallationStore = (db: Db) => ({
  /** Throws backupRunning while one is under way. */
  async insert(tx: Tx, { id, kind, personId, at }: NewRun): Promise<Followed> {
    const row = { id, kind, state: 'running', person_id: personId, started_at: at, seen_at: at } as const
    await uniqueAs({ installation_run_open: 'backupRunning' }, () =>
      tx
        .insertInto('installation_run')
        .values({ ...row, report: sql`'[]'::jsonb` })
        .execute(),
    )
    return { id, kind, tries: 1 }
  },
  openKind: async (tx: Tx): Promise<InstallationRunKind | undefined> =>
    (await tx.selectFrom('installation_run').select('kind').where('state', '=', 'running').executeTakeFirst())?.kind,
  /** Takes over a run that no server has followed since a time, unless it was started too often. */
  async takeLost(at: Date, before: Date, triesMax: number): Promise<Followed | undefined> {
    const { rows } = await sql<Followed>`
      update installation_run set seen_at = ${at}, tries = tries + 1, report = '[]'
      where state = 'running' and seen_at < ${before} and tries < ${triesMax} returning id, kind, tries`.execute(db)
    return rows[0]
  },
  /** Abandons a run that no server has followed since a time; returns its kind. */
  async giveUp(tx: Tx, before: Date): Promise<InstallationRunKind | undefined> {
    const { rows } = await sql<{ kind: InstallationRunKind }>`
      update installation_run set state = 'failed', finished_at = seen_at where state = 'running' and seen_at < ${before}
      returning kind`.execute(tx)
    return rows[0]?.kind
  },
  /** Writes down what the command said; false when another server has taken the run over. */
  async tell({ id, tries }: Followed, report: readonly string[], at: Date): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update installation_run set report = ${JSON.stringify(report)}::jsonb, seen_at = ${at}
      where id = ${id}::uuid and tries = ${tries} and state = 'running'`.execute(db)
    return numAffectedRows === 1n
  },
  /** Leaves a run to whichever server looks next. */
  leave: ({ id, tries }: Followed) =>
    sql`update installation_run set seen_at = to_timestamp(0) where id = ${id}::uuid and tries = ${tries} and state = 'running'`.execute(
      db,
    ),
  async finish(tx: Tx, { id, tries }: Followed, { state, report, at }: End): Promise<boolean> {
    const { numAffectedRows } = await sql`
      update installation_run set state = ${state}, report = ${JSON.stringify(report)}::jsonb, finished_at = ${at}
      where id = ${id}::uuid and tries = ${tries} and state = 'running'`.execute(tx)
    return numAffectedRows === 1n
  },
  async newest(): Promise<InstallationRun | null> {
    const row = await db
      .selectFrom('installation_run as r')
      .leftJoin('person as p', 'p.id', 'r.person_id')
      .selectAll('r')
      .select('p.name')
      .orderBy('r.number', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!row) return null
    return {
      id: row.id,
      kind: row.kind,
      state: row.state,
      person: row.name,
      report: row.report,
      startTime: row.started_at.toISOString(),
      endTime: row.finished_at?.toISOString() ?? null,
    }
  },

  schedule: (): Promise<ScheduleRow | undefined> =>
    db.selectFrom('installation_schedule').selectAll().executeTakeFirst(),
  saveSchedule: (tx: Tx, row: ScheduleRow) =>
    tx
      .insertInto('installation_schedule')
      .values(row)
      .onConflict((known) => known.column('is_only').doUpdateSet(row))
      .execute(),
  /** The schedule if it is due, locked; also undefined while another server starts it. */
  due: (tx: Tx, at: Date, time: 'next_at' | 'drill_at'): Promise<ScheduleRow | undefined> =>
    tx
      .selectFrom('installation_schedule')
      .selectAll()
      .where(time, '<=', at)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst(),
  /** Sets the due times of the schedule to these, if it is on, unless they are earlier already. */
  bringForward: ({ next_at, drill_at }: Pick<ScheduleRow, 'next_at' | 'drill_at'>) =>
    sql`update installation_schedule set next_at = least(next_at, ${next_at}), drill_at = least(drill_at, ${drill_at})
      where is_on`.execute(db),
  setNext: (tx: Tx, next: Partial<Pick<ScheduleRow, 'next_at' | 'drill_at'>>) =>
    tx.updateTable('installation_schedule').set(next).execute(),
})
export type InstallationStore = ReturnType<typeof sqlInstallationStore>
