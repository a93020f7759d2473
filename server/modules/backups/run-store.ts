import { type Insertable, sql } from 'kysely'
import type { BackupRunKind } from '#contract/backups.ts'
import type { ErrorName } from '#contract/core/errors.ts'
import { IS_ALLOCATED } from '#server/modules/spaces/index.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { IntoSpace, Schema } from '#server/storage/schema.ts'
import { uniqueAs } from '#server/storage/unique.ts'
import type { CopyRow, RunRow } from './run-rows-store.ts'

export type NewRun = Insertable<Schema['backup_run']>
/** The lease of a node on a run. */
export type Lease = { id: string; by: string }
export type Figures = { files?: number; rows?: number; bytes?: number; sent_bytes?: number }

/** A space as a policy has copied it, with its newest whole copy. */
export type CopyHolding = {
  policy_id: string
  policy_name: string
  space_id: string
  space_name: string
  copied_at: Date
}

/** Whether a policy `p` includes a space `s` now. */
export const isIncluded = sql`case p.scope
  when 'all' then true
  when 'some' then s.id = any(p.space_ids)
  else (p.owner_id is null or s.owner_id = p.owner_id) and (p.tag = '' or p.tag = any(s.tags))
    and (p.type is null or s.type = p.type) end`

/** Runs as the nodes work on them. What a node writes counts only while it holds the lease. */
export const sqlRunStore = (db: Db) => ({
  /** Throws backupRunning when a run of the policy is open. */
  insert: (tx: Tx, row: NewRun) =>
    uniqueAs({ backup_run_open: 'backupRunning' }, () => tx.insertInto('backup_run').values(row).execute()),

  isOpen: async (tx: Tx, policyId: string, kinds: readonly BackupRunKind[]): Promise<boolean> =>
    (await tx
      .selectFrom('backup_run')
      .select('id')
      .where('policy_id', '=', policyId)
      .where('kind', 'in', [...kinds])
      .where('state', 'in', ['waiting', 'running'])
      .executeTakeFirst()) !== undefined,

  /** The newest copies of each space by each policy; those of spaces that use a content come first. */
  async holding(sha256: string, most: number): Promise<CopyHolding[]> {
    const content = sql`decode(${sha256}, 'hex')`
    const { rows } = await sql<CopyHolding>`
      with uses as (
        select n.space_id from node n where n.blob_sha256 = ${content}
        union select n.space_id from file_version v join node n on n.id = v.node_id where v.blob_sha256 = ${content}
        union select d.space_id from publication_file f join publication p on p.id = f.publication_id
          join dataset d on d.id = p.dataset_id where f.blob_sha256 = ${content}
      ), newest as (
        select distinct on (r.policy_id, c.space_id) r.policy_id, p.name as policy_name, c.space_id, c.space_name, c.finished_at as copied_at
        from backup_copy c join backup_run r on r.id = c.run_id join backup_policy p on p.id = r.policy_id
        where r.kind = 'backup' and c.state = 'completed' and c.source_id is null
        order by r.policy_id, c.space_id, r.number desc
      ) select * from newest order by space_id in (select space_id from uses) desc, copied_at desc limit ${most}`.execute(
      db,
    )
    return rows
  },

  askToStop: (tx: Tx, policyId: string) =>
    tx
      .updateTable('backup_run')
      .set({ stop_asked: true })
      .where('policy_id', '=', policyId)
      .where('kind', '<>', 'restore')
      .where('state', 'in', ['waiting', 'running'])
      .execute(),

  /** Takes the oldest run that no node works on. */
  async claim({ by, at, until }: { by: string; at: Date; until: Date }): Promise<RunRow | undefined> {
    const { rows } = await sql<RunRow>`
      update backup_run set state = 'running', lease_by = ${by}, lease_until = ${until}, tries = tries + 1
      where id = (
        select id from backup_run where state in ('waiting', 'running') and (lease_until is null or lease_until < ${at})
        order by number limit 1 for update skip locked) returning *`.execute(db)
    return rows[0]
  },

  /** Renews the lease; whether the run is to stop, or null when the lease is lost. */
  async renew(
    { id, by }: Lease,
    until: Date,
    { bytes, sent }: { bytes: number; sent: number },
  ): Promise<boolean | null> {
    const row = await db
      .updateTable('backup_run')
      .set({ lease_until: until, bytes, sent_bytes: sent })
      .where('id', '=', id)
      .where('lease_by', '=', by)
      .returning('stop_asked')
      .executeTakeFirst()
    return row?.stop_asked ?? null
  },

  release: ({ id, by }: Lease) =>
    db
      .updateTable('backup_run')
      .set({ lease_until: null, lease_by: null })
      .where('id', '=', id)
      .where('lease_by', '=', by)
      .execute(),

  /** Writes down the spaces of a run, once. */
  async plan(run: RunRow, policyId: string, at: Date): Promise<void> {
    await sql`
      with begun as (update backup_run set started_at = ${at} where id = ${run.id}::uuid and started_at is null returning id)
      insert into backup_copy (id, run_id, policy_id, space_id, space_name, state)
      select gen_random_uuid(), begun.id, p.id, s.id, s.name, 'waiting' from begun, space s, backup_policy p
      where p.id = ${policyId}::uuid and ${IS_ALLOCATED} and ${isIncluded}`.execute(db)
  },

  /** A restore has its one space from the beginning. */
  begin: ({ id }: RunRow, at: Date) =>
    db.updateTable('backup_run').set({ started_at: at }).where('id', '=', id).where('started_at', 'is', null).execute(),

  /** A finished copy that exists at its target. */
  restorable: (id: string): Promise<CopyRow | undefined> =>
    db
      .selectFrom('backup_copy')
      .selectAll()
      .where('id', '=', id)
      .where('state', '=', 'completed')
      .where('source_id', 'is', null)
      .executeTakeFirst(),

  insertRestore: (tx: Tx, { id, runId, copy, into }: { id: string; runId: string; copy: CopyRow; into: IntoSpace }) =>
    tx
      .insertInto('backup_copy')
      .values({
        id,
        run_id: runId,
        policy_id: copy.policy_id,
        space_id: copy.space_id,
        space_name: copy.space_name,
        state: 'waiting',
        source_id: copy.id,
        into_space: into,
        started_at: null,
        finished_at: null,
        manifest_sha256: null,
      })
      .execute(),

  /** The person in whose name a scheduled drill runs. */
  async anyAdministrator(): Promise<string> {
    const { id } = await db
      .selectFrom('person')
      .select('id')
      .where('role', '=', 'role_admin')
      .where('disabled_at', 'is', null)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    return id
  },

  /** Writes down the newest copy of each space of a policy, to be tried out. */
  async planDrill(run: RunRow, at: Date): Promise<void> {
    await sql`
      with begun as (update backup_run set started_at = ${at} where id = ${run.id}::uuid and started_at is null returning id, policy_id)
      insert into backup_copy (id, run_id, policy_id, space_id, space_name, state, source_id)
      select gen_random_uuid(), n.run_id, n.policy_id, n.space_id, n.space_name, 'waiting', n.id from (
        select distinct on (c.space_id) begun.id as run_id, c.policy_id, c.space_id, c.space_name, c.id
        from begun join backup_copy c on c.policy_id = begun.policy_id and c.state = 'completed' and c.source_id is null
          join backup_run r on r.id = c.run_id
        order by c.space_id, r.number desc) as n`.execute(db)
  },

  /**
   * Takes the next space of a run under a new id, also one that a node began and left: whatever that node still writes
   * belongs to no copy.
   */
  async next({ id, by }: Lease, copyId: string, at: Date): Promise<CopyRow | undefined> {
    const { rows } = await sql<CopyRow>`
      update backup_copy set id = ${copyId}::uuid, state = 'running', started_at = ${at}, bytes = 0, sent_bytes = 0
      where id = (select c.id from backup_copy c join backup_run r on r.id = c.run_id
        where r.id = ${id}::uuid and r.lease_by = ${by} and c.state in ('waiting', 'running') order by c.id limit 1)
      returning *`.execute(db)
    return rows[0]
  },

  /** Ends the copy of a space; false when the lease was lost. */
  async end(
    tx: Tx,
    { id, by }: Lease,
    copyId: string,
    values: Figures & {
      state: 'completed' | 'failed'
      error?: ErrorName
      manifest_sha256?: string
      finished_at: Date
    },
  ) {
    const { numUpdatedRows } = await tx
      .updateTable('backup_copy')
      .set(values)
      .where('id', '=', copyId)
      .where(({ exists, selectFrom }) =>
        exists(selectFrom('backup_run').select('id').where('id', '=', id).where('lease_by', '=', by).forUpdate()),
      )
      .executeTakeFirst()
    return numUpdatedRows > 0n
  },

  /** A complete copy may have failed to delete an older one: the reason is stored with it. */
  note: (copyId: string, error: ErrorName) =>
    db.updateTable('backup_copy').set({ error }).where('id', '=', copyId).execute(),

  /** The finished copies of a space under a policy, newest first. */
  async finished(policyId: string, spaceId: string): Promise<string[]> {
    const rows = await db
      .selectFrom('backup_copy as c')
      .innerJoin('backup_run as r', 'r.id', 'c.run_id')
      .select('c.id')
      .where('c.policy_id', '=', policyId)
      .where('c.space_id', '=', spaceId)
      .where('c.state', '=', 'completed')
      .where('c.source_id', 'is', null)
      .orderBy('r.number', 'desc')
      .execute()
    return rows.map(({ id }) => id)
  },

  setRemoved: (ids: readonly string[]) =>
    db
      .updateTable('backup_copy')
      .set({ state: 'removed' })
      .where('id', 'in', [...ids])
      .execute(),

  /** Ends a run by what became of its copies; undefined when the lease was lost. */
  async finish(
    tx: Tx,
    { id, by }: Lease,
    { at, error }: { at: Date; error: ErrorName | '' },
  ): Promise<RunRow | undefined> {
    const { rows } = await sql<RunRow>`
      with figures as (
        select count(*) as total, count(*) filter (where state in ('completed', 'removed')) as done,
          count(*) filter (where state = 'failed') as failed, count(*) filter (where error <> '') as wrong,
          coalesce(sum(bytes), 0) as all_bytes, coalesce(sum(sent_bytes), 0) as all_sent
        from backup_copy where run_id = ${id}::uuid)
      update backup_run set finished_at = ${at}, error = ${error}, bytes = all_bytes, sent_bytes = all_sent, lease_by = null, lease_until = null,
        started_at = coalesce(started_at, ${at}),
        state = case when ${error} <> '' or (total > 0 and failed = total) then 'failed'
          when stop_asked and done < total then 'stopped' when wrong > 0 then 'partlyFailed' else 'completed' end
      from figures where id = ${id}::uuid and lease_by = ${by}
      returning backup_run.*, total as spaces_total, done as spaces_done, failed as spaces_failed`.execute(tx)
    await tx.deleteFrom('backup_copy').where('run_id', '=', id).where('state', 'in', ['waiting', 'running']).execute()
    return rows[0]
  },
})
export type RunStore = ReturnType<typeof sqlRunStore>
