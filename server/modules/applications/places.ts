import type { ApplicationSpace, applications } from '#contract/applications.ts'
import { APPLICATION_SPACES_MAX } from '#contract/core/limits.ts'
import type { ParsedOf } from '#contract/core/operation.ts'
import { membersPath } from '#contract/pages/paths.ts'
import { Failure } from '#server/failure.ts'
import type { By } from '#server/http/context.ts'
import { transact } from '#server/storage/database.ts'
import { publishSpaceChange } from '#server/storage/space-changes.ts'
import type { ApplicationNeeds } from './needs.ts'
import type { PlaceStore } from './places-store.ts'
import type { ApplicationService } from './service.ts'
import type { ApplicationStore } from './store.ts'

type Needs = ApplicationNeeds & { store: ApplicationStore; places: PlaceStore; service: ApplicationService }

/**
 * The spaces of applications: each application is a member of the spaces that administrators choose, with its own
 * flags.
 */
export function applicationPlaces({ db, bus, store, places, service, journal, messages, spaces, now }: Needs) {
  const ofApplication = (id: string) => places.ofApplication(id, APPLICATION_SPACES_MAX)

  async function setSpace({ id, spaceId, flags }: ParsedOf<typeof applications.setSpace>, by: By) {
    const { actor } = by
    const wanted = [...new Set(flags)]
    await service.alter(id, by, async ({ tx, held, note }) => {
      const space = await places.holdSpace(tx, spaceId)
      if (!space) throw new Failure('spaceNotFound')
      const change = { spaceId, id, flags: wanted }
      if (!(await places.setFlags(tx, change))) {
        if ((await places.count(tx, id)) >= APPLICATION_SPACES_MAX)
          throw new Failure('applicationSpacesTooMany', { values: { count: APPLICATION_SPACES_MAX } })
        await spaces.admit(tx, { spaceId, personId: id, role: 'normal', at: now() })
        await places.setFlags(tx, change)
        const item = { id, name: held.name }
        await journal.record(tx, [{ spaceId, action: 'applicationAdmitted', doer: actor, item }])
        const values = { space: space.name, person: actor.name, title: held.name }
        const link = membersPath(spaceId)
        await messages.notify(tx, { kind: 'applicationAdmitted', to: [space.owner_id], spaceId, values, link })
      }
      await publishSpaceChange(bus, spaceId, tx)
      note({ action: 'applicationSpaceSet', after: { space: space.name, flags: wanted } })
    })
    return ofApplication(id)
  }

  /** Makes an application a member of a space that it created for somebody, unless it is in too many. */
  const enter = (id: string, spaceId: string): Promise<void> =>
    transact(db, async (tx) => {
      if ((await places.count(tx, id)) >= APPLICATION_SPACES_MAX) return
      await spaces.admit(tx, { spaceId, personId: id, role: 'normal', at: now() })
      await places.setFlags(tx, { spaceId, id, flags: [] })
    })

  async function removeSpace({ id, spaceId }: ParsedOf<typeof applications.removeSpace>, by: By): Promise<null> {
    await service.alter(id, by, async ({ tx, note }) => {
      const space = await places.holdSpace(tx, spaceId)
      if (!space) throw new Failure('spaceNotFound')
      await spaces.dismiss(tx, { spaceId, personId: id }, by.actor)
      note({ action: 'applicationSpaceRemoved', before: { space: space.name } })
    })
    return null
  }

  /** Ends an application with its key, grants, consents and webhooks, and takes it out of its spaces. */
  async function remove({ id }: { id: string }, by: By): Promise<null> {
    await service.change(id, by, async ({ tx, note }) => {
      for (const spaceId of await places.spaceIds(tx, id)) await spaces.dismiss(tx, { spaceId, personId: id }, by.actor)
      await store.remove(tx, id, now())
      note({ action: 'applicationRemoved' })
    })
    return null
  }

  const show = async ({ id }: { id: string }) => ({
    ...(await service.one(id)),
    spaces: (await ofApplication(id)) satisfies ApplicationSpace[],
  })

  return { show, setSpace, enter, removeSpace, remove }
}
