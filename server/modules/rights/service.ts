import type { ParsedOf } from '#contract/core/operation.ts'
import { can, type Flag, flags } from '#contract/core/policy.ts'
import type { rights as calls, RoleFlags } from '#contract/rights.ts'
import { Failure } from '#server/failure.ts'
import type { By, SignedIn } from '#server/http/context.ts'
import type { Audit } from '#server/modules/audit/index.ts'
import type { Journal } from '#server/modules/journal/index.ts'
import type { SettingService } from '#server/modules/settings/index.ts'
import { limitSpaceChanges, policyContextOf, type SpaceService } from '#server/modules/spaces/index.ts'
import type { Bus } from '#server/storage/bus.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import type { RightsStore } from './store.ts'

type Needs = {
  bus: Bus
  store: RightsStore
  audit: Audit
  journal: Journal
  settings: Pick<SettingService, 'setDefaultFlags'>
  spaces: SpaceService
  now: () => Date
}

/** Each flag once, in the order of the table. */
const inOrder = (given: readonly Flag[]): Flag[] => flags.filter((flag) => given.includes(flag))
const ordered = ({ senior, normal }: RoleFlags): RoleFlags => ({ senior: inOrder(senior), normal: inOrder(normal) })
const without = (some: readonly Flag[], others: readonly Flag[]) => some.filter((flag) => !others.includes(flag))

/** What was given and what was taken, by role; empty when nothing was. */
export function differenceOf(before: RoleFlags, after: RoleFlags): Record<string, string> {
  const changes = {
    seniorAdded: without(after.senior, before.senior),
    seniorRemoved: without(before.senior, after.senior),
    normalAdded: without(after.normal, before.normal),
    normalRemoved: without(before.normal, after.normal),
  }
  return Object.fromEntries(
    Object.entries(changes)
      .filter(([, some]) => some.length)
      .map(([name, some]) => [name, some.join(' ')]),
  )
}

export function rightsService({ bus, store, audit, journal, settings, spaces, now }: Needs) {
  async function ofSpace(id: string, actor: SignedIn): Promise<RoleFlags> {
    const space = await spaces.see(id, actor)
    if (!can(actor, 'member.list', policyContextOf(space))) throw new Failure('spaceForbidden')
    return store.ofSpace(space.id)
  }

  async function setOfSpace({ id, ...given }: ParsedOf<typeof calls.setOfSpace>, by: By): Promise<RoleFlags> {
    const { actor, caller } = by
    const after = ordered(given)
    await spaces.change(id, actor, 'space.setRights', async (tx, space) => {
      const before = ordered(await store.lock(tx, id))
      const details = differenceOf(before, after)
      if (!Object.keys(details).length) return
      await limitSpaceChanges(tx, { spaceId: id, what: 'rights', at: now() })
      await store.write(tx, id, after)
      await journal.record(tx, [{ spaceId: id, action: 'rightsChanged', doer: actor, details }])
      const target = { id, name: space.name }
      audit.record(tx, { action: 'spaceRightsChanged', actor, caller, target, before, after })
      await publishSpaceChange(bus, id, tx)
    })
    return after
  }

  return {
    ofSpace,
    setOfSpace,
    setDefaults: (given: RoleFlags, by: By) => settings.setDefaultFlags(ordered(given), by),
  }
}
