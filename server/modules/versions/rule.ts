import type { ParsedOf } from '#contract/core/operation.ts'
import type { versions as calls } from '#contract/versions.ts'
import type { ByActor } from '#server/http/context.ts'
import type { VersionNeeds } from './needs.ts'
import { setRule, stateOf } from './rule-store.ts'

/** The rule by which older versions of a space are thinned out. */
export function versionRules({ db, spaces, journal }: VersionNeeds) {
  return {
    async rule({ spaceId }: ParsedOf<typeof calls.rule>, { actor }: ByActor) {
      const { id } = await spaces.enter(spaceId, actor)
      return stateOf(db, id)
    },
    async setRule({ spaceId, rule }: ParsedOf<typeof calls.setRule>, { actor }: ByActor): Promise<null> {
      await spaces.change(spaceId, actor, 'space.setVersionRule', async (tx) => {
        await setRule(tx, spaceId, rule)
        await journal.record(tx, [{ spaceId, action: 'versionRuleChanged', doer: actor }])
      })
      return null
    },
  }
}
