import { sql } from 'kysely'
import { VERSION_RULE } from '#contract/core/limits.ts'
import type { VersionRule } from '#contract/versions.ts'
import type { Db, Tx } from '#server/storage/database.ts'

/** A stored rule completed with defaults, since an older one may lack newer fields. */
export const wholeRule = (said: Partial<VersionRule> | null | undefined): VersionRule => ({ ...VERSION_RULE, ...said })

export async function stateOf(db: Db, spaceId: string) {
  const { rows } = await sql<{ rule: VersionRule | null; bytes: number; capacity: number }>`
    select (select rule from version_rule where space_id = s.id) as rule, s.capacity_bytes as capacity,
      (select coalesce(sum(version_bytes), 0)::bigint from node where space_id = s.id and version_bytes > 0) as bytes
    from space s where s.id = ${spaceId}::uuid`.execute(db)
  const { rule = null, bytes = 0, capacity = 0 } = rows[0] ?? {}
  return { rule: wholeRule(rule), bytes, capacityBytes: capacity }
}

export async function setRule(tx: Tx, spaceId: string, rule: Partial<VersionRule>): Promise<void> {
  await sql`insert into version_rule (space_id, rule) values (${spaceId}, ${JSON.stringify(rule)}::jsonb)
    on conflict (space_id) do update set rule = excluded.rule`.execute(tx)
}
