import { sql } from 'kysely'
import * as z from 'zod/mini'
import { isIncluded } from '#server/modules/backups/index.ts'
import { IS_ALLOCATED } from '#server/modules/spaces/index.ts'
import { decodeCursor, exactly, pageOf, part } from '#server/storage/cursor.ts'
import type { Db } from '#server/storage/database.ts'

export type Problem = 'missing' | 'damaged'
export type NodeRow = { host: string; version: string; seen_at: Date }
type DamagedRow = { sha256: string; problem: Problem; found_at: Date }
type RepairRow = {
  id: string
  sha256: string
  problem: Problem
  repaired_at: Date
  policy_name: string
  space_name: string
  copied_at: Date
  key: string
}
type NewRepair = {
  id: string
  sha256: string
  problem: Problem
  at: Date
  policyName: string
  spaceName: string
  copiedAt: Date
}
const RepairKey = z.tuple([part.timestamp, part.id])
const Key = z.tuple([part.timestamp, z.string().check(z.regex(/^[0-9a-f]{64}$/))])

export const sqlHealthStore = (db: Db) => ({
  /** `used` connections of `most`, of all programs; `bytes`: the size of this database. */
  async database() {
    const { rows } = await sql<{ version: string; bytes: number; used: number; most: number }>`
      select current_setting('server_version') as version, pg_database_size(current_database())::float8 as bytes,
        (select count(*)::int from pg_stat_activity where backend_type = 'client backend') as used,
        current_setting('max_connections')::int as most`.execute(db)
    const [first] = rows
    if (!first) throw new Error('no answer')
    return first
  },

  async beat(node: { id: string; host: string; version: string; at: Date }, forgottenBefore: Date): Promise<void> {
    await sql`
      with gone as (delete from server_node where seen_at < ${forgottenBefore})
      insert into server_node (id, host, version, started_at, seen_at)
      values (${node.id}::uuid, ${node.host}, ${node.version}, ${node.at}, ${node.at})
      on conflict (id) do update set seen_at = excluded.seen_at`.execute(db)
  },
  leave: (id: string) => db.deleteFrom('server_node').where('id', '=', id).execute(),
  nodes: (): Promise<NodeRow[]> =>
    db.selectFrom('server_node').select(['host', 'version', 'seen_at']).orderBy('host').limit(100).execute(),

  /** The content that was not read for the longest time, if that was before. */
  async due(before: Date): Promise<string | null> {
    const { rows } = await sql<{ sha256: string }>`
      select encode(sha256, 'hex') as sha256 from blob where coalesce(checked_at, created_at) < ${before}
      order by coalesce(checked_at, created_at) limit 1`.execute(db)
    return rows[0]?.sha256 ?? null
  },
  /** Stores the result for a content; returns true if it is newly damaged. */
  async note(sha256: string, condition: Problem | 'good', at: Date): Promise<boolean> {
    const content = sql`decode(${sha256}, 'hex')`
    await sql`update blob set checked_at = ${at} where sha256 = ${content}`.execute(db)
    if (condition === 'good') {
      await sql`delete from damaged_content where sha256 = ${content}`.execute(db)
      return false
    }
    const { rows } = await sql<{ is_new: boolean }>`
      insert into damaged_content (sha256, problem, found_at)
      select sha256, ${condition}, ${at} from blob where sha256 = ${content}
      on conflict (sha256) do update set problem = excluded.problem returning xmax = 0 as is_new`.execute(db)
    return rows[0]?.is_new ?? false
  },
  async fixity(before: Date) {
    const { rows } = await sql<{ damaged: number; oldest: Date | null; late: boolean }>`
      select (select count(*)::int from damaged_content) as damaged,
        (select min(coalesce(checked_at, created_at)) from blob) as oldest,
        exists (select 1 from blob where coalesce(checked_at, created_at) < ${before}) as late`.execute(db)
    const [first] = rows
    if (!first) throw new Error('no answer')
    return first
  },
  async damaged({ after, size }: { after?: string | undefined; size: number }) {
    const key = after ? decodeCursor(after, Key) : null
    const where = key ? sql`(d.found_at, d.sha256) < (${key[0]}::timestamptz, decode(${key[1]}, 'hex'))` : sql`true`
    const { rows } = await sql<DamagedRow & { key: string }>`
      select encode(d.sha256, 'hex') as sha256, d.problem, d.found_at, ${exactly(sql`d.found_at`)} as key
      from damaged_content d where ${where} order by d.found_at desc, d.sha256 desc limit ${size + 1}`.execute(db)
    return pageOf(rows, size, { toItem: (row) => row, key: (row) => [row.key, row.sha256] })
  },
  async someDamaged(most: number): Promise<string[]> {
    const { rows } = await sql<{ sha256: string }>`
      select encode(sha256, 'hex') as sha256 from damaged_content order by found_at desc limit ${most}`.execute(db)
    return rows.map(({ sha256 }) => sha256)
  },

  async noteRepair({ id, sha256, problem, at, policyName, spaceName, copiedAt }: NewRepair): Promise<void> {
    await sql`
      insert into repaired_content (id, sha256, problem, repaired_at, policy_name, space_name, copied_at)
      values (${id}::uuid, decode(${sha256}, 'hex'), ${problem}, ${at}, ${policyName}, ${spaceName}, ${copiedAt})`.execute(
      db,
    )
  },
  async repaired({ after, size }: { after?: string | undefined; size: number }) {
    const key = after ? decodeCursor(after, RepairKey) : null
    const where = key ? sql`(r.repaired_at, r.id) < (${key[0]}::timestamptz, ${key[1]}::uuid)` : sql`true`
    const { rows } = await sql<RepairRow>`
      select r.id, encode(r.sha256, 'hex') as sha256, r.problem, r.repaired_at, r.policy_name, r.space_name, r.copied_at,
        ${exactly(sql`r.repaired_at`)} as key
      from repaired_content r where ${where} order by r.repaired_at desc, r.id desc limit ${size + 1}`.execute(db)
    return pageOf(rows, size, {
      toItem: (row) => ({
        id: row.id,
        sha256: row.sha256,
        problem: row.problem,
        repairedAt: row.repaired_at.toISOString(),
        policyName: row.policy_name,
        spaceName: row.space_name,
        copiedAt: row.copied_at.toISOString(),
      }),
      key: (row) => [row.key, row.id],
    })
  },

  async keepReport(key: string, at: Date, findings: readonly string[]): Promise<void> {
    await sql`
      insert into health_report (key, at, findings) values (${key}, ${at}, ${JSON.stringify(findings)}::jsonb)
      on conflict (key) do update set at = excluded.at, findings = excluded.findings`.execute(db)
  },
  async report(key: string): Promise<{ at: Date; findings: string[] } | null> {
    const { rows } = await sql<{ at: Date; findings: string[] }>`
      select at, findings from health_report where key = ${key}`.execute(db)
    return rows[0] ?? null
  },

  /** The newest ended backups: when one was last whole, what failed since, and how many spaces are in no policy. */
  async backups() {
    const { rows } = await sql<{ policies: number; whole_at: Date | null; failed: number; uncovered: number }>`
      select (select count(*)::int from backup_policy where is_on) as policies,
        (select max(finished_at) from backup_run where kind = 'backup' and state = 'completed') as whole_at,
        (select count(*)::int from backup_policy p cross join lateral (
          select state from backup_run r where r.policy_id = p.id and r.kind = 'backup' and r.finished_at is not null
          order by r.number desc limit 1) as l
          where p.is_on and l.state in ('failed', 'partlyFailed')) as failed,
        (select count(*)::int from space s where ${IS_ALLOCATED}
          and not exists (select from backup_policy p where p.is_on and ${isIncluded})) as uncovered`.execute(db)
    const [first] = rows
    if (!first) throw new Error('no answer')
    return first
  },
  /** Whether the installation is backed up by schedule, when it was last, and what became of the newest backup and drill. */
  async installationBackup() {
    const { rows } = await sql<{ is_on: boolean; at: Date | null; states: string[] }>`
      with last as (
        select distinct on (kind) kind, state from installation_run where finished_at is not null order by kind, number desc)
      select exists (select 1 from installation_schedule where is_on) as is_on,
        (select max(finished_at) from installation_run where kind = 'backup' and state in ('completed', 'lacking')) as at,
        array(select state from last) as states`.execute(db)
    const [first] = rows
    if (!first) throw new Error('no answer')
    return first
  },
})
export type HealthStore = ReturnType<typeof sqlHealthStore>
