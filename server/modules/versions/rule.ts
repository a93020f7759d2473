import { sql } from 'kysely'
import { VERSION_RULE } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import type { versions as calls, VersionRule } from '#contract/versions.ts'
import type { ByActor } from '#server/http/context.ts'
import type { Db } from '#server/storage/database.ts'
import type { VersionNeeds } from './needs.ts'

/** The rule of a space that may have said less than there is to say today. */
export const wholeRule = (said: Partial<VersionRule> | null | undefined): VersionRule => ({ ...VERSION_RULE, ...said })

async function stateOf(db: Db, spaceId: string) {
  const { rows } = await sql<{ rule: VersionRule | null; bytes: number; capacity: number }>`
    select (select rule from version_rule where space_id = s.id) as rule, s.capacity_bytes as capacity,
      (select coalesce(sum(version_bytes), 0)::bigint from node where space_id = s.id and version_bytes > 0) as bytes
    from space s where s.id = ${spaceId}::uuid`.execute(db)
  const { rule = null, bytes = 0, capacity = 0 } = rows[0] ?? {}
  return { rule: wholeRule(rule), bytes, capacityBytes: capacity }
}

/** How older versions thin out in a space. */
export function versionRules({ db, spaces, journal }: VersionNeeds) {
  return {
    async rule({ spaceId }: ParsedOf<typeof calls.rule>, { actor }: ByActor) {
      const { id } = await spaces.enter(spaceId, actor)
      return stateOf(db, id)
    },
    async setRule({ spaceId, rule }: ParsedOf<typeof calls.setRule>, { actor }: ByActor): Promise<null> {
      await spaces.change(spaceId, actor, 'space.setVersionRule', async (tx) => {
        const said = JSON.stringify(rule)
        await sql`insert into version_rule (space_id, rule) values (${spaceId}, ${said}::jsonb)
          on conflict (space_id) do update set rule = excluded.rule`.execute(tx)
        await journal.record(tx, [{ spaceId, action: 'versionRuleChanged', doer: actor }])
      })
      return null
    },
  }
}
