import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { BackupRunKind } from '#contract/backups.ts'
import type { Db, Tx } from '#server/storage/database.ts'
import type { Schema } from '#server/storage/schema.ts'
import { type RunRow, runColumns } from './run-rows-store.ts'

export type PolicyRow = Selectable<Schema['backup_policy']>
/** A policy with the names of what it names, and its last run. */
type Listed = PolicyRow & { owner_name: string | null; spaces: { id: string; name: string }[] }
export type ListedPolicy = Listed & { last_run: RunRow | null }

export const sqlPolicyStore = (db: Db) => ({
  async all(): Promise<ListedPolicy[]> {
    const { rows } = await sql<Listed>`
      select p.*, o.name as owner_name, (
        select coalesce(jsonb_agg(jsonb_build_object('id', s.id, 'name', s.name) order by s.name), '[]')
        from space s where s.id = any(p.space_ids)) as spaces
      from backup_policy p left join person o on o.id = p.owner_id
      order by lower(p.name), p.id`.execute(db)
    const { rows: runs } = await sql<RunRow>`
      select r.* from backup_policy p cross join lateral (
        select ${runColumns} from backup_run r where r.policy_id = p.id and r.kind <> 'restore'
        order by r.number desc limit 1) as r`.execute(db)
    const last = new Map(runs.map((run) => [run.policy_id, run]))
    return rows.map((row) => ({ ...row, last_run: last.get(row.id) ?? null }))
  },

  /** The policy, locked until the transaction ends. */
  lock: (tx: Tx, id: string): Promise<PolicyRow | undefined> =>
    tx.selectFrom('backup_policy').selectAll().where('id', '=', id).forUpdate().executeTakeFirst(),

  byId: (id: string): Promise<PolicyRow | undefined> =>
    db.selectFrom('backup_policy').selectAll().where('id', '=', id).executeTakeFirst(),

  async count(tx: Tx): Promise<number> {
    const { count } = await tx
      .selectFrom('backup_policy')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
    return count
  },

  insert: (tx: Tx, row: Insertable<Schema['backup_policy']>) => tx.insertInto('backup_policy').values(row).execute(),

  update: (tx: Tx, id: string, values: Updateable<Schema['backup_policy']>) =>
    tx.updateTable('backup_policy').set(values).where('id', '=', id).execute(),

  remove: (tx: Tx, id: string) => tx.deleteFrom('backup_policy').where('id', '=', id).execute(),

  isPerson: async (id: string): Promise<boolean> =>
    (await db.selectFrom('person').select('id').where('id', '=', id).executeTakeFirst()) !== undefined,

  /** A due policy without an open run of these kinds, locked; concurrent callers get another one. */
  due: (
    tx: Tx,
    { at, time, after }: { at: Date; time: 'next_at' | 'drill_at'; after: readonly BackupRunKind[] },
  ): Promise<PolicyRow | undefined> =>
    tx
      .selectFrom('backup_policy as p')
      .selectAll('p')
      .where(time, '<=', at)
      .where(({ not, exists, selectFrom }) =>
        not(
          exists(
            selectFrom('backup_run as r')
              .select('r.id')
              .whereRef('r.policy_id', '=', 'p.id')
              .where('r.kind', 'in', [...after])
              .where('r.state', 'in', ['waiting', 'running']),
          ),
        ),
      )
      .orderBy(time)
      .limit(1)
      .forUpdate()
      .skipLocked()
      .executeTakeFirst(),
  /** The policies that are due after a time. */
  beyond: (at: Date): Promise<PolicyRow[]> =>
    db
      .selectFrom('backup_policy')
      .selectAll()
      .where(({ or, eb }) => or([eb('next_at', '>', at), eb('drill_at', '>', at)]))
      .execute(),
  /** Sets the due times of a policy that is on to these, unless they are earlier already. */
  bringForward: (id: string, { next_at, drill_at }: Pick<PolicyRow, 'next_at' | 'drill_at'>) =>
    sql`update backup_policy set next_at = least(next_at, ${next_at}), drill_at = least(drill_at, ${drill_at})
      where id = ${id}::uuid and is_on`.execute(db),
})
export type PolicyStore = ReturnType<typeof sqlPolicyStore>
